/** Measures of an orbit as a whole: is it chaotic, and where does it cross a surface?
 *
 *      chaos:   { lyapunov: megno }                                              # or exponent
 *      section: { section: { surface: x, of: [y, vy], crossings: 100 } }         # columns section.y.1, section.vy.1, section.y.2, …
 */
import { explained } from "../analysis/failure-text.js";
import { lyapunovIndicator } from "../analysis/lyapunov.js";
import type { Notice } from "../core/notice.js";
import type { Observers } from "../core/observer.js";
import type { Plan } from "../model-file/build.js";
import { type Entry, entryOf } from "../model-file/entry.js";
import type { Model } from "../model-file/load.js";
import { stateFunctions } from "../model-file/record.js";
import type { Tree } from "../model-file/tree.js";
import { type CrossingDirection, poincareSection } from "../observers/index.js";
import type { StudyColumn } from "./study.js";

export interface OrbitMeasure {
  readonly columns: readonly StudyColumn[];
  /** For one run. */
  begin(plan: Plan, model: Model): MeasuredOrbit;
}

export interface MeasuredOrbit {
  readonly observers: Observers;
  /** `notices`: what should be known about the numbers is added to them. */
  finish(observed: (name: string) => unknown, notices: Notice[]): number[];
}

/** More columns than that nobody reads. */
const MOST_CROSSINGS = 10_000;

export const isOrbitMeasure = (entry: Entry): boolean => entry.has("lyapunov") || entry.has("section");

/** `plan`, `model`: of the case that stands for all; what is wrong with it is said at once. */
export function orbitMeasureAt(root: Tree, name: string, entry: Entry, plan: Plan, model: Model): OrbitMeasure {
  if (entry.has("lyapunov") && entry.has("section"))
    throw entry.error("found lyapunov and section; accepted: one of them, each under a name of its own");
  return entry.has("lyapunov") ? lyapunov(name, entry, plan) : section(root, name, entry, plan, model);
}

function lyapunov(name: string, entry: Entry, { method }: Plan): OrbitMeasure {
  const which = entry.at("lyapunov");
  const isExponent = which.text() === "exponent";
  if (method.clock !== "fixed") {
    throw which.error(
      `${method.id} chooses its own steps, which differ for a nearby orbit; accepted: a method with a fixed step, such as yoshida(order=6)`,
    );
  }
  const unit = entry.has("unit") ? { unit: entry.at("unit").text() } : {};
  return {
    columns: [{ name, type: "float64", ...unit, role: "measured" }],
    begin: ({ problem, method: own, time, stop }) => ({
      observers: {},
      finish(_observed, notices) {
        // A method with its own clock is refused by it.
        const span = "step" in time ? time : { step: 1, steps: 1 };
        const stops = stop === null ? {} : { stop };
        const { exponent, megno, status, failure, t } = lyapunovIndicator(problem, own, { time: span, ...stops });
        const found = isExponent ? exponent : megno;
        if (status !== "failed" && Number.isFinite(found)) return [found];
        const { system } = problem;
        const run = { t, steps: Math.round((t - problem.t0) / span.step), step: span.step, method: own, system };
        const why = failure === null ? "" : `: ${explained({ failure, ...run })}`;
        notices.push({ code: "lyapunov", message: `${name} is not known: a nearby orbit failed at t = ${t}${why}` });
        return [Number.NaN];
      },
    }),
  };
}

function section(root: Tree, name: string, entry: Entry, plan: Plan, model: Model): OrbitMeasure {
  const { path } = entry.at("section");
  const part = (given: Model["given"]) => entryOf(root, path, given);
  const written = part({});
  const count = written.at("crossings").number(100);
  if (!(Number.isInteger(count) && count >= 1 && count <= MOST_CROSSINGS))
    throw written.at("crossings").error(`found ${count}; accepted: a whole number from 1 to ${MOST_CROSSINGS}`);
  const labels = written.items("of").map((item) => item.text());
  if (labels.length === 0) throw written.at("of").error("is empty; accepted: expressions, such as [y, vy]");
  const direction = written.has("direction") ? (written.at("direction").text() as CrossingDirection) : "up";
  const unit = entry.has("unit") ? { unit: entry.at("unit").text() } : {};
  const observer = `section ${name}`;
  const functions = ({ problem }: Plan, { given }: Model) => {
    const own = part(given);
    return stateFunctions([own.at("surface"), ...own.items("of")], problem, given);
  };
  functions(plan, model);
  return {
    columns: Array.from({ length: count }, (_, k) =>
      labels.map(
        (label): StudyColumn => ({ name: columnOfSection(name, label, k), type: "float64", ...unit, role: "measured" }),
      ),
    ).flat(),
    begin(ownPlan, ownModel) {
      const { problem, method } = ownPlan;
      const [surface, ...of] = functions(ownPlan, ownModel);
      const crossings = poincareSection(problem, { surface, direction, order: method.claims.order });
      return {
        observers: { [observer]: crossings },
        finish(observed) {
          const { t, q, v } = observed(observer) as ReturnType<typeof crossings.finish>;
          return Array.from({ length: count }, (_, k) =>
            of.map((value) => (k < t.length ? value({ n: 0, t: t[k], q: q[k], v: v[k], memory: [] }) : Number.NaN)),
          ).flat();
        },
      };
    },
  };
}

/** The column of a quantity at crossing k, which is counted from 0 here and from 1 there. */
export const columnOfSection = (name: string, label: string, k: number): string => `${name}.${label}.${k + 1}`;
