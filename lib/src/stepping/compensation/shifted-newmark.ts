/** Fourth-order compensation by shifted factors (`form: complex`): the mass form for any mass matrix and Rayleigh damping, with no product
 *  of matrices formed and no modes.
 *
 *  With C = a M + b K, H = M⁻¹K and x = h²/12, the matrices of the mass form [compensation.ts] are polynomials in H,
 *
 *      M̂ = M + x (CM⁻¹C − K) = M (1 + x a² + x (2ab − 1) H + x b² H²),    Ĉ = C + x CM⁻¹K = a M + (b + x a) K + x b K H,    K̂ = K,
 *
 *  and so is the one that a step of Newmark's method (β = 1/6, γ = ½) solves with:
 *
 *      M̂ + h/2 Ĉ + h²/6 K = M p(H),    p(λ) = p₀ + p₁ λ + p₂ λ²,    p₂ = x b² + x b h/2.
 *
 *  Where p has a pair of complex roots r, r̄, its inverse is (M p(H))⁻¹ = Im (K − r M)⁻¹ / (p₂ Im r): one complex symmetric factor with the
 *  sparsity of K, one solve. Where the roots are real, two real factors take its place; without stiffness-proportional damping, one. K H v is one
 *  solve with the mass. The acceleration that a start needs is solved for in the same way, with M̂. */
import { type Failure, InputError } from "../../core/failure.js";
import type { Matrix } from "../../core/matrix.js";
import type { LinearSystem } from "../../core/system.js";
import type { WithThreads } from "../../core/threads.js";
import type { Vec } from "../../core/vec.js";
import { complexSymmetric } from "../../linalg/complex-symmetric.js";
import { analyze } from "../../linalg/factorization.js";
import { combination, multiply } from "../../linalg/matrix.js";
import { union } from "../../linalg/sparsity.js";
import { dot, norm2, normInf, scale, sizeInPowersOfTwo } from "../../linalg/vec.js";

export interface Rayleigh {
  readonly a: number;
  readonly b: number;
}

/** a and b with C = a M + b K but for rounding; null if there are none. */
export function rayleighOf({ mass, stiffness, viscosity }: LinearSystem): Rayleigh | null {
  if (viscosity === null) return { a: 0, b: 0 };
  const { pattern, positions } = union([viscosity.pattern, mass.matrix.pattern, stiffness.pattern]);
  const [C, M, K] = [viscosity, mass.matrix, stiffness].map(({ values }, k) => {
    const all = new Float64Array(pattern.column.length);
    values.forEach((value, j) => {
      all[positions[k][j]] += value;
    });
    return all;
  });
  // Least squares in units in which all are of size 1, by what K has beyond M: products of the two would square how nearly parallel they are.
  const [c, m, k] = [C, M, K].map((values) => {
    const unit = sizeInPowersOfTwo(values);
    scale(1 / unit, values);
    return unit;
  });
  const beyondMass = (values: Vec) => {
    const along = dot(values, M) / dot(M, M);
    return values.map((value, j) => value - along * M[j]);
  };
  const beyond = beyondMass(K);
  const own = dot(beyond, beyond);
  const b = own > 1e-28 * dot(K, K) ? dot(beyondMass(C), beyond) / own : 0;
  const rest = C.map((value, j) => value - b * K[j]);
  const a = dot(rest, M) / dot(M, M);
  const off = normInf(rest.map((value, j) => value - a * M[j]));
  if (!(off <= 1e-10 * normInf(C))) return null;
  // What is rounding is nothing: it would cost a second factor.
  const share = (part: number, of: Vec) => (Math.abs(part) * norm2(of) <= 1e-10 * norm2(C) ? 0 : part);
  return { a: (c / m) * share(a, M), b: (c / k) * share(b, K) };
}

/** Coefficients of M⁻¹M̂, which the acceleration at a start is solved with. */
export function massPolynomial({ a, b }: Rayleigh, h: number): readonly [number, number, number] {
  const x = (h * h) / 12;
  return [1 + x * a * a, x * (2 * a * b - 1), x * b * b];
}

/** Coefficients of the polynomial that a step solves with. */
export function stepPolynomial({ a, b }: Rayleigh, h: number): readonly [number, number, number] {
  const x = (h * h) / 12;
  return [
    1 + x * a * a + (h / 2) * a,
    x * (2 * a * b - 1) + (h / 2) * (b + x * a) + (h * h) / 6,
    x * b * b + (h / 2) * x * b,
  ];
}

export interface ShiftedSolver {
  readonly factorizations: number;
  readonly fill: number;
  /** out = (M p(H))⁻¹ rhs; `rhs` is used up. */
  solve(rhs: Vec, out: Vec): Failure | null;
}

export function shiftedSolver(
  { mass, stiffness, dof, threads }: LinearSystem,
  [p0, p1, p2]: readonly [number, number, number],
): ShiftedSolver {
  const M = mass.matrix;
  const discriminant = p1 * p1 - 4 * p0 * p2;
  if (p2 === 0) {
    const { solve, fill } = realFactor(combination([p0, p1], [M, stiffness]), { threads });
    return { factorizations: 1, fill, solve };
  }
  if (discriminant >= 0) {
    // p = (λ − r₁)(p₂ λ − s): r₁ the root near zero, without cancellation.
    const s = (-p1 - (p1 >= 0 ? 1 : -1) * Math.sqrt(discriminant)) / 2;
    const r = p0 / s;
    const first = realFactor(combination([-s, p2], [M, stiffness]), { threads });
    const second = realFactor(combination([-r, 1], [M, stiffness]), { threads });
    const between = new Float64Array(dof);
    return {
      factorizations: 2,
      fill: first.fill,
      solve(rhs, out) {
        const failure = first.solve(rhs, between);
        if (failure !== null) return failure;
        mass.apply(between, rhs);
        return second.solve(rhs, out);
      },
    };
  }
  const [re, im] = [-p1 / (2 * p2), Math.sqrt(-discriminant) / (2 * p2)];
  const real = combination([-re, 1], [M, stiffness]);
  const imaginary = combination([-im, 0], [M, stiffness]);
  const factor = complexSymmetric(real.pattern);
  refuse(factor.factor(real.values, imaginary.values));
  const nothing = new Float64Array(dof);
  return {
    factorizations: 1,
    fill: factor.fill,
    solve(rhs, out) {
      nothing.fill(0);
      const failure = factor.solve(rhs, nothing);
      if (failure !== null) return failure;
      for (let i = 0; i < dof; i++) out[i] = nothing[i] / (p2 * im);
      return null;
    },
  };
}

function realFactor(matrix: Matrix, helped: WithThreads) {
  const factor = analyze(matrix.pattern, true, helped);
  refuse(factor.factor(matrix.values));
  return { fill: factor.fill, solve: (rhs: Vec, out: Vec) => factor.solve(rhs, out) };
}

function refuse(failure: Failure | null): void {
  if (failure === null) return;
  const reason = "newmark: form: complex cannot factor its matrices at this step: take a shorter one";
  throw new InputError(reason, { key: "step" }, "unsuited-step");
}

/** out = K M⁻¹ K v, with K v in `force`. */
export function stiffnessTwice({ mass, stiffness }: LinearSystem, force: Vec, scratch: Vec, out: Vec): void {
  mass.solve(force, scratch);
  multiply(stiffness, scratch, out);
}
