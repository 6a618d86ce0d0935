/** Is a step stable for every mode of a system? Answered before the run.
 *
 *  A conditionally stable scheme amplifies undamped modes whose h ω lies in one of its pockets. How many frequencies lie there is
 *  counted, not computed: K − σM has as many negative pivots as there are ω² below σ [sylvester1852]. That takes one sparse
 *  factorization where all is well, which is nearly always, since then every ω² lies below the first pocket. */
import { InputError } from "../core/failure.js";
import type { Matrix } from "../core/matrix.js";
import type { Problem, System } from "../core/system.js";
import { sparseLDLT } from "../linalg/sparse/multifrontal.js";
import { union } from "../linalg/sparsity.js";

/** An interval of h ω in which a mode is amplified. */
export interface Pocket {
  readonly from: number;
  readonly to: number;
}

/** Refuses a step that is unstable for a linear, undamped system. Where damping may hold a mode, or the tangent changes along
 *  the way, there is only something to say. */
export function checkStability(method: string, problem: Problem, h: number, pockets: readonly Pocket[]): string[] {
  const { system } = problem;
  if (system.tangent === null) return [];
  const found = unstableModes(system, problem, Math.abs(h), pockets);
  if (found === null) return [];
  const { count, highest, limit } = found;
  const modes = count === 1 ? "one mode" : `${count} modes`;
  const reason = `with the step ${short(Math.abs(h))} ${method} amplifies ${modes} of ${system.dof}`;
  const advice = `the highest frequency is ${short(highest)} rad/s, so that steps below ${short(limit)} are stable`;
  if (system.kind === "linear" && system.damping === null) {
    throw new InputError(`${reason}; ${advice}. Take one, or gauss, which is stable for every step`, { key: "step" });
  }
  return system.kind === "linear"
    ? [`${reason}, unless its damping holds them; ${advice}`]
    : [`${reason}, as it is at the start; there ${advice}`];
}

interface Unstable {
  readonly count: number;
  /** The highest frequency, in rad per unit of time. */
  readonly highest: number;
  /** The longest step below all pockets. */
  readonly limit: number;
}

function unstableModes(system: System, { q0 }: Problem, h: number, pockets: readonly Pocket[]): Unstable | null {
  const below = modesBelow(system, q0);
  const first = pockets[0].from;
  const at = (z: number) => (z === Number.POSITIVE_INFINITY ? system.dof : below((z / h) * (z / h)));
  if (at(first) === system.dof) return null;
  const count = pockets.reduce((sum, { from, to }) => sum + at(to) - at(from), 0);
  if (count === 0) return null;
  const highest = highestFrequency(below, system.dof, first / h);
  return { count, highest, limit: first / highest };
}

/** How many ω² of the pair (∇²V, M) at q lie below σ. */
function modesBelow({ mass, tangent, dof }: System, q: Float64Array): (sigma: number) => number {
  if (tangent === null) return () => dof;
  const stiffness: Matrix = { pattern: tangent.pattern, values: new Float64Array(tangent.pattern.column.length) };
  tangent.values(q, stiffness.values);
  const { pattern, positions } = union([stiffness.pattern, mass.matrix.pattern]);
  const ldlt = sparseLDLT(pattern);
  const values = new Float64Array(pattern.column.length);
  return (sigma) => {
    // A shift on top of an eigenvalue has no inverse; one next to it has.
    for (let shift = sigma; ; shift *= 1 - 1e-9) {
      values.fill(0);
      for (let j = 0; j < stiffness.values.length; j++) values[positions[0][j]] = stiffness.values[j];
      for (let j = 0; j < mass.matrix.values.length; j++) values[positions[1][j]] -= shift * mass.matrix.values[j];
      if (ldlt.factor(values) === null) return ldlt.inertia().negative;
    }
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
