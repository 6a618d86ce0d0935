/** The eigenvalues of one step of a method on a linear system of several unknowns, as exponents s of exp(s h). */
import type { FixedStepMethod } from "../../src/core/method.js";
import type { State } from "../../src/core/state.js";
import type { LinearSystem, Problem } from "../../src/core/system.js";
import { eigenvalues } from "../../src/linalg/eigen-general.js";
import { asMatrix, identity, leftSolve, product, square } from "../../src/linalg/square.js";

export interface Exponent {
  readonly decay: number;
  readonly frequency: number;
}

/** Of the exact motion, one of each conjugate pair, the slowest first. */
export function exactExponents(system: LinearSystem): Exponent[] {
  const n = system.dof;
  const inverse = leftSolve(n, square(system.mass.matrix), identity(n)) as Float64Array;
  const H = product(n, inverse, square(system.stiffness));
  const G = system.viscosity === null ? new Float64Array(n * n) : product(n, inverse, square(system.viscosity));
  const A = new Float64Array(4 * n * n);
  for (let i = 0; i < n; i++) {
    A[i * 2 * n + n + i] = 1;
    for (let j = 0; j < n; j++) {
      A[(n + i) * 2 * n + j] = -H[i * n + j];
      A[(n + i) * 2 * n + n + j] = -G[i * n + j];
    }
  }
  const { real, imaginary } = eigenvalues(asMatrix(2 * n, A));
  return sorted(Array.from(real, (re, k) => ({ decay: -re, frequency: imaginary[k] })));
}

/** Of the step, its memory included: the pairs that oscillate, and the spectral radius. */
export function stepExponents(problem: Problem, method: FixedStepMethod, h: number) {
  const n = problem.system.dof;
  const stepper = method.prepare({ ...problem, q0: new Float64Array(n), v0: new Float64Array(n) }, h, null);
  const s: State = { n: 0, t: 0, q: new Float64Array(n), v: new Float64Array(n), memory: stepper.memory };
  const parts = [s.q, s.v, ...s.memory];
  const size = parts.reduce((sum, part) => sum + part.length, 0);
  const values = new Float64Array(size * size);
  for (let j = 0; j < size; j++) {
    let at = 0;
    for (const part of parts) for (let i = 0; i < part.length; i++) part[i] = at++ === j ? 1 : 0;
    s.n = 0;
    s.t = 0;
    if (stepper.step(s) !== null) throw new Error("the step failed");
    at = 0;
    for (const part of parts) for (const value of part) values[at++ * size + j] = value;
  }
  const { real, imaginary } = eigenvalues(asMatrix(size, values));
  const radii = Array.from(real, (re, k) => Math.hypot(re, imaginary[k]));
  // What is remembered and not read has eigenvalue zero, several times: rounding scatters those.
  const exponents = Array.from(real, (re, k) => ({
    decay: -Math.log(radii[k]) / h,
    frequency: radii[k] < 0.1 ? 0 : Math.atan2(imaginary[k], re) / h,
  }));
  return { radius: Math.max(...radii), exponents: sorted(exponents) };
}

const sorted = (all: readonly Exponent[]) =>
  all.filter(({ frequency }) => frequency > 1e-6).sort((a, b) => a.frequency - b.frequency);
