/** Simpson's integrator as the paper writes it, for linear systems M q'' + K q = 0 in momenta p = M v: matrices that are formed,
 *  and factored once. Small systems only; simpson.ts has the same step with one sparse factor.
 *
 *  midpoint (26)–(29), q_m kept:             eliminated (30)–(32):
 *
 *      [ L      0   −½I ] [q_m]                 [ I  −X ] [p₁]   [ −I  −X ] [p₀]
 *      [ 0      I   −X  ] [p₁ ] = B (p₀, q₀)    [ I   Y ] [q₁] = [  I  −Y ] [q₀]
 *      [ 2h/3K  I   h/6K] [q₁ ]
 *
 *  with L = I − h²M⁻¹K/8, X = 2/h M − h/6 K, Y = h/3 (K L⁻¹ + ½ K). In (27) the right side has η_j, not η_{j+1}. A step solves
 *  for the changes q_m − q₀, p₁ − p₀, q₁ − q₀ and adds them (summation.ts): the right sides are then (I − L) q₀, −2 p₀, −h K q₀, and
 *  −2 p₀, −2 Y q₀.
 *  The balance is open: what the energy changes by is the scheme's. */
import type { Ledger } from "../../core/ledger.js";
import { noWork, type Stepper } from "../../core/method.js";
import type { LinearSystem, Problem } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { analyze } from "../../linalg/factorization.js";
import { fromRows, multiply, toRows } from "../../linalg/matrix.js";
import { notFinite } from "../../stepping/diagnosis.js";
import { type Summation, stateSum } from "../../stepping/summation.js";

type Rows = number[][];

/** The matrices of a step: left (…, p₁ − p₀, q₁ − q₀) = change (p₀, q₀). */
interface StepMatrices {
  readonly left: Rows;
  readonly change: Rows;
}

export function variantStepper(
  system: LinearSystem,
  { t0 }: Problem,
  h: number,
  form: "midpoint" | "eliminated",
  ledger: Ledger | null,
  how: Summation = "compensated",
): Stepper {
  const n = system.dof;
  const work = noWork();
  const { left, change } = form === "midpoint" ? midpointMatrices(system, h) : eliminatedMatrices(system, h);
  const unknowns = left.length;
  const factorization = analyze(fromRows(left).pattern, false);
  const failure = factorization.factor(fromRows(left).values);
  work.factorizations++;
  const before = new Float64Array(2 * n);
  const b = new Float64Array(unknowns);
  const momentum = before.subarray(0, n);
  const dp = b.subarray(unknowns - 2 * n, unknowns - n);
  const dq = b.subarray(unknowns - n);
  const dv = new Float64Array(n);
  const sum = stateSum(n, how);
  return {
    memory: sum.memory,
    work,
    restart() {},
    step(s) {
      if (failure !== null) return failure;
      system.mass.apply(s.v, momentum);
      before.set(s.q, n);
      for (let i = 0; i < unknowns; i++) {
        b[i] = 0;
        for (let j = 0; j < 2 * n; j++) b[i] += change[i][j] * before[j];
      }
      const unsolved = factorization.solve(b, b);
      if (unsolved !== null) return unsolved;
      if (!Number.isFinite(b.reduce((total, value) => total + value, 0))) {
        return notFinite(system, t0 + s.n * h, dq, dp);
      }
      system.mass.solve(dp, dv);
      sum.add(s, dq, dv);
      ledger?.enter(0, 0, 0);
      return null;
    },
  };
}

/** [rojas2024, (28)]. */
function midpointMatrices(system: LinearSystem, h: number): StepMatrices {
  const { I, K, L, X, lag, none } = blocksOf(system, h);
  return {
    left: joined([
      [L, none, scaled(-1 / 2, I)],
      [none, I, scaled(-1, X)],
      [scaled((2 * h) / 3, K), I, scaled(h / 6, K)],
    ]),
    change: joined([
      [none, lag],
      [scaled(-2, I), none],
      [none, scaled(-h, K)],
    ]),
  };
}

/** [rojas2024, (31)]. */
function eliminatedMatrices(system: LinearSystem, h: number): StepMatrices {
  const { I, X, Y: stiffness, none } = blocksOf(system, h);
  const Y = stiffness();
  return {
    left: joined([
      [I, scaled(-1, X)],
      [I, Y],
    ]),
    change: joined([
      [scaled(-2, I), none],
      [none, scaled(-2, Y)],
    ]),
  };
}

function blocksOf({ dof, mass, stiffness }: LinearSystem, h: number) {
  const K = toRows(stiffness);
  const M = toRows(mass.matrix);
  const I = K.map((_, i) => K.map((_, j) => (i === j ? 1 : 0)));
  const ratio = columnwise(dof, (e, out) => {
    multiply(stiffness, e, out);
    mass.solve(out, out);
  });
  const lag = scaled((h * h) / 8, ratio);
  return {
    I,
    K,
    L: combined(1, I, -1, lag),
    /** I − L, to its own digits. */
    lag,
    none: scaled(0, I),
    X: combined(2 / h, M, -h / 6, K),
    /** K L⁻¹ = M (M − h²K/8)⁻¹ K, symmetric: Proposition 3. */
    Y() {
      const shifted = fromRows(combined(1, M, (-h * h) / 8, K));
      const inverse = analyze(shifted.pattern, false);
      inverse.factor(shifted.values);
      const KL = columnwise(dof, (e, out) => {
        const force = new Float64Array(dof);
        multiply(stiffness, e, force);
        inverse.solve(force, force);
        mass.apply(force, out);
      });
      return combined(h / 3, KL, h / 6, K);
    },
  };
}

/** The matrix of a linear map, from what it makes of the unit vectors. */
function columnwise(n: number, map: (e: Vec, out: Vec) => void): Rows {
  const rows = Array.from({ length: n }, () => new Array<number>(n).fill(0));
  for (let j = 0; j < n; j++) {
    const e = new Float64Array(n);
    const out = new Float64Array(n);
    e[j] = 1;
    map(e, out);
    for (let i = 0; i < n; i++) rows[i][j] = out[i];
  }
  return rows;
}

const scaled = (a: number, A: Rows): Rows => A.map((row) => row.map((value) => a * value));
const combined = (a: number, A: Rows, b: number, B: Rows): Rows =>
  A.map((row, i) => row.map((value, j) => a * value + b * B[i][j]));
const joined = (blocks: Rows[][]): Rows =>
  blocks.flatMap((row) => row[0].map((_, i) => row.flatMap((block) => block[i])));
