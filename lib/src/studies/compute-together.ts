/** Cases that differ in starts and parameters alone, in lanes (docs/topics/ensembles.md): where the ends of their motions and the largest displacements are all that is
 *  measured. A case that comes to an end before the others, or whose work is not known, is left to who computes it alone. */
import type { System } from "../core/system.js";
import type { Vec } from "../core/vec.js";
import { type Ensemble, runMany } from "../ensembles/index.js";
import { isAdjustable } from "../symbolic/index.js";
import { canonical } from "./canonical.js";
import { type Ended, measuredBy, type Reference } from "./compute-case.js";
import type { PlannedCase } from "./plans.js";
import type { ReadStudy } from "./read-study.js";
import type { Case } from "./study.js";

export interface WaitingCase {
  readonly c: Case;
  readonly found: PlannedCase;
}

/** Fewer are not worth it. */
const FEWEST = 4;

export function ensemblesOf(study: ReadStudy) {
  const waiting = new Map<System, Map<string, WaitingCase[]>>();
  return {
    /** Whether it waits for others like it. */
    takes(c: Case, found: PlannedCase): boolean {
      const { method, time, stop, problem } = found.plan;
      if (!study.measures.ofEnds || stop !== null || method.clock !== "fixed" || !("step" in time)) return false;
      const key = canonical({ method: method.id, ...method.parameters, step: time.step, steps: time.steps });
      const ofSystem = waiting.get(problem.system) ?? new Map<string, WaitingCase[]>();
      waiting.set(problem.system, ofSystem);
      const alike = ofSystem.get(key) ?? [];
      ofSystem.set(key, alike);
      alike.push({ c, found });
      return true;
    },
    groups: (): WaitingCase[][] => [...waiting.values()].flatMap((ofSystem) => [...ofSystem.values()]),
    /** Null for those that are to be computed alone. */
    run(group: readonly WaitingCase[], referenceFor: Reference): (Ended | null)[] {
      const isEnough = ({ found }: WaitingCase) => measuringOf(study, settled(found)).withPeaks !== null;
      const ensemble = group.length < FEWEST ? null : orNull(() => (isEnough(group[0]) ? ensembleOf(group) : null));
      if (ensemble === null) return group.map(() => null);
      return group.map((each, member) => orNull(() => endedIn(study, ensemble, member, each, referenceFor)));
    },
  };
}

/** Null for what is refused, or goes wrong: who computes it alone tells why. */
function orNull<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}

const measuringOf = ({ measures }: ReadStudy, { plan, model }: PlannedCase) =>
  measures.begin(plan, model, plan.problem.system.invariants);

function endedIn(
  study: ReadStudy,
  ensemble: Ensemble,
  member: number,
  { c, found }: WaitingCase,
  referenceFor: Reference,
): Ended | null {
  const counts = countsOf(ensemble, member);
  if (ensemble.failures.has(member) || counts === null) return null;
  const { plan } = settled(found);
  const { t0, q0, v0 } = plan.problem;
  const measuring = measuringOf(study, found);
  const part = (all: Vec) => all.slice(member * ensemble.dof, (member + 1) * ensemble.dof);
  measuring.withPeaks?.(part(ensemble.peaks as Vec));
  const first = { n: 0, t: t0, q: q0, v: v0, memory: [] };
  const [steps] = counts;
  const h = "step" in plan.time ? plan.time.step : Number.NaN;
  const last = { n: steps, t: t0 + steps * h, q: part(ensemble.q), v: part(ensemble.v), memory: [] };
  const motion = {
    first,
    last,
    counts,
    outcome: "completed",
    notices: [...plan.notices, ...(ensemble.notices?.[member] ?? [])],
  } as const;
  return measuredBy(study, measuring, found, c, motion, referenceFor, () => null);
}

/** With the parameters of this case set, where its system serves others too. */
export function settled(found: PlannedCase): PlannedCase {
  const { given, parameters } = found.model;
  if (isAdjustable(given)) given.set(parameters);
  return found;
}

function ensembleOf(group: readonly WaitingCase[]): Ensemble {
  const [{ found }] = group;
  const { plan, model } = settled(found);
  const { problem, method, time } = plan;
  const { dof } = problem.system;
  const [q, v] = [new Float64Array(group.length * dof), new Float64Array(group.length * dof)];
  group.forEach(({ found: { plan: own } }, member) => {
    q.set(own.problem.q0, member * dof);
    v.set(own.problem.v0, member * dof);
  });
  const values = (name: string) => group.map(({ found: { model: own } }) => own.parameters[name]);
  const differs = (name: string) => values(name).some((value) => !Object.is(value, model.parameters[name]));
  const names = isAdjustable(model.given) ? Object.keys(model.parameters).filter(differs) : [];
  return runMany(problem, method, {
    time,
    members: group.length,
    starts: { q, v },
    ...(isAdjustable(model.given) && {
      adjustable: model.given,
      parameters: Object.fromEntries(names.map((name) => [name, values(name)])),
    }),
    peaks: true,
    work: true,
    notices: true,
  });
}

/** As RUN_COLUMNS; null where they are not known. */
function countsOf({ steps, work }: Ensemble, member: number): number[] | null {
  if (work === null) return null;
  const { gradients, tangents, factorizations, iterations } = work;
  const counts = [steps, gradients, tangents, factorizations, iterations].map((all) => all[member]);
  return counts.some(Number.isNaN) ? null : counts;
}
