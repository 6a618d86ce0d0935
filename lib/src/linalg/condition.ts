/** An estimate of the condition number ‖A‖₁ ‖A⁻¹‖₁ from a handful of solves [higham1988]: nearly always within a factor of
 *  three, never too large. */
import type { Matrix } from "../core/matrix.js";
import type { Vec } from "../core/vec.js";
import { normInf } from "./vec.js";

/** For symmetric matrices: `solve` serves for A⁻¹ and A⁻ᵀ. */
export function conditionEstimate({ pattern, values }: Matrix, solve: (b: Vec, out: Vec) => void): number {
  const n = pattern.size;
  const sums = new Float64Array(n);
  for (let k = 0; k < values.length; k++) sums[pattern.column[k]] += Math.abs(values[k]);
  return normInf(sums) * inverseNorm(n, solve);
}

/** A lower bound of ‖A⁻¹‖₁ by climbing the convex function ‖A⁻¹ x‖₁ on the unit ball [hager1984]. */
function inverseNorm(n: number, solve: (b: Vec, out: Vec) => void): number {
  const x = new Float64Array(n).fill(1 / n);
  const signs = new Float64Array(n);
  let best = 0;
  for (let turn = 0; turn < 5; turn++) {
    solve(x, x);
    const size = x.reduce((sum, value) => sum + Math.abs(value), 0);
    if (!(size > best)) break;
    best = size;
    for (let i = 0; i < n; i++) signs[i] = x[i] < 0 ? -1 : 1;
    solve(signs, signs);
    let steepest = 0;
    for (let i = 1; i < n; i++) if (Math.abs(signs[i]) > Math.abs(signs[steepest])) steepest = i;
    x.fill(0);
    x[steepest] = 1;
  }
  // A vector that cancels what the climb may have been blind to.
  for (let i = 0; i < n; i++) x[i] = (i % 2 === 0 ? 1 : -1) * (1 + (n > 1 ? i / (n - 1) : 0));
  solve(x, x);
  return Math.max(best, (2 * x.reduce((sum, value) => sum + Math.abs(value), 0)) / (3 * n));
}
