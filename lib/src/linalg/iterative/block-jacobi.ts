/** Block Jacobi: the inverses of the diagonal blocks of `block` rows (3: the directions of one node) in place of that of the
 *  whole. Cheap to make again for every matrix of a Newton iteration; the failure of a block names its row. */
import { InputError } from "../../core/failure.js";
import type { Sparsity } from "../../core/matrix.js";
import type { Vec } from "../../core/vec.js";
import { analyze, type Factorization } from "../factorization.js";
import { entryAt, fullPattern } from "../sparsity.js";

export function blockJacobi(pattern: Sparsity, block: number): Factorization {
  if (!(Number.isInteger(block) && block >= 1))
    throw new InputError(`found blocks of ${block} rows; whole numbers from 1`, { key: "block" });
  const { size } = pattern;
  const places = diagonalBlocks(pattern, block);
  const inverses = new Float64Array(size * block);
  const solvers = [block, size % block].map((rows) => (rows === 0 ? null : analyze(fullPattern(rows), true)));
  const parts = [new Float64Array(block * block), new Float64Array((size % block) ** 2)];
  const unit = new Float64Array(block);
  const lastUnit = new Float64Array(size % block);

  return {
    fill: inverses.length,
    factor(values) {
      for (let first = 0; first < size; first += block) {
        const last = first + block > size ? 1 : 0;
        const solver = solvers[last] as Factorization;
        const part = parts[last];
        const column = last === 1 ? lastUnit : unit;
        const at = first * block;
        for (let k = 0; k < part.length; k++) part[k] = places[at + k] < 0 ? 0 : values[places[at + k]];
        const failure = solver.factor(part);
        if (failure?.kind === "singular") return { ...failure, row: failure.row + first };
        if (failure !== null) return failure;
        for (let j = 0; j < column.length; j++) {
          column.fill(0);
          column[j] = 1;
          solver.solve(column, column);
          for (let i = 0; i < column.length; i++) inverses[at + i * column.length + j] = column[i];
        }
      }
      return null;
    },
    solve(r, out) {
      if (block === 3 && size % 3 === 0) multiplyTriples(size, inverses, r, out);
      else multiplyBlocks(size, block, inverses, unit, r, out);
      return null;
    },
  };
}

/** Index of every entry of the diagonal blocks, row by row; −1 where the pattern has none. */
function diagonalBlocks(pattern: Sparsity, block: number): Int32Array {
  const { size } = pattern;
  const places = new Int32Array(size * block).fill(-1);
  for (let i = 0; i < size; i++) {
    const first = i - (i % block);
    const width = Math.min(block, size - first);
    for (let j = 0; j < width; j++) places[first * block + (i - first) * width + j] = entryAt(pattern, i, first + j);
  }
  return places;
}

function multiplyTriples(size: number, inverses: Vec, r: Vec, out: Vec): void {
  for (let i = 0, k = 0; i < size; i += 3, k += 9) {
    const x = r[i];
    const y = r[i + 1];
    const z = r[i + 2];
    out[i] = inverses[k] * x + inverses[k + 1] * y + inverses[k + 2] * z;
    out[i + 1] = inverses[k + 3] * x + inverses[k + 4] * y + inverses[k + 5] * z;
    out[i + 2] = inverses[k + 6] * x + inverses[k + 7] * y + inverses[k + 8] * z;
  }
}

function multiplyBlocks(size: number, block: number, inverses: Vec, part: Vec, r: Vec, out: Vec): void {
  for (let first = 0; first < size; first += block) {
    const width = Math.min(block, size - first);
    for (let j = 0; j < width; j++) part[j] = r[first + j];
    for (let i = 0; i < width; i++) {
      let sum = 0;
      for (let j = 0; j < width; j++) sum += inverses[first * block + i * width + j] * part[j];
      out[first + i] = sum;
    }
  }
}
