/** Table I as it is printed, with its tolerances and its tangents, to count iterations. The library's own method solves the
 *  same equations otherwise (energy-momentum/step.ts); this one is here to be compared with the paper, and with it. */
import type { Problem } from "noether";

export interface Printed {
  readonly step: number;
  readonly steps: number;
  /** ε_r and ε_u. */
  readonly residual: number;
  readonly increment: number;
  /** What stands for the derivative of ΔK Δu: the paper's ⅓ ΔK, the ⅙ ΔK it advises against, or the exact ⅔ K(ū) + ⅓ K₁. */
  readonly tangent: "third" | "sixth" | "exact";
  /** With the term η Δg; without it Table I is the quartic form. */
  readonly secant: boolean;
}

export interface Counts {
  /** The most iterations of a step. */
  readonly most: number;
  readonly total: number;
  /** The largest relative error of the energy. */
  readonly energy: number;
}

export function countIterations({ system, q0, v0 }: Problem, options: Printed): Counts {
  const { step: h, steps, tangent, secant } = options;
  const n = system.dof;
  const matrix = system.tangent;
  if (matrix === null || n > 2) throw new RangeError("Table I is counted for one or two coordinates with a tangent");
  const vector = () => new Float64Array(n);
  const square = () => new Float64Array(n * n);
  const [u, v, u1, du, g0, g1, middle] = [q0.slice(), v0.slice(), vector(), vector(), vector(), vector(), vector()];
  const [K0, K1, Kd, K] = [square(), square(), square(), square()];
  const mass = system.mass.diagonal ?? vector();
  const energyOf = () => v.reduce((sum, x, i) => sum + (mass[i] * x * x) / 2, system.potential(u));
  const start = energyOf();
  let [most, total, error] = [0, 0, 0];

  for (let k = 0; k < steps; k++) {
    system.gradient(u, g0);
    matrix.values(u, K0);
    for (let i = 0; i < n; i++) du[i] = h * v[i]; // 2)
    for (let iteration = 1; ; iteration++) {
      for (let i = 0; i < n; i++) u1[i] = u[i] + du[i];
      system.gradient(u1, g1);
      matrix.values(u1, K1);
      const bent = times(
        K1.map((value, j) => value - K0[j]),
        du,
      );
      const dg = g1.map((value, i) => value - g0[i]);
      const below = dot(du, dg);
      const mean = g0.map((value, i) => (value + g1[i]) / 2 - bent[i] / 12);
      const eta =
        secant && Math.abs(below) > 1e-14 ? (system.potential(u1) - system.potential(u) - dot(du, mean)) / below : 0;
      const r = du.map(
        (x, i) =>
          -2 * g0[i] - (1 + 2 * eta) * dg[i] + bent[i] / 6 - (4 / (h * h)) * mass[i] * x + (4 / h) * mass[i] * v[i],
      ); // 3)
      if (tangent === "exact") {
        for (let i = 0; i < n; i++) middle[i] = u[i] + du[i] / 2;
        matrix.values(middle, Kd);
      }
      for (let j = 0; j < n * n; j++) {
        const change = K1[j] - K0[j];
        K[j] = tangent === "exact" ? (2 * Kd[j] + K1[j]) / 3 : K1[j] - change / (tangent === "third" ? 3 : 6);
        if (j % (n + 1) === 0) K[j] += (4 / (h * h)) * mass[j / (n + 1)];
      }
      const correction = solve(K, r); // 4)
      for (let i = 0; i < n; i++) du[i] += correction[i];
      total++;
      most = Math.max(most, iteration);
      if (norm(r) <= options.residual && norm(correction) <= options.increment) break;
      if (iteration === 100) throw new RangeError(`step ${k} of Table I does not converge`);
    }
    for (let i = 0; i < n; i++) {
      u[i] += du[i];
      v[i] += (2 / h) * (du[i] - h * v[i]); // 5)
    }
    error = Math.max(error, Math.abs(energyOf() / start - 1));
  }
  return { most, total, energy: error };
}

const dot = (x: Float64Array, y: Float64Array) => x.reduce((sum, value, i) => sum + value * y[i], 0);
const norm = (x: Float64Array) => Math.sqrt(dot(x, x));

function times(A: Float64Array, x: Float64Array): Float64Array {
  return x.map((_, i) => x.reduce((sum, value, j) => sum + A[i * x.length + j] * value, 0));
}

function solve(A: Float64Array, b: Float64Array): Float64Array {
  if (b.length === 1) return Float64Array.of(b[0] / A[0]);
  const determinant = A[0] * A[3] - A[1] * A[2];
  return Float64Array.of((A[3] * b[0] - A[1] * b[1]) / determinant, (A[0] * b[1] - A[2] * b[0]) / determinant);
}
