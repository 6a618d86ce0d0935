/** Matrices that come from outside: every entry finite, and the mirrored ones alike. */
import { InputError } from "../core/failure.js";
import type { Matrix, Sparsity } from "../core/matrix.js";
import { asymmetry } from "./matrix.js";

/** Values given by hand or read from a file are symmetric but for their last printed digits. */
export const SYMMETRY_TOLERANCE = 1e-10;

/** Refuses a matrix that is not finite or not symmetric, with the first row to blame; `name` is what it is called in the words. */
export function checkSymmetric(A: Matrix, name = "matrix"): void {
  checkFinite(A, name);
  const { defect, row, column } = asymmetry(A);
  if (defect <= SYMMETRY_TOLERANCE) return;
  throw new InputError(
    `the ${name} is not symmetric: the entries (${row}, ${column}) and (${column}, ${row}) differ ` +
      `by ${defect.toPrecision(3)} of its largest entry; give a symmetric one`,
    { row },
  );
}

function checkFinite({ pattern, values }: Matrix, name: string): void {
  const odd = values.findIndex((value) => !Number.isFinite(value));
  if (odd < 0) return;
  throw new InputError(
    `an entry of the ${name}, in column ${pattern.column[odd]}, is ${values[odd]}; it must be finite`,
    { row: rowOf(pattern, odd) },
  );
}

function rowOf({ rowStart }: Sparsity, entry: number): number {
  return rowStart.findIndex((start) => start > entry) - 1;
}
