/** A method's claims measured on one problem: order, symplecticity, reversibility, what it conserves. What cannot be
 *  measured on the problem is said so, never passed over. */
import { type Conserved, claimsOn, type Method, refusal } from "../core/method.js";
import { run } from "../core/run.js";
import { type Invariant, isConservative, type Problem } from "../core/system.js";
import { maxOf } from "../core/vec.js";
import { extremes } from "../observers/extremes.js";
import { probe } from "../observers/probe.js";
import { drift } from "./drift.js";
import { type Convergence, convergence, type Reference } from "./order.js";
import { reversalDefect, symplecticDefect } from "./structure.js";
import { variationalNature } from "./variational-nature.js";

export interface Finding {
  readonly property: string;
  /** What the method claims, in words. */
  readonly claim: string;
  /** What was measured, in words. */
  readonly measured: string;
  readonly value: number | null;
  readonly verdict: "holds" | "fails" | "not claimed" | "not measured";
}

export interface Certificate {
  readonly method: string;
  readonly step: number;
  readonly findings: readonly Finding[];
  readonly convergence: Convergence | null;
}

export interface CertifyOptions {
  readonly step: number;
  /** How many steps the conservation of invariants is watched for. */
  readonly steps: number;
  /** The most accurate method there is: its result is what errors are measured against. */
  readonly reference: Method;
}

/** Orders are accepted within this distance. */
const ORDER_TOLERANCE = 0.15;
/** Rounding errors of an invariant grow like a random walk: some ulps a step, of either sign. */
const roundOff = (steps: number) => 50 * Number.EPSILON * Math.sqrt(steps);
/** Differencing the step leaves about this much. */
const DIFFERENCING = 1e-11;
const REVERSAL = 1e-11;

export function certify(problem: Problem, method: Method, options: CertifyOptions): Certificate {
  const order = orderFinding(problem, method, options);
  return {
    method: method.id,
    step: options.step,
    convergence: order.convergence,
    findings: [
      order.finding,
      symplecticFinding(problem, method, options),
      symmetricFinding(problem, method, options),
      ...invariantFindings(problem, method, options),
      ...variationalFindings(problem, method, options),
      ledgerFinding(problem, method, options),
    ],
  };
}

function orderFinding(problem: Problem, method: Method, { step, reference }: CertifyOptions) {
  const { order, orderUndamped = order } = method.claims;
  const claimed = problem.system.damping === null ? orderUndamped : order;
  const claim = `${claimed}`;
  if (method.clock === "own") {
    return { finding: notMeasured("order", claim, "the method chooses its own steps"), convergence: null };
  }
  // No reference holds constraints: there the method's own fine steps stand for the exact motion.
  const own = refusal(reference, problem.system) !== null;
  if (own && problem.system.friction !== undefined) {
    return { finding: notMeasured("order", claim, "friction makes the motion too rough"), convergence: null };
  }
  // Sixteen steps: long enough to see the method, short enough for chaos not to blur it.
  const end = problem.t0 + 16 * step;
  const time = !own && reference.clock === "own" ? { end } : { step: step / 512, steps: 16 * 512 };
  const exact = run(problem, own ? method : reference, { time });
  if (exact.status !== "completed") {
    return { finding: notMeasured("order", claim, "the reference run failed"), convergence: null };
  }
  const measured = convergence(problem, method, {
    end,
    step,
    refinements: own ? 4 : method.claims.order >= 6 ? 10 : 6,
    ratio: method.claims.order >= 6 ? Math.SQRT2 : 2,
    reference: exact.last as Reference,
    floor: 1e-12,
  });
  const value = Math.min(measured.positionOrder, measured.velocityOrder);
  if (Number.isNaN(value)) {
    const reason = "too few errors between rounding and the size of the motion; try another step";
    return { finding: notMeasured("order", claim, reason), convergence: measured };
  }
  const words = `${measured.positionOrder.toFixed(2)} in q, ${measured.velocityOrder.toFixed(2)} in v`;
  const finding = judged("order", claim, words, value, value > claimed - ORDER_TOLERANCE);
  return { finding, convergence: measured };
}

function symplecticFinding(problem: Problem, method: Method, { step }: CertifyOptions): Finding {
  const form = method.claims.symplectic;
  const property = "symplectic";
  if (form === null) return { property, claim: "no", measured: "", value: null, verdict: "not claimed" };
  const claim = `yes, ${form.name} form`;
  if (method.clock === "own") return notMeasured(property, claim, "the method chooses its own steps");
  const { damping, friction, constraints } = problem.system;
  if (damping !== null || friction !== undefined) return notMeasured(property, claim, "the system is damped");
  if (constraints !== undefined) return notMeasured(property, claim, "the system is constrained");
  if (problem.system.load?.byPosition != null || problem.system.load?.byVelocity != null) {
    return notMeasured(property, claim, "the loads depend on the state");
  }
  if (problem.system.dof > 60) return notMeasured(property, claim, "more than 60 degrees of freedom");
  const value = symplecticDefect(problem, method, step, form);
  return judged(property, claim, `defect ${value.toExponential(1)}`, value, value < DIFFERENCING);
}

function symmetricFinding(problem: Problem, method: Method, { step }: CertifyOptions): Finding {
  const property = "symmetric";
  if (!method.claims.symmetric) return { property, claim: "no", measured: "", value: null, verdict: "not claimed" };
  if (method.clock === "own") return notMeasured(property, "yes", "the method chooses its own steps");
  const dissipates = problem.system.damping !== null || problem.system.friction !== undefined;
  if (method.claims.orderUndamped !== undefined && dissipates) {
    return notMeasured(property, "where nothing is damped", "the system is damped");
  }
  const value = reversalDefect(problem, method, step);
  if (Number.isNaN(value)) return notMeasured(property, "yes", "a step or its way back could not be solved");
  return judged(property, "yes", `step back misses by ${value.toExponential(1)}`, value, value < REVERSAL);
}

function invariantFindings(problem: Problem, method: Method, { step, steps }: CertifyOptions): Finding[] {
  const known = problem.system.invariants;
  const time = method.clock === "own" ? { end: problem.t0 + step * steps } : { step, steps };
  // Those of the exact motion, and those that the scheme has of its own.
  const observe = (invariants: readonly Invariant[]) => ({
    extremes: extremes(invariants),
    energy: probe((s) => invariants[0]?.value(s.t, s.q, s.v) ?? 0),
  });
  const { status, observed, steps: taken } = run(problem, method, { time, observe, growth: "report" });
  if (status !== "completed") {
    return known.map(({ name }) => notMeasured(name, "", `the run failed after ${taken} steps`));
  }
  return observed.extremes.map(({ name, initial, min, max }) => {
    const scale = Math.max(Math.abs(initial), Math.abs(min), Math.abs(max), typicalSize(problem, name));
    const band = (max - min) / scale;
    const words = `varies by ${band.toExponential(1)} over ${taken} steps`;
    // A method in an approximate potential shows the true energy beside its own, without keeping it.
    const own = name !== "energy-exact" && known.every((invariant) => invariant.name !== name);
    if (own || keeps(method, problem, name)) return judged(name, "exact", words, band, band < roundOff(taken));
    const bounded = name === "energy" && method.claims.symplectic !== null && isConservative(problem.system);
    if (!bounded || observed.energy.t.length < 200) {
      return { property: name, claim: "no", measured: words, value: band, verdict: "not claimed" };
    }
    const { share, slope, standardError } = drift(observed.energy.t, observed.energy.values);
    const steady = share < 0.1 || Math.abs(slope) < 4 * standardError;
    const claim = "bounded, without drift";
    return judged(name, claim, `${words}, drift ${(100 * share).toFixed(1)} % of that`, band, steady);
  });
}

/** The theorems that say in what sense the method is variational. */
function variationalFindings(problem: Problem, method: Method, { step }: CertifyOptions): Finding[] {
  return variationalNature(problem, method, step).map(({ theorem, defect, holds }) =>
    judged(theorem, "yes", `off by ${defect.toExponential(1)}`, defect, holds),
  );
}

/** Does the method claim to keep this invariant on this system? */
export function keeps(method: Method, problem: Problem, invariant: string): boolean {
  const claims = (what: Conserved) => claimsOn(method, problem.system).conserves.includes(what);
  if (invariant.startsWith("linear-momentum")) return claims("linear-momentum");
  if (invariant.startsWith("angular-momentum")) return claims("angular-momentum");
  if (invariant !== "energy") return false;
  return claims("energy") || (problem.system.kind === "linear" && claims("energy-of-linear-systems"));
}

/** A momentum may be zero: its size is then that of the parts that cancel. */
function typicalSize({ system, q0, v0 }: Problem, name: string): number {
  const p = new Float64Array(system.dof);
  system.mass.apply(v0, p);
  const momentum = maxOf(p.map(Math.abs));
  if (name.startsWith("linear-momentum")) return momentum;
  if (/^(angular|newmark)-momentum/.test(name)) return momentum * maxOf(q0.map(Math.abs));
  return 0;
}

function ledgerFinding(problem: Problem, method: Method, { step, steps }: CertifyOptions): Finding {
  const property = "energy ledger";
  if (method.claims.balance === "open") {
    return { property, claim: "open", measured: "", value: null, verdict: "not claimed" };
  }
  const time = method.clock === "own" ? { end: problem.t0 + step * steps } : { step, steps };
  const { status, ledger, steps: taken } = run(problem, method, { time, ledger: true, growth: "report" });
  if (status !== "completed" || ledger === null || ledger.residual === null) {
    return notMeasured(property, "closed", `the run failed after ${taken} steps`);
  }
  const { kinetic, potential, work, dissipation, algorithmic, residual } = ledger;
  const energy = Math.abs(problem.system.potential(problem.q0));
  const scale = maxOf([kinetic, potential, work, dissipation, algorithmic, energy].map(Math.abs));
  const value = scale === 0 ? Math.abs(residual) : Math.abs(residual) / scale;
  return judged(property, "closed", `residual ${value.toExponential(1)}`, value, value < 20 * roundOff(taken));
}

function judged(property: string, claim: string, measured: string, value: number, holds: boolean): Finding {
  return { property, claim, measured, value, verdict: holds ? "holds" : "fails" };
}

function notMeasured(property: string, claim: string, reason: string): Finding {
  return { property, claim, measured: reason, value: null, verdict: "not measured" };
}
