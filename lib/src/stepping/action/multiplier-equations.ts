/** The multipliers of holonomic constraints g(q) = 0 in a step: the products of J = ∂g/∂q, on its sparse rows, and the multipliers' own
 *  matrix J(q₁) K⁻¹ J(q₀)ᵀ, which is full (constrained.ts). */
import type { Failure } from "../../core/failure.js";
import { countFactor, type Work } from "../../core/method.js";
import type { Constraints } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { analyze } from "../../linalg/factorization.js";
import { fullPattern } from "../../linalg/sparsity.js";

export type Solve = (b: Vec, out: Vec) => Failure | null;

export type MultiplierEquations = ReturnType<typeof multiplierEquations>;

export function multiplierEquations(constraints: Constraints, n: number, work: Work) {
  const { count: m, rowStart, column } = constraints;
  const J0 = new Float64Array(column.length);
  const J1 = new Float64Array(column.length);
  const columns = Array.from({ length: m }, () => new Float64Array(n)); // K⁻¹ J(q₀)ᵀ, or M⁻¹ J(q₁)ᵀ
  const S = new Float64Array(m * m);
  const factorization = analyze(fullPattern(m), false);
  const x = new Float64Array(m);
  const spread = new Float64Array(n);

  const row = (J: Vec, i: number, y: Vec) => {
    let sum = 0;
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) sum += J[k] * y[column[k]];
    return sum;
  };
  const addTransposed = (J: Vec, y: Vec, factor: number, out: Vec) => {
    for (let i = 0; i < m; i++) {
      for (let k = rowStart[i]; k < rowStart[i + 1]; k++) out[column[k]] += factor * J[k] * y[i];
    }
  };
  const fill = (J: Vec, solve: Solve): Failure | null => {
    for (let j = 0; j < m; j++) {
      spread.fill(0);
      for (let k = rowStart[j]; k < rowStart[j + 1]; k++) spread[column[k]] = J[k];
      const failure = solve(spread, columns[j]);
      if (failure !== null) return failure;
    }
    return null;
  };
  const factor = (J: Vec): Failure | null => {
    for (let i = 0; i < m; i++) for (let j = 0; j < m; j++) S[i * m + j] = row(J, i, columns[j]);
    countFactor(work, factorization.fill);
    return factorization.factor(S);
  };
  return {
    start(q: Vec) {
      constraints.jacobian(q, J0);
    },
    moveEnd(q1: Vec) {
      constraints.jacobian(q1, J1);
    },
    addTransposed: (y: Vec, out: Vec) => addTransposed(J0, y, 1, out),
    /** r += J(q₀)ᵀλ, λ being at[n], …; size likewise. */
    addStartTransposed(at: Vec, first: number, r: Vec, size: Vec) {
      for (let i = 0; i < m; i++) {
        for (let k = rowStart[i]; k < rowStart[i + 1]; k++) {
          const force = J0[k] * at[first + i];
          r[column[k]] += force;
          size[column[k]] += Math.abs(force);
        }
      }
    },
    /** The entries of the constraints in r and size: g(q₁) and Σ |J q₁|, times `factor`. */
    enterConstraints(q1: Vec, g: Vec, factor: number, r: Vec, size: Vec, first: number) {
      for (let i = 0; i < m; i++) {
        let sum = 0;
        for (let k = rowStart[i]; k < rowStart[i + 1]; k++) sum += Math.abs(J1[k] * q1[column[k]]);
        r[first + i] = factor * g[i];
        size[first + i] = factor * sum;
      }
    },
    addRounding(lambda: Vec, q1: Vec, rounding: number, factor: number, out: Vec, first: number) {
      for (let i = 0; i < m; i++) {
        for (let k = rowStart[i]; k < rowStart[i + 1]; k++) {
          out[column[k]] += rounding * Math.abs(J0[k] * lambda[i]);
          out[first + i] += rounding * factor * Math.abs(J1[k] * q1[column[k]]);
        }
      }
    },
    /** K⁻¹J(q₀)ᵀ and the factor of J(q₁) K⁻¹ J(q₀)ᵀ. */
    prepare: (solve: Solve): Failure | null => fill(J0, solve) ?? factor(J1),
    /** K dB + J(q₀)ᵀ dλ = r_B,  J(q₁) dB = r_λ. */
    solve(r: Vec, d: Vec, first: number, solve: Solve): Failure | null {
      for (let i = 0; i < first; i++) spread[i] = r[i];
      const failure = solve(spread, spread);
      if (failure !== null) return failure;
      for (let i = 0; i < m; i++) x[i] = row(J1, i, spread) - r[first + i];
      factorization.solve(x, x);
      for (let j = 0; j < m; j++) {
        d[first + j] = x[j];
        for (let i = 0; i < first; i++) spread[i] -= columns[j][i] * x[j];
      }
      for (let i = 0; i < first; i++) d[i] = spread[i];
      return null;
    },
    /** v ← v − M⁻¹J(q)ᵀμ with J(q) v = 0; twice, since once leaves the rounding of what it takes away. */
    project(q: Vec, v: Vec, solve: Solve, impulse: Vec, kick: Vec): Failure | null {
      constraints.jacobian(q, J1);
      const failure = fill(J1, solve) ?? factor(J1);
      if (failure !== null) return failure;
      for (let pass = 0; pass < 2; pass++) {
        for (let i = 0; i < m; i++) x[i] = row(J1, i, v);
        factorization.solve(x, x);
        addTransposed(J1, x, -1, impulse);
        kick.fill(0);
        for (let j = 0; j < m; j++) for (let i = 0; i < n; i++) kick[i] += columns[j][i] * x[j];
        for (let i = 0; i < n; i++) v[i] -= kick[i];
      }
      return null;
    },
  };
}
