/** Mass matrices: symmetric and positive definite, or refused with the row that is to blame. */
import { InputError } from "../core/failure.js";
import type { Matrix } from "../core/matrix.js";
import type { Mass } from "../core/system.js";
import type { WithThreads } from "../core/threads.js";
import { checkSymmetric } from "./check-symmetric.js";
import { analyze, type Factorization } from "./factorization.js";
import { massIteration } from "./large-mass.js";
import { diagonalOf, fromDiagonal, multiply } from "./matrix.js";
import { sparseCholesky } from "./sparse/cholesky.js";

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

const SMALL = 16;
/** Rows from which solves iterate rather than factor. */
const LARGE = 8000;

export function matrixMass(matrix: Matrix, helped: WithThreads = {}): Mass {
  if (!onlyDiagonal(matrix)) checkSymmetric(matrix, "mass matrix");
  return massWith(matrix, () => positiveDefinite(matrix, helped));
}

/** Of a matrix that is symmetric and positive definite by its making: factored once, and not checked. */
export function positiveMass(matrix: Matrix, helped: WithThreads = {}): Mass {
  const { pattern, values } = matrix;
  return massWith(matrix, () => {
    const factor = pattern.size > SMALL ? sparseCholesky(pattern, helped) : analyze(pattern, true);
    const failure = factor.factor(values);
    if (failure !== null && "pivot" in failure) throw notPositive(failure.row, `pivot ${failure.pivot}`);
    return factor;
  });
}

function massWith(matrix: Matrix, factored: () => Factorization): Mass {
  if (onlyDiagonal(matrix)) return diagonalMass(diagonalOf(matrix));
  const iteration = matrix.pattern.size < LARGE ? null : massIteration(matrix);
  let factor = iteration === null ? factored() : null;
  return {
    matrix,
    diagonal: null,
    apply: (v, out) => multiply(matrix, v, out),
    solve(p, out) {
      if (iteration?.(p, out)) return;
      factor ??= factored();
      factor.solve(p, out);
    },
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

function positiveDefinite({ pattern, values }: Matrix, helped: WithThreads): Factorization {
  const factor = sparseCholesky(pattern, helped);
  const failure = factor.factor(values);
  if (failure?.kind === "not-positive-definite") throw notPositive(failure.row, `pivot ${failure.pivot}`);
  if (pattern.size > SMALL) return factor;
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
