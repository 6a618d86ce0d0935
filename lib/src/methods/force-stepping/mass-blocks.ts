/** The blocks that a mass matrix falls into, and their factors. */
import { InputError } from "../../core/failure.js";
import type { Matrix } from "../../core/matrix.js";
import type { Vec } from "../../core/vec.js";

/** Block b has the coordinates member[first[b]] … member[first[b + 1] − 1]; coordinate j is in block[j]. */
export interface Blocks {
  readonly count: number;
  readonly first: Int32Array;
  readonly member: Int32Array;
  readonly block: Int32Array;
  readonly largest: number;
}

/** Coordinates that are joined by entries other than zero, directly or through others. */
export function blocksOf({ pattern: { size, rowStart, column }, values }: Matrix): Blocks {
  const block = new Int32Array(size).fill(-1);
  const member: number[] = [];
  const first = [0];
  for (let seed = 0; seed < size; seed++) {
    if (block[seed] >= 0) continue;
    const b = first.length - 1;
    block[seed] = b;
    const found = [seed];
    for (let n = 0; n < found.length; n++) {
      for (let k = rowStart[found[n]]; k < rowStart[found[n] + 1]; k++) {
        if (values[k] === 0 || block[column[k]] >= 0) continue;
        block[column[k]] = b;
        found.push(column[k]);
      }
    }
    for (const j of found.sort((i, k) => i - k)) member.push(j);
    first.push(member.length);
  }
  let largest = 0;
  for (let b = 0; b + 1 < first.length; b++) largest = Math.max(largest, first[b + 1] - first[b]);
  return {
    count: first.length - 1,
    first: Int32Array.from(first),
    member: Int32Array.from(member),
    block,
    largest,
  };
}

/** L⁻ᵀ of every block M = L Lᵀ, an upper triangle row by row. */
export function inverseFactors({ count, first, member, block }: Blocks, { pattern, values }: Matrix): Vec[] {
  const place = new Int32Array(pattern.size);
  return Array.from({ length: count }, (_, b) => {
    const size = first[b + 1] - first[b];
    for (let i = 0; i < size; i++) place[member[first[b] + i]] = i;
    const M = new Float64Array(size * size);
    for (let i = 0; i < size; i++) {
      const row = member[first[b] + i];
      for (let k = pattern.rowStart[row]; k < pattern.rowStart[row + 1]; k++) {
        if (block[pattern.column[k]] === b) M[i * size + place[pattern.column[k]]] += values[k];
      }
    }
    return inverseTranspose(M, size);
  });
}

/** By rows: L is computed in the lower triangle of M, and then Lᵀ R = I is solved from below. */
function inverseTranspose(M: Vec, size: number): Vec {
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = M[i * size + j];
      for (let k = 0; k < j; k++) sum -= M[i * size + k] * M[j * size + k];
      if (i > j) M[i * size + j] = sum / M[j * size + j];
      else if (sum > 0) M[i * size + i] = Math.sqrt(sum);
      else throw new InputError("the mass matrix is not positive definite", { key: "mass" });
    }
  }
  const R = new Float64Array(size * size);
  for (let column = 0; column < size; column++) {
    for (let i = column; i >= 0; i--) {
      let sum = i === column ? 1 : 0;
      for (let k = i + 1; k <= column; k++) sum -= M[k * size + i] * R[k * size + column];
      R[i * size + column] = sum / M[i * size + i];
    }
  }
  return R;
}
