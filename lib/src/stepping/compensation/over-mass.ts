/** A M⁻¹ as a matrix: sparse where the mass is diagonal or A is a multiple of it, full otherwise. */
import { InputError } from "../../core/failure.js";
import type { Matrix } from "../../core/matrix.js";
import type { Mass } from "../../core/system.js";
import { fromDiagonal } from "../../linalg/matrix.js";
import { scaledProduct } from "../../linalg/product.js";
import { asMatrix, square } from "../../linalg/square.js";
import { proportionality } from "./large-compensation.js";

/** Full matrices are formed up to this size. */
const FULL_UP_TO = 400;

/** `what` is the method that asks, for whom a full matrix is refused. */
export function overMass(A: Matrix, mass: Mass, what: string): Matrix {
  const n = A.pattern.size;
  const ones = new Float64Array(n).fill(1);
  if (mass.diagonal !== null) {
    return scaledProduct(
      A,
      mass.diagonal.map((m) => 1 / m),
      fromDiagonal(ones),
    );
  }
  const factor = proportionality(A, mass.matrix);
  if (factor !== null) return fromDiagonal(ones.fill(factor));
  if (n > FULL_UP_TO) {
    throw new InputError(
      `${what} would fill its matrices: ${n} degrees of freedom and a mass that is not diagonal; lump the mass, or use gauss, ` +
        "which is of high order for any",
      { key: "method" },
    );
  }
  // Row by row: (A M⁻¹)ᵀ = M⁻¹ Aᵀ.
  const rows = square(A);
  for (let i = 0; i < n; i++) {
    const row = rows.subarray(i * n, (i + 1) * n);
    mass.solve(row, row);
  }
  return asMatrix(n, rows);
}
