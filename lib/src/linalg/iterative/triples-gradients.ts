/** Conjugate gradients for symmetric matrices that come in threes (nodes with three directions), with the 3 × 3 blocks on the diagonal as
 *  preconditioner, in WebAssembly with SIMD: `lib/assembly/triples.ts`. Rough answers in a few products, for Newton's iteration. */

import { bytesOf } from "../../core/base64.js";
import type { Failure } from "../../core/failure.js";
import type { Sparsity } from "../../core/matrix.js";
import type { Vec } from "../../core/vec.js";
import { triples as bytes } from "../kernels/triples.js";
import { entryAt } from "../sparsity.js";

export interface TriplesGradients {
  /** Takes the values of a matrix; a failure where a block on its diagonal is not positive definite. */
  take(values: Vec): Failure | null;
  /** Iterations, or null where it did not converge or the matrix is not positive definite; out is written in the first case only. */
  solve(b: Vec, out: Vec, tolerance: number, most: number): number | null;
}

const PAGE = 65536;

let module: WebAssembly.Module | null | undefined;

/** null where there is no WebAssembly with SIMD. */
export function triplesGradients(pattern: Sparsity): TriplesGradients | null {
  module ??= compiled();
  if (module === null) return null;
  const { size, rowStart, column } = pattern;
  // Six vectors, the inverses (six numbers a block), the values; then the integers.
  const place = (k: number) => k * size;
  const inverses = 5 * size;
  const values = inverses + 2 * size;
  const integers = values + column.length;
  const starts = 2 * integers;
  const columns = starts + size + 1;
  const diagonals = columns + column.length;
  const memory = new WebAssembly.Memory({ initial: Math.ceil((4 * (diagonals + size / 3)) / PAGE) });
  const doubles = new Float64Array(memory.buffer);
  const ints = new Int32Array(memory.buffer);
  ints.set(rowStart, starts);
  ints.set(column, columns);
  for (let i = 0; i < size; i += 3) ints[diagonals + i / 3] = entryAt(pattern, i, i);
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  const { invert, solve } = exports as unknown as Kernels;
  const [x, r] = [doubles.subarray(0, size), doubles.subarray(size, 2 * size)];
  const matrix = doubles.subarray(values, integers);

  return {
    take(given) {
      matrix.set(given);
      const odd = invert(size, 4 * starts, 4 * diagonals, 8 * values, 8 * inverses);
      return odd < 0 ? null : { kind: "not-positive-definite", row: odd, pivot: given[entryAt(pattern, odd, odd)] };
    },
    solve(b, out, tolerance, most) {
      r.set(b);
      const iterations = solve(
        size,
        4 * starts,
        4 * columns,
        8 * values,
        8 * inverses,
        8 * place(0),
        8 * place(1),
        8 * place(2),
        8 * place(3),
        8 * place(4),
        tolerance,
        most,
      );
      if (iterations < 0) return null;
      out.set(x);
      return iterations;
    },
  };
}

interface Kernels {
  invert(size: number, rowStart: number, diagonal: number, values: number, inverses: number): number;
  solve(...numbers: number[]): number;
}

function compiled(): WebAssembly.Module | null {
  try {
    return new WebAssembly.Module(bytesOf(bytes));
  } catch {
    return null;
  }
}
