/** Is a step stable for every mode of a system? Answered before the run.
 *
 *  A conditionally stable scheme amplifies undamped modes whose h ω lies in one of its pockets. Where the mass is diagonal the
 *  largest row sum of |M⁻¹K| bounds all ω², and a look at the entries is often enough. Otherwise the frequencies in a pocket are
 *  counted, not computed: K − σM has as many negative pivots as there are ω² below σ [sylvester1852]. That takes one sparse
 *  factorization where the step is stable, which is nearly always, since then every ω² lies below the first pocket. */

import { InputError } from "../core/failure.js";
import type { Matrix } from "../core/matrix.js";
import { type Notice, noticesOf } from "../core/notice.js";
import type { Mass, Problem, System } from "../core/system.js";
import { largestQuotient } from "../linalg/largest-quotient.js";
import { sparseLDLT } from "../linalg/sparse/multifrontal.js";
import { union } from "../linalg/sparsity.js";

const UNSTABLE = "unstable-step";

/** An interval of h ω in which a mode is amplified. */
export interface Pocket {
  readonly from: number;
  readonly to: number;
}

/** Refuses a step that is unstable for a linear, undamped system. Where damping may hold a mode, or the tangent changes along
 *  the way, there is only something to say. */
export function checkStability(method: string, problem: Problem, h: number, pockets: readonly Pocket[]): Notice[] {
  const { system } = problem;
  if (system.tangent === null) return [];
  const found = unstableModes(system, problem, Math.abs(h), pockets);
  if (found === null) return [];
  const { count, highest, limit } = found;
  const modes = count === 1 ? "one mode" : `${count} modes`;
  const reason = `with the step ${short(Math.abs(h))} ${method} amplifies ${modes} of ${system.dof}`;
  const advice = `the highest frequency is ${short(highest)} rad/s, so that steps below ${short(limit)} are stable`;
  if (system.kind === "linear" && system.damping === null) {
    throw new InputError(
      `${reason}; ${advice}. Take one, or gauss, which is stable for every step`,
      { key: "step" },
      "unsuited-step",
    );
  }
  return noticesOf(UNSTABLE, [
    system.kind === "linear"
      ? `${reason}, unless its damping holds them; ${advice}`
      : `${reason}, as it is at the start; there ${advice}`,
  ]);
}

interface Unstable {
  readonly count: number;
  /** The highest frequency, in rad per unit of time. */
  readonly highest: number;
  /** The longest step below all pockets. */
  readonly limit: number;
}

function unstableModes(system: System, { q0 }: Problem, h: number, pockets: readonly Pocket[]): Unstable | null {
  const stiffness = stiffnessAt(system, q0);
  const first = pockets[0].from;
  if (frequencyBound(system.mass, stiffness) * h * h < first * first) return null;
  const below = modesBelow(system, stiffness);
  const at = (z: number) => (z === Number.POSITIVE_INFINITY ? system.dof : below((z / h) * (z / h)));
  if (at(first) === system.dof) return null;
  const count = pockets.reduce((sum, { from, to }) => sum + at(to) - at(from), 0);
  if (count === 0) return null;
  const highest = highestFrequency(below, system.dof, first / h);
  return { count, highest, limit: first / highest };
}

/** Of an explicit scheme, stable for h ω < `limit`: is the step certainly too long? Large systems are run by such schemes because nobody
 *  wants to factor them, so the highest frequency is approached from below, at the cost of a few dozen steps. */
export function remarkExplicit(method: string, { system, q0 }: Problem, h: number, limit: number): Notice[] {
  if (system.tangent === null) return [];
  const stiffness = stiffnessAt(system, q0);
  if (frequencyBound(system.mass, stiffness) * h * h < limit * limit) return [];
  const highest = Math.sqrt(Math.max(0, largestQuotient(system.mass, stiffness)));
  if (!(highest * Math.abs(h) > limit)) return [];
  const place = system.kind === "linear" ? "" : ", as it is at the start";
  return noticesOf(UNSTABLE, [
    `with the step ${short(Math.abs(h))} ${method} is unstable${place}, and the motion will grow beyond all bounds: the highest ` +
      `frequency is ${short(highest)} rad/s; take steps below ${short(limit / highest)}, or a method that is stable for every step`,
  ]);
}

/** ∇²V at q. */
function stiffnessAt({ tangent }: System, q: Float64Array): Matrix {
  if (tangent === null) throw new InputError("a system without its tangent has no frequencies to look at");
  const { pattern } = tangent;
  const values = new Float64Array(pattern.column.length);
  tangent.values(q, values);
  return { pattern, values };
}

/** No ω² is larger: the largest row sum of |M⁻¹K|. Infinity where M is not diagonal. */
function frequencyBound({ diagonal }: Mass, { pattern, values }: Matrix): number {
  if (diagonal === null) return Number.POSITIVE_INFINITY;
  let bound = 0;
  for (let i = 0; i < pattern.size; i++) {
    let sum = 0;
    for (let j = pattern.rowStart[i]; j < pattern.rowStart[i + 1]; j++) sum += Math.abs(values[j]);
    bound = Math.max(bound, sum / diagonal[i]);
  }
  return bound;
}

/** How many ω² lie below σ. */
function modesBelow({ mass: { matrix: mass }, threads }: System, stiffness: Matrix): (sigma: number) => number {
  const { pattern, positions } = union([stiffness.pattern, mass.pattern]);
  const ldlt = sparseLDLT(pattern, { threads });
  const values = new Float64Array(pattern.column.length);
  return (sigma) => {
    // A shift on top of an eigenvalue has no inverse; one next to it has. A tangent that is not finite has none at all.
    for (const aside of [0, 1e-9, 1e-7, 1e-5]) {
      values.fill(0);
      for (let j = 0; j < stiffness.values.length; j++) values[positions[0][j]] = stiffness.values[j];
      const shift = sigma * (1 - aside);
      for (let j = 0; j < mass.values.length; j++) values[positions[1][j]] -= shift * mass.values[j];
      if (ldlt.factor(values) === null) return ldlt.inertia().negative;
    }
    return pattern.size;
  };
}

/** To a thousandth, from a frequency that is not the highest: doubled until all lie below, then bisected. */
function highestFrequency(below: (sigma: number) => number, dof: number, start: number): number {
  let low = start;
  let high = 2 * start;
  while (below(high * high) < dof) [low, high] = [high, 2 * high];
  while (high > 1.001 * low) {
    const middle = (low + high) / 2;
    if (below(middle * middle) < dof) low = middle;
    else high = middle;
  }
  return high;
}

const short = (value: number) => String(Number(value.toPrecision(4)));
