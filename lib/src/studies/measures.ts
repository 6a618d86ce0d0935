/** What a study measures of every run: quantities along the motion, reduced to numbers, and expressions of these numbers. */
import { InputError } from "../core/failure.js";
import type { Notice } from "../core/notice.js";
import type { Observers } from "../core/observer.js";
import { didYouMean } from "../core/spelling.js";
import type { State } from "../core/state.js";
import type { Invariant, Problem } from "../core/system.js";
import type { Vec } from "../core/vec.js";
import { wholeEnergyOf } from "../core/whole.js";
import type { Plan } from "../model-file/build.js";
import { type Entry, entryOf } from "../model-file/entry.js";
import type { Model } from "../model-file/load.js";
import { type StateFunction, stateFunctions } from "../model-file/record.js";
import type { Tree } from "../model-file/tree.js";
import { treeFrom } from "../model-file/tree-of-data.js";
import { viewOf } from "../observers/index.js";
import { compile, parsed } from "../symbolic/compile.js";
import { CONSTANTS } from "../symbolic/index.js";
import { COLUMNS_OF, type Gauge, gaugeOf } from "./gauges.js";
import { isOrbitMeasure, type MeasuredOrbit, type OrbitMeasure, orbitMeasureAt } from "./orbit-measures.js";
import { type Path, pathError, recordedPath } from "./path-error.js";
import { MEASURES, type Norm, REDUCTIONS, type Reduction } from "./shape.js";
import type { StudyColumn } from "./study.js";

export interface StudyMeasures {
  readonly columns: readonly StudyColumn[];
  /** Is there one that needs a reference solution? */
  readonly needsReference: boolean;
  /** May the first and the last state, with the largest displacements, be all that it needs? Whether they are is told by `withPeaks` of a run. */
  readonly ofEnds: boolean;
  /** For one run. */
  begin(plan: Plan, model: Model, invariants: readonly Invariant[]): MeasuredRun;
  /** The columns that are expressions of the others, which come before them in `columns`. `numbers`: of the run, by name. */
  completed(values: readonly number[], numbers: ReadonlyMap<string, number>): number[];
}

export interface MeasuredRun {
  /** Null where the first and the last state are enough. */
  readonly observe: ((s: Readonly<State>) => void) | null;
  /** In the place of `observe`: the largest displacement of every coordinate. Null where some measure needs more of the motion. */
  readonly withPeaks: ((peaks: Vec) => void) | null;
  /** Of measures that look at more than frames. */
  readonly observers: Observers;
  /** The values of quantities whose errors at the end are measured. */
  errorsAt(last: Readonly<State>): readonly number[];
  /** Those of quantities whose errors along the motion are measured, up to now. */
  readonly path: Path;
  /** `reference`: what `errorsAt` gave for the reference solution, and its path; null where there is nothing to compare with. What should be known about the
   *  values is added to `notices`. */
  finish(
    first: Readonly<State>,
    last: Readonly<State>,
    reference: { readonly values: readonly number[] | null; readonly path: Path | null },
    observed: (name: string) => unknown,
    notices: Notice[],
  ): number[];
}

interface Reduced {
  readonly name: string;
  readonly reduction: Reduction;
  /** Of an error along the motion. */
  readonly norm: Norm | null;
  readonly of: Entry;
  readonly unit: string | undefined;
}

interface Derived {
  readonly name: string;
  readonly formula: Entry;
  readonly unit: string | undefined;
}

interface Known {
  /** Of the case that stands for all: the columns follow from it. */
  readonly plan: Plan;
  readonly model: Model;
  readonly varied: readonly string[];
  readonly hasReference: boolean;
}

/** Without any: where the motion ends, and how far what is conserved has drifted. */
const DEFAULT = { final: { final: "state" }, drift: { drift: "invariants" } };

interface Quantity {
  readonly suffix: string;
  value(s: Readonly<State>): number;
  /** Where it is a coordinate: which one. */
  readonly coordinate?: number;
  /** Is it something that is conserved? */
  readonly invariant?: boolean;
}

/** Those for which two states are enough. */
const OF_ENDS: readonly Reduction[] = ["final", "initial", "error"];

export function measuresAt(root: Tree, measure: Entry, { plan, model, varied, hasReference }: Known): StudyMeasures {
  const isGiven = measure.value !== undefined;
  const tree = isGiven ? root : treeFrom({ measure: DEFAULT }, undefined);
  const path = isGiven ? measure.path : ["measure"];
  const { reduced, orbits, derived } = writtenMeasures(tree, path, { plan, model, hasReference });
  // What that case conserves: with a dashpot, or a load, another may conserve less.
  const names = plan.problem.system.invariants.map(({ name }) => name);
  const quantities = (each: Reduced, of: Known | { plan: Plan; model: Model }, invariants: readonly Invariant[]) =>
    quantitiesAt(entryOf(tree, each.of.path, of.model.given), each.reduction, of.plan, of.model, invariants, names);
  const labels = plan.problem.view?.labels ?? plan.problem.system.labels;
  const probes = plan.record.probes.map(({ name }) => name);

  const ofReduced = [
    ...reduced.flatMap((each) =>
      columnsOfReduced(each, quantities(each, { plan, model }, plan.problem.system.invariants)),
    ),
    ...orbits.flatMap(({ columns }) => columns),
  ];
  const columns: StudyColumn[] = [...ofReduced, ...derived.map(({ name, unit }) => measured(name, unit))];
  const formulas = derivedBy(
    derived,
    ofReduced.map(({ name }) => name),
    [...varied, ...Object.keys(model.parameters)],
  );

  return {
    columns,
    needsReference: reduced.some(({ reduction }) => reduction === "error"),
    ofEnds:
      orbits.length === 0 &&
      reduced.every(({ reduction, norm }) => norm === null && (reduction === "peak" || OF_ENDS.includes(reduction))),
    begin(ownPlan, ownModel, invariants) {
      const own = ownPlan.problem.view?.labels ?? ownPlan.problem.system.labels;
      const readsAll = reduced.some(({ of }) => ["state", "invariants", "probes"].includes(of.text()));
      if (readsAll && own.join("\n") !== labels.join("\n"))
        throw new InputError(
          `has the coordinates ${shortList(own)} and others ${shortList(labels)}: measure quantities by their names, which all cases have`,
        );
      if (readsAll && ownPlan.record.probes.map(({ name }) => name).join("\n") !== probes.join("\n"))
        throw new InputError("has other probes than others: measure quantities by their names, which all cases have");
      const parts = reduced.map((each) => ({
        each,
        gauges: quantities(each, { plan: ownPlan, model: ownModel }, invariants).map((quantity) => ({
          quantity,
          gauge: gaugeOf(each.reduction),
        })),
      }));
      return measuredRun(
        parts,
        orbits.map((each) => each.begin(ownPlan, ownModel)),
      );
    },
    completed: formulas,
  };
}

/** A measure of one run, with what reduces each of its quantities. */
interface Part {
  readonly each: Reduced;
  readonly gauges: readonly { readonly quantity: Quantity; readonly gauge: Gauge }[];
}

function measuredRun(parts: readonly Part[], ofOrbits: readonly MeasuredOrbit[]): MeasuredRun {
  const watched = parts.flatMap(({ gauges }) => gauges.filter(({ gauge }) => gauge.observe !== undefined));
  const isOfEnds = parts.every(({ each, gauges }) =>
    gauges.every(({ quantity }) =>
      each.reduction === "peak"
        ? quantity.coordinate !== undefined
        : OF_ENDS.includes(each.reduction) && quantity.invariant !== true,
    ),
  );
  const errors = parts.filter(({ each }) => each.reduction === "error" && each.norm === null);
  const along = parts.filter(({ each }) => each.norm !== null);
  const path = recordedPath(along.flatMap(({ gauges }) => gauges.map(({ quantity }) => quantity)));
  const errorsAt = (s: Readonly<State>) =>
    errors.flatMap(({ gauges }) => gauges.map(({ quantity }) => quantity.value(s)));
  return {
    observe:
      watched.length === 0 && along.length === 0
        ? null
        : (s) => {
            for (const { gauge, quantity } of watched) gauge.observe?.(s.t, quantity.value(s));
            path.observe(s);
          },
    path,
    withPeaks:
      isOfEnds && along.length === 0 && ofOrbits.length === 0
        ? (peaks) => {
            for (const { gauge, quantity } of watched) gauge.observe?.(0, peaks[quantity.coordinate ?? 0]);
          }
        : null,
    observers: Object.assign({}, ...ofOrbits.map(({ observers }) => observers)) as Observers,
    errorsAt,
    finish(first, last, reference, observed, notices) {
      let [at, place] = [0, 0];
      const values = parts.flatMap(({ each, gauges }) => {
        if (each.reduction !== "error")
          return gauges.flatMap(({ gauge, quantity }) => gauge.values(quantity.value(first), quantity.value(last)));
        if (each.norm !== null) {
          place += gauges.length;
          return [pathError(each.norm, path, reference.path, place - gauges.length, place)];
        }
        let most = 0;
        for (const { quantity } of gauges) {
          const difference = Math.abs(quantity.value(last) - (reference.values?.[at++] ?? Number.NaN));
          if (!(difference <= most)) most = Number.isNaN(most) ? most : difference;
        }
        return [most];
      });
      return [...values, ...ofOrbits.flatMap((orbit) => orbit.finish(observed, notices))];
    },
  };
}

/** The measures by what they are. */
function writtenMeasures(tree: Tree, path: Entry["path"], { plan, model, hasReference }: Omit<Known, "varied">) {
  const reduced: Reduced[] = [];
  const orbits: OrbitMeasure[] = [];
  const derived: Derived[] = [];
  for (const [name, entry] of entryOf(tree, path, {}).entries()) {
    if (/\p{Cc}/u.test(name))
      throw entry.error("the name of a measure is that of a column; accepted: no control characters");
    const unit = entry.has("unit") ? entry.at("unit").text() : undefined;
    if (!entry.isMap() || entry.has("of")) {
      derived.push({ name, formula: entry.isMap() ? entry.at("of") : entry, unit });
      continue;
    }
    if (isOrbitMeasure(entry)) {
      orbits.push(orbitMeasureAt(tree, name, entry, plan, model));
      continue;
    }
    const found = REDUCTIONS.filter((key) => entry.has(key));
    if (found.length !== 1)
      throw entry.error(
        `found ${found.length === 0 ? "none" : found.join(" and ")}; accepted: one of ${MEASURES.join(", ")}`,
      );
    const [reduction] = found;
    if (reduction === "error" && !hasReference)
      throw entry
        .at("error")
        .error("an error needs a reference solution; add study.reference, as { method: gauss(stages=3), step: 0.001 }");
    if (entry.has("norm") && reduction !== "error")
      throw entry.at("norm").error(`is of errors, and this measure is { ${reduction}: … }; leave it out`);
    const norm = entry.has("norm") ? (entry.at("norm").text() as Norm) : null;
    reduced.push({ name, reduction, norm, of: entry.at(reduction), unit });
  }
  return { reduced, orbits, derived };
}

const measured = (name: string, unit: string | undefined): StudyColumn => ({
  name,
  type: "float64",
  ...(unit === undefined ? {} : { unit }),
  role: "measured",
});

function columnsOfReduced({ name, reduction, unit }: Reduced, quantities: readonly Quantity[]): StudyColumn[] {
  const suffixes = reduction === "error" ? [""] : quantities.map(({ suffix }) => suffix);
  return suffixes.flatMap((suffix) =>
    COLUMNS_OF[reduction].map((end) => measured(`${name}${suffix === "" ? "" : `.${suffix}`}${end}`, unit)),
  );
}

/** What a measure is of: all coordinates and velocities, everything that is conserved, all probes; the energy, an invariant or a probe by its name;
 *  or an expression. */
function quantitiesAt(
  of: Entry,
  reduction: Reduction,
  { problem, record }: Plan,
  { given }: Model,
  invariants: readonly Invariant[],
  ofFirst: readonly string[],
): Quantity[] {
  const text = of.text();
  const ofInvariant = ({ name, value }: Invariant): Quantity => ({
    suffix: name,
    value: ({ t, q, v }) => value(t, q, v),
    invariant: true,
  });
  // Kinetic and potential energy have a sum whether or not it is conserved.
  const named = (name: string) =>
    [...invariants, ...problem.system.invariants].find((each) => each.name === name) ??
    (name === "energy" ? wholeEnergyOf(problem.system) : undefined);
  if (text === "invariants")
    return ofFirst.map((name) => {
      const found = named(name);
      if (found !== undefined) return ofInvariant(found);
      throw of.error(`${name} is conserved in others and not in this one; measure quantities that all cases have`);
    });
  if (text === "probes") return record.probes.map(({ name, value }) => ({ suffix: name, value }));
  if (text === "state") {
    const view = viewOf(problem);
    const part = (which: "q" | "v") =>
      view.labels.map(
        (label, i): Quantity => ({ suffix: `${which}.${label}`, value: (s) => view.expand(s)[which][i] }),
      );
    return reduction === "error" ? part("q") : [...part("q"), ...part("v")];
  }
  const probe = record.probes.find(({ name }) => name === text);
  if (probe !== undefined) return [{ suffix: "", value: probe.value }];
  const invariant = named(text);
  if (invariant !== undefined) return [{ ...ofInvariant(invariant), suffix: "" }];
  const coordinate = problem.view === undefined ? problem.system.labels.indexOf(text) : -1;
  return [{ suffix: "", value: stateFunction(of, problem, given), ...(coordinate >= 0 && { coordinate }) }];
}

/** Of parameters that serve many cases each is compiled once. */
const known = new WeakMap<object, Map<string, StateFunction>>();

function stateFunction(of: Entry, problem: Problem, given: Model["given"]): StateFunction {
  // What is seen through a view belongs to its problem.
  if (problem.view !== undefined) return stateFunctions([of], problem, given)[0];
  const functions = known.get(given) ?? new Map<string, StateFunction>();
  known.set(given, functions);
  const key = JSON.stringify([of.text(), problem.system.labels]);
  const value = functions.get(key) ?? stateFunctions([of], problem, given)[0];
  functions.set(key, value);
  return value;
}

/** The name of a column as a word of an expression: end.q.x is end_q_x. */
const wordOf = (column: string) => column.replace(/[^\p{L}\p{N}_]+/gu, "_").replace(/_$/, "");

/** Expressions of measures, of the numbers of a run and of its parameters; each may use those before it. */
function derivedBy(
  derived: readonly Derived[],
  measured: readonly string[],
  parameters: readonly string[],
): StudyMeasures["completed"] {
  const words = measured.map(wordOf);
  const counted = ["steps", "gradients", "tangents", "factorizations", "iterations", "t"];
  const ofRun = [...new Set([...counted, ...parameters.map(wordOf)])];
  const parts = derived.map(({ name, formula }) => {
    const expression = formula.blamed(() => parsed(formula.formula()));
    const names = new Set(expression.postfix.flatMap((step) => (step.kind === "name" ? [step.name] : [])));
    const inputs = [...names].filter((each) => !CONSTANTS.has(each));
    const constant = [...names].find((each) => CONSTANTS.has(each) && words.includes(each));
    if (constant !== undefined) throw formula.error(`"${constant}" is a constant and a measure; rename the measure`);
    const twofold = inputs.find((each) => words.filter((word) => word === each).length > 1);
    if (twofold !== undefined) throw formula.error(`two measures are written "${twofold}" here; rename one of them`);
    const unknown = inputs.find((each) => !words.includes(each) && !ofRun.includes(each));
    if (unknown !== undefined) {
      if (derived.some((other) => wordOf(other.name) === unknown))
        throw formula.error(`the measure "${unknown}" does not stand before this one; accepted: those that do`);
      const known = [...words, ...ofRun];
      const hint = `${didYouMean(unknown, known)} Accepted: ${known.join(", ")}; quantities of the motion as { final: … } or { peak: … }`;
      throw formula.error(`there is no measure "${unknown}".${hint}`);
    }
    const places = inputs.map((each) => ({ each, at: words.lastIndexOf(each) }));
    const evaluate = formula.blamed(() => compile({ inputs, outputs: [formula.formula()] }));
    words.push(wordOf(name));
    return { places, evaluate, input: new Float64Array(inputs.length) };
  });
  const output = new Float64Array(1);
  return (values, numbers) => {
    const all = [...values];
    for (const { places, evaluate, input } of parts) {
      places.forEach(({ each, at }, i) => {
        input[i] = at >= 0 ? all[at] : (numbers.get(each) ?? Number.NaN);
      });
      evaluate(input, output);
      all.push(output[0]);
    }
    return all.slice(values.length);
  };
}

export const numbersByWord = (numbers: Readonly<Record<string, unknown>>): [string, number][] =>
  Object.entries(numbers).flatMap(([name, value]) => (typeof value === "number" ? [[wordOf(name), value]] : []));

const shortList = (labels: readonly string[]) =>
  labels.length > 6 ? `${labels.slice(0, 6).join(", ")}, … (${labels.length})` : labels.join(", ");
