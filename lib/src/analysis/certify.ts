/** A method's claims measured on one problem: order, symplecticity, symmetry, what it conserves, its ledger. What is not claimed is measured as
 *  well, and what cannot be measured says why. No verdict depends on units, nor on one step size. [docs/topics/certificates.md] */
import { claimsOn, type Method } from "../core/method.js";
import type { Problem } from "../core/system.js";
import { type Finding, notMeasured } from "./certify/finding.js";
import { type Motion, watched } from "./certify/motion.js";
import { invariantFindings, keeps } from "./certify/of-invariants.js";
import { ledgerFinding } from "./certify/of-ledger.js";
import { orderFinding } from "./certify/of-order.js";
import { symmetricFinding, symplecticFinding } from "./certify/of-structure.js";
import { variationalFindings } from "./certify/of-theorems.js";
import type { OrderFit } from "./certify/order.js";
import { resolutions } from "./certify/resolutions.js";
import { type Scales, scalesOf, stepSizes } from "./certify/scales.js";
import { type Setting, smoothnessOf } from "./certify/setting.js";

export type { DefectPoint, Defects } from "./certify/defects.js";
export type { DriftTest } from "./certify/energy-drift.js";
export type { Evidence, Finding, Verdict } from "./certify/finding.js";
export { keeps } from "./certify/of-invariants.js";
export type { OrderFit } from "./certify/order.js";

export interface Certificate {
  readonly method: string;
  readonly step: number;
  readonly steps: number;
  /** What defects are relative to; null where nothing moves. */
  readonly scales: Pick<Scales, "energy" | "time" | "crossing"> | null;
  readonly findings: readonly Finding[];
  readonly convergence: OrderFit | null;
}

export interface CertifyOptions {
  readonly step: number;
  /** How many steps the conservation of invariants is watched for. */
  readonly steps: number;
  /** The most accurate method there is: its result is what errors are measured against. */
  readonly reference: Method;
}

/** What is spent, by the number of unknowns: step sizes for the structure of a step, step sizes of runs, and their steps. */
const EFFORTS = [
  { upTo: 12, sizes: 8, runs: 5, steps: 500 },
  { upTo: 300, sizes: 5, runs: 3, steps: 200 },
  { upTo: Number.POSITIVE_INFINITY, sizes: 3, runs: 2, steps: 100 },
] as const;

export function certify(problem: Problem, method: Method, { step, steps, reference }: CertifyOptions): Certificate {
  const claims = claimsOn(method, problem.system);
  const motion = watched(problem, method, step, steps);
  const { resolved, scales } = resolvedFrom(problem, method, motion);
  const about = { method: method.id, step, steps };
  if (scales === null) return { ...about, scales, convergence: null, findings: unmoved(problem, method, motion) };
  const effort = EFFORTS.find(({ upTo }) => problem.system.dof <= upTo) ?? EFFORTS[0];
  const setting: Setting = {
    problem,
    method,
    claims,
    step,
    steps,
    reference,
    motion,
    resolved,
    scales,
    sizes: effort.sizes,
  };
  const motions = otherMotions(setting, Math.min(steps, effort.steps), effort.runs)
    // A motion that has run away has become another one.
    .filter(({ kinetic, potential }) => Math.max(kinetic, potential) < 100 * scales.energy);
  const order = orderFinding(setting);
  // A property that is not claimed and holds at a few states may fail where a condition changes.
  const isEverywhere = smoothnessOf(problem) === Number.POSITIVE_INFINITY;
  const between = (finding: Finding): Finding =>
    isEverywhere || finding.verdict !== "also found"
      ? finding
      : {
          ...finding,
          verdict: "not measured",
          measured: `${finding.measured}; not where conditions on the state change`,
        };
  return {
    ...about,
    scales: { energy: scales.energy, time: scales.time, crossing: scales.crossing },
    convergence: order.evidence.order ?? null,
    findings: [
      order,
      between(symplecticFinding(setting)),
      between(symmetricFinding(setting)),
      ...invariantFindings(setting, motions),
      ...variationalFindings(setting),
      ledgerFinding(setting, motions),
    ],
  };
}

/** A step that is far too long shows another motion, with other scales: a pendulum that is thrown over at every step. It is made shorter until
 *  it resolves the motion that it shows. */
function resolvedFrom(problem: Problem, method: Method, motion: Motion) {
  let resolved = motion;
  let scales = scalesOf(problem, motion);
  // A method with its own clock has resolutions that are no steps.
  if (method.clock === "own") return { resolved, scales: scales && { ...scales, longest: Number.POSITIVE_INFINITY } };
  for (let k = 0; k < 8 && scales !== null && resolved.step > scales.longest; k++) {
    const shorter = watched(problem, method, Math.max(scales.longest / 2, resolved.step / 1000), motion.steps);
    const found = scalesOf(problem, shorter);
    if (found === null) break;
    [resolved, scales] = [shorter, found];
  }
  return { resolved, scales };
}

/** Runs at other step sizes; of a method with its own clock, at other resolutions. */
function otherMotions({ problem, method, step, scales, resolved }: Setting, steps: number, sizes: number): Motion[] {
  if (method.clock === "fixed") {
    return stepSizes(resolved.step, scales, sizes).map((size) =>
      size === resolved.step && steps === resolved.steps ? resolved : watched(problem, method, size, steps),
    );
  }
  return resolutions(method, 4)
    .map(({ method: each, size }) => ({ ...watched(problem, each, step, steps), step: size }))
    .sort((a, b) => a.step - b.step);
}

function unmoved(problem: Problem, method: Method, { states, failure }: Motion): Finding[] {
  const why =
    states.length === 0
      ? `it cannot be run: ${failure}`
      : failure !== null
        ? `it cannot be run with this step: ${failure}`
        : "nothing moves from this start: there is no scale to measure by";
  const { order, symplectic, symmetric, balance } = claimsOn(method, problem.system);
  return [
    notMeasured("order", `${order}`, why),
    notMeasured("symplectic", symplectic === null ? "no" : `yes, ${symplectic.name} form`, why),
    notMeasured("symmetric", symmetric ? "yes" : "no", why),
    ...problem.system.invariants.map(({ name }) =>
      notMeasured(name, keeps(method, problem, name) ? "exact" : "no", why),
    ),
    notMeasured("energy ledger", balance, why),
  ];
}
