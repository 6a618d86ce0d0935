/** Compensation: matrices and loads so changed that Newmark's method, applied to them, follows the motion of the unchanged
 *  system.                                                                                                     [takacs2024]
 *
 *  With θ = h d/dt, a motion q(t) that Newmark's method (γ = ½) reproduces at its steps obeys â + Ĝ v̂ + Ĥ q = f̂ with
 *
 *      h² â = 2(cosh θ − 1) / N q,    h v̂ = sinh θ / N q,    N = 1 + 2β (cosh θ − 1),
 *
 *  both series in d/dt:  â = Σ mₖ h²ᵏ q⁽²ᵏ⁺²⁾,  v̂ = Σ nₖ h²ᵏ q⁽²ᵏ⁺¹⁾. For the exact motion q̈ = −G q̇ − H q + f, with G = M⁻¹C and
 *  H = M⁻¹K, every derivative is  q⁽ᵏ⁾ = Pₖ q + Qₖ q̇ + Σ Q₍ₖ₋₁₋ⱼ₎ f⁽ʲ⁾,  P₍ₖ₊₁₎ = −Qₖ H,  Q₍ₖ₊₁₎ = Pₖ − Qₖ G. Comparing the factors of q, q̇ and
 *  f⁽ʲ⁾ gives Ĝ, Ĥ, f̂ and the velocity v̂ that the scheme has to be started with, to any order in h. For order four and β = 1/6,
 *  n₁ = 0: v̂ is the velocity itself, and what comes out is [takacs2024, (73), (74)] and (75) with its sign corrected (papers/takacs2024).
 *
 *  `damping` changes C alone [takacs2024, (59), (62), (63)], for any β and γ; coupled-damping.ts has K and F too. rational-compensation.ts
 *  has another form of order six. `symmetric` and `mass` are the fourth-order form
 *  multiplied from the left by 1 + h² r: r = K M⁻¹/12 makes all matrices symmetric, r = 0 leaves K alone and needs no K M⁻¹K. */
import { pow } from "../../core/elementary.js";
import { InputError } from "../../core/failure.js";
import type { Matrix } from "../../core/matrix.js";
import type { LinearSystem } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { asMatrix, identity, leftSolve, product, square, weighted } from "../../linalg/square.js";
import { coupledDamping } from "./coupled-damping.js";
import { rationalCompensation } from "./rational-compensation.js";

export type CompensationKind = "damping" | "coupled-damping" | "fourth-order" | "sixth-order" | "eighth-order";
export type CompensationForm = "paper" | "symmetric" | "mass" | "rational";

export interface Compensation {
  readonly mass: Matrix;
  readonly damping: Matrix | null;
  readonly stiffness: Matrix;
  /** F̂ = Σ loads[j] F⁽ʲ⁾; null stands for the identity. */
  readonly loads: readonly (Matrix | null)[];
  /** Where the scheme's velocity is not the motion's: v̂ = Vq q + Vv v + Σ Vf[j] F⁽ʲ⁾. */
  readonly velocity: VelocityMap | null;
}

export interface VelocityMap {
  readonly position: Vec;
  readonly velocity: Vec;
  readonly inverse: Vec;
  readonly loads: readonly Vec[];
}

export interface CompensationOptions {
  readonly kind: CompensationKind;
  readonly form: CompensationForm;
  readonly beta: number;
  readonly gamma: number;
  readonly h: number;
}

const ORDERS = { "fourth-order": 4, "sixth-order": 6, "eighth-order": 8 } as const;

export const isSixth = (beta: number) => Math.abs(beta - 1 / 6) < 1e-12;

/** What is read of a system. */
export type Matrices = Pick<LinearSystem, "dof" | "mass" | "viscosity" | "stiffness">;

/** Of a system small enough for full matrices. */
export function compensation(system: Matrices, options: CompensationOptions): Compensation {
  const { kind, form, gamma } = options;
  const letters = lettersOf(system);
  if (kind === "damping") return dampingCompensation(system, letters, options);
  if (kind === "coupled-damping") return coupledDamping(letters, options);
  if (gamma !== 0.5) {
    throw new InputError(
      `newmark: compensate: ${kind} is for gamma: 1/2, found ${gamma}; damping and coupled-damping are for any`,
      {
        key: "compensate",
      },
    );
  }
  if (form === "paper") return seriesCompensation(letters, options, ORDERS[kind]);
  if (form === "rational") {
    if (kind === "sixth-order") return rationalCompensation(letters, options.beta, options.h);
    throw new InputError(`newmark: form: rational is for compensate: sixth-order, found ${kind}`, { key: "form" });
  }
  if (kind !== "fourth-order" || !isSixth(options.beta)) {
    throw new InputError(`newmark: form: ${form} is for compensate: fourth-order with beta: 1/6`, { key: "form" });
  }
  return shiftedCompensation(letters, options.h, form);
}

/** The matrices of a system in full, by the letters of the formulas. */
export interface Letters {
  readonly n: number;
  readonly M: Vec;
  readonly C: Vec;
  readonly K: Vec;
  /** M⁻¹C and M⁻¹K. */
  readonly G: Vec;
  readonly H: Vec;
  readonly inverse: Vec;
}

function lettersOf({ mass, viscosity, stiffness, dof: n }: Matrices): Letters {
  const M = square(mass.matrix);
  const C = viscosity === null ? new Float64Array(n * n) : square(viscosity);
  const K = square(stiffness);
  const inverse = solved(n, M, identity(n));
  return { n, M, C, K, inverse, G: product(n, inverse, C), H: product(n, inverse, K) };
}

function seriesCompensation(
  { n, M, G, H, inverse }: Letters,
  { beta, h }: CompensationOptions,
  order: number,
): Compensation {
  const terms = order / 2;
  const { acceleration: m, velocity: v } = newmarkSeries(beta, terms);
  // q⁽ᵏ⁾ = P[k] q + Q[k] q̇ + Σ Q[k − 1 − j] f⁽ʲ⁾.
  const zero = new Float64Array(n * n);
  const P: Vec[] = [identity(n), zero];
  const Q: Vec[] = [zero, identity(n)];
  for (let k = 1; k < 2 * terms; k++) {
    P.push(weighted([-1], [product(n, Q[k], H)]));
    Q.push(weighted([1, -1], [P[k], product(n, Q[k], G)]));
  }
  /** Σ cₖ h²ᵏ of the matrices with index 2k + shift; those before the first vanish. */
  const series = (c: readonly number[], of: readonly Vec[], shift: number) =>
    weighted(
      c.map((value, k) => value * pow(h, 2 * k)),
      c.map((_, k) => (2 * k + shift < 0 ? zero : of[2 * k + shift])),
    );
  const last = 2 * terms - 2;
  const derivatives = Array.from({ length: last + 1 }, (_, j) => j);
  const Vq = series(v, P, 1);
  const Vv = series(v, Q, 1);
  const Vf = derivatives.slice(0, -1).map((j) => series(v, Q, -j));
  const inverseVv = solved(n, Vv, identity(n));
  // Of two terms, with β = 1/6:
  const Ghat = weighted([-1], [product(n, series(m, Q, 2), inverseVv)]); // (73)
  const Hhat = weighted([-1, -1], [series(m, P, 2), product(n, Ghat, Vq)]); // (74)
  const fhat = derivatives.map((j) => {
    const own = series(m, Q, 1 - j);
    return j < Vf.length ? weighted([1, 1], [own, product(n, Ghat, Vf[j])]) : own;
  });
  const matrix = (A: Vec) => asMatrix(n, product(n, M, A));
  const processed = v.slice(1).some((value) => Math.abs(value) > 1e-14);
  return {
    mass: asMatrix(n, M),
    damping: withoutZeros(matrix(Ghat)),
    stiffness: matrix(Hhat),
    loads: fhat.map((A) => asMatrix(n, product(n, product(n, M, A), inverse))),
    velocity: processed
      ? { position: Vq, velocity: Vv, inverse: inverseVv, loads: Vf.map((A) => product(n, A, inverse)) }
      : null,
  };
}

/** mₖ and nₖ: series in θ² of 2(cosh θ − 1)/θ² and of sinh θ/θ, both divided by 1 + 2β (cosh θ − 1). */
export function newmarkSeries(beta: number, terms: number): { acceleration: number[]; velocity: number[] } {
  const factorial = (k: number): number => (k <= 1 ? 1 : k * factorial(k - 1));
  const acceleration: number[] = [];
  const velocity: number[] = [];
  // N = 1 + Σ 2β θ²ᵏ/(2k)!, k ≥ 1.
  const divided = (numerator: number, quotient: readonly number[]) =>
    quotient.reduce((sum, c, k) => sum - (c * 2 * beta) / factorial(2 * (quotient.length - k)), numerator);
  for (let k = 0; k < terms; k++) {
    acceleration.push(divided(2 / factorial(2 * k + 2), acceleration));
    velocity.push(divided(1 / factorial(2 * k + 1), velocity));
  }
  return { acceleration, velocity };
}

function dampingCompensation(
  system: Matrices,
  letters: Letters,
  { beta, gamma, h }: CompensationOptions,
): Compensation {
  const { n, C, K, G, H } = letters;
  const off = gamma - 0.5;
  const [CG, KG, CH] = [product(n, C, G), product(n, K, G), product(n, C, H)];
  const first = weighted([off, -off], [CG, K]); // (62)
  const second = weighted(
    [off * off - 1 / 12, -(gamma * gamma - gamma / 2 - beta + 1 / 12), 1 / 12],
    [product(n, CG, G), KG, CH],
  ); // (63)
  return {
    mass: system.mass.matrix,
    damping: withoutZeros(asMatrix(n, weighted([1, h, h * h], [C, first, second]))),
    stiffness: system.stiffness,
    loads: [null],
    velocity: null,
  };
}

/** For β = 1/6: M̂ = M + h²(rM + CM⁻¹C/12 − K/12), Ĉ = C + h²(rC + CM⁻¹K/12), K̂ = K + h² rK,
 *  F̂ = F + h²(rF + CM⁻¹F'/12 − F''/12). */
function shiftedCompensation({ n, M, C, K, G, H, inverse }: Letters, h: number, form: CompensationForm): Compensation {
  const x = (h * h) / 12;
  const symmetric = form === "symmetric";
  const [CG, CH, KG, KH] = [product(n, C, G), product(n, C, H), product(n, K, G), product(n, K, H)];
  const r = symmetric ? x : 0;
  const loads = [
    symmetric ? asMatrix(n, weighted([1, x], [identity(n), product(n, K, inverse)])) : null,
    asMatrix(n, weighted([x], [product(n, C, inverse)])),
    asMatrix(n, weighted([-x], [identity(n)])),
  ];
  return {
    mass: asMatrix(n, weighted([1, r, x, -x], [M, K, CG, K])),
    damping: withoutZeros(asMatrix(n, weighted([1, r, x], [C, KG, CH]))),
    stiffness: asMatrix(n, weighted([1, r], [K, KH])),
    loads,
    velocity: null,
  };
}

const withoutZeros = (A: Matrix): Matrix | null => (A.values.some((value) => value !== 0) ? A : null);

/** A⁻¹B. */
export function solved(n: number, A: Vec, B: Vec): Vec {
  const X = leftSolve(n, A, B);
  if (X instanceof Float64Array) return X;
  throw new InputError("newmark: this system cannot be compensated at this step: a matrix has no inverse", {
    key: "compensate",
  });
}
