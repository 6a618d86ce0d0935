/** Saddle points: rows with nothing on the diagonal and something beside it, as Lagrange multipliers have. Such a matrix is
 *  indefinite whatever its other entries are, and an elimination without pivoting may meet the zeros. */
import type { Failure } from "../../core/failure.js";
import type { Matrix } from "../../core/matrix.js";
import { entryAt } from "../sparsity.js";

export type SaddlePoint = Extract<Failure, { kind: "saddle-point" }>;

export function saddlePointOf({ pattern, values }: Matrix): SaddlePoint | null {
  let first = -1;
  let rows = 0;
  for (let i = 0; i < pattern.size; i++) {
    const diagonal = entryAt(pattern, i, i);
    if (diagonal >= 0 && values[diagonal] !== 0) continue;
    let coupled = false;
    for (let k = pattern.rowStart[i]; k < pattern.rowStart[i + 1]; k++) coupled ||= values[k] !== 0;
    if (!coupled) continue;
    if (first < 0) first = i;
    rows++;
  }
  return first < 0 ? null : { kind: "saddle-point", row: first, rows };
}

export function saddlePointInWords({ rows }: SaddlePoint): string {
  const which = rows === 1 ? "this row has" : `this row and ${rows - 1} more have`;
  return (
    `${which} a zero on the diagonal and entries beside it: a saddle point, which an elimination without pivoting does not ` +
    "factor; use refinedLDLT, or eliminate the multipliers"
  );
}
