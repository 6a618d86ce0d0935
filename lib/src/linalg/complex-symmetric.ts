/** Complex symmetric matrices A = R + iS (dynamic stiffness K − ω²M + iωC) as real symmetric ones of twice the size,
 *
 *      [  R  −S ] [ Re x ]   [  Re b ]
 *      [ −S  −R ] [ Im x ] = [ −Im b ],
 *
 *  real and imaginary part of an unknown next to one another. Where R is positive definite this is quasidefinite and has an
 *  LDLᵀ in every order [vanderbei1995]; A is first turned by the phase of its trace, which brings damped matrices near
 *  resonance close to that, and small pivots are replaced and refined away. */
import type { Failure } from "../core/failure.js";
import type { Sparsity } from "../core/matrix.js";
import type { Vec } from "../core/vec.js";
import { refinedLDLT } from "./refined.js";
import type { MultifrontalOptions } from "./sparse/multifrontal.js";
import { entryAt } from "./sparsity.js";

export interface ComplexFactorization {
  factor(real: Vec, imaginary: Vec): Failure | null;
  /** Overwrites the right-hand side with the solution; after a failure it is as it was. */
  solve(real: Vec, imaginary: Vec): Failure | null;
}

export function complexSymmetric(pattern: Sparsity, options: MultifrontalOptions = {}): ComplexFactorization {
  const { size, rowStart, column } = pattern;
  const twice = doubled(pattern);
  const factorization = refinedLDLT(twice, options);
  const values = new Float64Array(twice.column.length);
  const x = new Float64Array(2 * size);
  let cosine = 1;
  let sine = 0;

  return {
    factor(real, imaginary) {
      [cosine, sine] = turn(pattern, real, imaginary);
      for (let i = 0; i < size; i++) {
        const count = 2 * (rowStart[i + 1] - rowStart[i]);
        const upper = 4 * rowStart[i];
        const lower = upper + count;
        for (let k = rowStart[i], j = 0; k < rowStart[i + 1]; k++, j += 2) {
          const re = cosine * real[k] - sine * imaginary[k];
          const im = cosine * imaginary[k] + sine * real[k];
          values[upper + j] = re;
          values[upper + j + 1] = -im;
          values[lower + j] = -im;
          values[lower + j + 1] = -re;
        }
      }
      const failure = factorization.factor(values);
      return failure?.kind === "singular" ? { ...failure, row: failure.row >> 1 } : failure;
    },
    solve(real, imaginary) {
      for (let i = 0; i < size; i++) {
        x[2 * i] = cosine * real[i] - sine * imaginary[i];
        x[2 * i + 1] = -(cosine * imaginary[i] + sine * real[i]);
      }
      const failure = factorization.solve(x, x);
      if (failure !== null) return failure;
      for (let i = 0; i < size; i++) {
        real[i] = x[2 * i];
        imaginary[i] = x[2 * i + 1];
      }
      return null;
    },
  };

  function doubled({ size: n }: Sparsity): Sparsity {
    const start = new Int32Array(2 * n + 1);
    const columns = new Int32Array(4 * column.length);
    let end = 0;
    for (let i = 0; i < 2 * n; i++) {
      for (let k = rowStart[i >> 1]; k < rowStart[(i >> 1) + 1]; k++) {
        columns[end++] = 2 * column[k];
        columns[end++] = 2 * column[k] + 1;
      }
      start[i + 1] = end;
    }
    return { size: 2 * n, rowStart: start, column: columns };
  }
}

/** The number of modulus one that makes the trace real and positive. */
function turn(pattern: Sparsity, real: Vec, imaginary: Vec): [number, number] {
  let re = 0;
  let im = 0;
  for (let i = 0; i < pattern.size; i++) {
    const at = entryAt(pattern, i, i);
    if (at < 0) continue;
    re += real[at];
    im += imaginary[at];
  }
  const length = Math.hypot(re, im);
  return length > 0 ? [re / length, -im / length] : [1, 0];
}
