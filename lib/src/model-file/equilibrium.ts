/** The start at rest under the loads of the start time, ∇V(q) = F(t0, q, 0); where they jump there, under those from before: what is then
 *  let go moves. Linear systems are solved at once. Others by Newton's
 *  iteration on a load that grows in steps: a step that does not converge is halved. */
import type { Failure } from "../core/failure.js";
import type { Sparsity } from "../core/matrix.js";
import type { System, TimeLoad } from "../core/system.js";
import type { Vec } from "../core/vec.js";
import { analyze, type Factorization } from "../linalg/factorization.js";
import { union } from "../linalg/sparsity.js";
import { normInf } from "../linalg/vec.js";
import type { Entry } from "./entry.js";
import { looseDirection } from "./loose-direction.js";

export function equilibrium(system: System, t0: number, start: Entry): Vec {
  const q = new Float64Array(system.dof);
  const failure = system.kind === "linear" ? solved(system, t0, q) : loaded(system, t0, q);
  if (failure === null) return q;
  if ("words" in failure) throw start.error(`${failure.words}; give q and v instead`);
  const { row } = failure;
  const named = system.describe?.(row);
  const where = named === undefined ? `, at ${system.labels[row]}` : `: ${named}, is not held`;
  throw start.error(
    `there is no equilibrium: the stiffness matrix is singular${where}; hold it, or give q and v instead`,
  );
}

function loadBefore({ load }: System, t0: number, q: Vec, rest: Vec, out: Vec): void {
  const before = load !== null && "kinks" in load ? (load as TimeLoad).addDerivative : undefined;
  if (before === undefined) load?.addTo(t0, q, rest, out);
  else before(0, t0, -1, out);
}

type Trouble = { readonly row: number } | { readonly words: string };

const rowOf = (failure: Failure, words: string, loose: () => number | null): Trouble =>
  "row" in failure ? { row: loose() ?? failure.row } : { words };

function solved(system: System & { kind: "linear" }, t0: number, q: Vec): Trouble | null {
  const force = new Float64Array(system.dof);
  loadBefore(system, t0, q, q, force);
  const factors = analyze(system.stiffness.pattern, true);
  const words = "there is no equilibrium that could be computed";
  const singular = factors.factor(system.stiffness.values);
  const loose = () => looseDirection(system.stiffness.pattern, system.stiffness.values);
  if (singular !== null) return rowOf(singular, words, loose);
  const failure = factors.solve(force, q);
  if (failure !== null) return { words };
  // Rounding hides a pivot that is zero: then the solution is none.
  return isSolution(system, force, q) ? null : { row: largest(q) };
}

function isSolution(system: System, force: Vec, q: Vec): boolean {
  const out = new Float64Array(system.dof);
  system.gradient(q, out);
  for (let i = 0; i < out.length; i++) out[i] -= force[i];
  return normInf(out) <= 1e-6 * normInf(force);
}

function largest(q: Vec): number {
  let at = 0;
  for (let i = 1; i < q.length; i++) if (Math.abs(q[i]) > Math.abs(q[at])) at = i;
  return at;
}

const MOST_ITERATIONS = 25;
const SMALLEST_STEP = 1 / 1024;

function loaded(system: System, t0: number, q: Vec): Trouble | null {
  const balance = balanceOf(system, t0);
  if (balance === null) return { words: "an equilibrium needs the tangent of the potential, and this system has none" };
  const before = q.slice();
  let reached = 0;
  let step = 1;
  while (reached < 1) {
    const share = Math.min(1, reached + step);
    const trouble = newton(balance, share, q);
    if (trouble === null) {
      reached = share;
      before.set(q);
      step = Math.min(2 * step, 1);
      continue;
    }
    q.set(before);
    step /= 2;
    if ("row" in trouble && reached === 0 && step < 1 / 4) return trouble;
    if (step < SMALLEST_STEP) {
      const words = `there is no equilibrium that could be found: beyond ${(100 * reached).toPrecision(3)} % of the load Newton's iteration does not converge`;
      return { words };
    }
  }
  return null;
}

interface Balance {
  /** out = share × F − ∇V. */
  residual(share: number, q: Vec, out: Vec): void;
  /** How small it can be: forces are known to rounding, and those inside a slender body are much larger than their sums. */
  noise(share: number, q: Vec): number;
  factor(share: number, q: Vec): Failure | null;
  readonly solve: Factorization["solve"];
  /** Of the matrix factored last. */
  readonly loose: () => number | null;
  readonly size: number;
}

function balanceOf(system: System, t0: number): Balance | null {
  const { tangent, load, dof } = system;
  if (tangent === null) return null;
  const slope = load?.byPosition ?? null;
  const { pattern, positions } = union(slope === null ? [tangent.pattern] : [tangent.pattern, slope.pattern]);
  const factors = analyze(pattern, slope === null || slope.symmetric);
  const values = new Float64Array(pattern.column.length);
  const stiffness = new Float64Array(tangent.pattern.column.length);
  const follower = new Float64Array(slope?.pattern.column.length ?? 0);
  const rest = new Float64Array(dof);
  const force = new Float64Array(dof);
  const loadAt = (q: Vec) => {
    force.fill(0);
    loadBefore(system, t0, q, rest, force);
    return force;
  };
  return {
    size: dof,
    residual(share, q, out) {
      system.gradient(q, out);
      loadAt(q);
      for (let i = 0; i < dof; i++) out[i] = share * force[i] - out[i];
    },
    noise(share, q) {
      const inside = largestSum(pattern, values, q) + (system.cancelling ?? 0);
      return Math.max(1e-12 * share * normInf(loadAt(q)), 32 * Number.EPSILON * inside);
    },
    factor(share, q) {
      values.fill(0);
      tangent.values(q, stiffness);
      for (let j = 0; j < stiffness.length; j++) values[positions[0][j]] += stiffness[j];
      slope?.values(t0, q, rest, follower);
      for (let j = 0; j < follower.length; j++) values[positions[1][j]] -= share * follower[j];
      return factors.factor(values);
    },
    solve: factors.solve,
    loose: () => looseDirection(pattern, values),
  };
}

/** max Σ_j |K_ij q_j|. */
function largestSum({ size, rowStart, column }: Sparsity, values: Vec, q: Vec): number {
  let largest = 0;
  for (let i = 0; i < size; i++) {
    let sum = 0;
    for (let j = rowStart[i]; j < rowStart[i + 1]; j++) sum += Math.abs(values[j] * q[column[j]]);
    if (sum > largest) largest = sum;
  }
  return largest;
}

function newton({ residual, noise, factor, solve, loose, size }: Balance, share: number, q: Vec): Trouble | null {
  const r = new Float64Array(size);
  const change = new Float64Array(size);
  residual(share, q, r);
  for (let k = 0; k < MOST_ITERATIONS; k++) {
    if (k > 0 && normInf(r) <= noise(share, q)) return null;
    const singular = factor(share, q);
    if (singular !== null) return rowOf(singular, "the stiffness is singular", loose);
    if (solve(r, change) !== null) return { words: "the stiffness is singular" };
    for (let i = 0; i < size; i++) q[i] += change[i];
    residual(share, q, r);
    if (!Number.isFinite(normInf(r))) return { words: "the forces left the range of numbers" };
  }
  return { words: "it did not converge" };
}
