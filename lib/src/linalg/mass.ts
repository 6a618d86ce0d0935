/** Mass matrices: symmetric and positive definite, or refused with the row that is to blame. */
import { InputError } from "../core/failure.js";
import type { Matrix } from "../core/matrix.js";
import type { Mass } from "../core/system.js";
import { analyze, type Factorization } from "./factorization.js";
import { diagonalOf, fromDiagonal, multiply, symmetryDefect } from "./matrix.js";
import { sparseLDLT } from "./sparse/multifrontal.js";

/** m times the identity. */
export function scalarMass(dof: number, m: number): Mass {
  return diagonalMass(new Float64Array(dof).fill(m));
}

export function diagonalMass(entries: ArrayLike<number>): Mass {
  const diagonal = Float64Array.from(entries);
  const odd = diagonal.findIndex((m) => !(m > 0 && m < Infinity));
  if (odd >= 0) throw notPositive(odd, `its mass is ${diagonal[odd]}`);
  return {
    matrix: fromDiagonal(diagonal),
    diagonal,
    apply(v, out) {
      for (let i = 0; i < diagonal.length; i++) out[i] = diagonal[i] * v[i];
    },
    solve(p, out) {
      for (let i = 0; i < diagonal.length; i++) out[i] = p[i] / diagonal[i];
    },
  };
}

/** Values given by hand or read from a file are symmetric but for their last printed digits. */
const SYMMETRY_TOLERANCE = 1e-10;
const SMALL = 16;

export function matrixMass(matrix: Matrix): Mass {
  const { values } = matrix;
  const odd = values.findIndex((value) => !Number.isFinite(value));
  if (odd >= 0)
    throw new InputError(`an entry of the mass matrix is ${values[odd]}; it must be finite`, {
      key: rowName(rowOf(matrix, odd)),
    });
  if (onlyDiagonal(matrix)) return diagonalMass(diagonalOf(matrix));
  const { defect, row, column } = symmetryDefect(matrix);
  if (defect > SYMMETRY_TOLERANCE) {
    throw new InputError(
      `the mass matrix is not symmetric: the entries (${row}, ${column}) and (${column}, ${row}) differ ` +
        `by ${defect.toPrecision(3)} of its largest entry; give a symmetric one`,
      { key: rowName(row) },
    );
  }
  const checked = positiveDefinite(matrix);
  return {
    matrix,
    diagonal: null,
    apply: (v, out) => multiply(matrix, v, out),
    solve: checked.solve,
  };
}

/** The rows of a mass matrix that are entirely zero: the degrees of freedom without mass. */
export function massless({ pattern, values }: Matrix): number[] {
  const rows: number[] = [];
  for (let i = 0; i < pattern.size; i++) {
    let empty = true;
    for (let j = pattern.rowStart[i]; j < pattern.rowStart[i + 1]; j++) if (values[j] !== 0) empty = false;
    if (empty) rows.push(i);
  }
  return rows;
}

/** The factor of a matrix that is positive definite: every pivot of its LDLᵀ is positive. */
function positiveDefinite({ pattern, values }: Matrix): Factorization {
  const ldlt = sparseLDLT(pattern);
  const failure = ldlt.factor(values);
  if (failure?.kind === "singular") throw notPositive(failure.row, `pivot ${failure.pivot}`);
  const pivots = ldlt.pivots();
  const row = pivots.findIndex((pivot) => pivot < 0);
  if (row >= 0) throw notPositive(row, `pivot ${pivots[row]}`);
  if (pattern.size > SMALL) return ldlt;
  // Few unknowns have quicker ways.
  const small = analyze(pattern, true);
  small.factor(values);
  return small;
}

const rowName = (row: number) => `row ${row}`;

function notPositive(row: number, found: string): InputError {
  return new InputError(
    `the mass matrix is not positive definite here (${found}); every degree of freedom needs mass, or condense the massless ones`,
    { key: rowName(row) },
  );
}

function onlyDiagonal({ pattern, values }: Matrix): boolean {
  for (let i = 0; i < pattern.size; i++) {
    for (let j = pattern.rowStart[i]; j < pattern.rowStart[i + 1]; j++) {
      if (pattern.column[j] !== i && values[j] !== 0) return false;
    }
  }
  return true;
}

function rowOf({ pattern }: Matrix, entry: number): number {
  return pattern.rowStart.findIndex((start) => start > entry) - 1;
}
