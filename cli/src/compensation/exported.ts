/** A compensated system as other programs are given it. */
import type { Matrix } from "noether/linalg";

export interface Exported {
  readonly mass: Matrix;
  readonly damping: Matrix | null;
  readonly stiffness: Matrix;
  readonly labels: readonly string[];
  /** At the start: displacement, the scheme's velocity, and its acceleration M̂ a = F̂ − Ĉ v − K̂ q. */
  readonly q: Float64Array;
  readonly v: Float64Array;
  readonly a: Float64Array;
  /** F̂ at every step, or null; loads[n][i] acts on coordinate i at t0 + n h. */
  readonly loads: readonly Float64Array[] | null;
  readonly h: number;
  readonly steps: number;
  readonly beta: number;
  readonly gamma: number;
}

/** Calls `look` for every entry that is stored. */
export function eachEntry({ pattern, values }: Matrix, look: (i: number, j: number, value: number) => void): void {
  for (let i = 0; i < pattern.size; i++) {
    for (let k = pattern.rowStart[i] ?? 0; k < (pattern.rowStart[i + 1] ?? 0); k++) {
      look(i, pattern.column[k] ?? 0, values[k] ?? 0);
    }
  }
}

export function isDiagonal(matrix: Matrix): boolean {
  let diagonal = true;
  eachEntry(matrix, (i, j, value) => {
    if (i !== j && value !== 0) diagonal = false;
  });
  return diagonal;
}

/** But for the rounding of the products that it was made of. */
export function isSymmetric(matrix: Matrix): boolean {
  const places = new Map<number, number>();
  const n = matrix.pattern.size;
  let largest = 0;
  eachEntry(matrix, (i, j, value) => {
    places.set(i * n + j, value);
    largest = Math.max(largest, Math.abs(value));
  });
  let worst = 0;
  eachEntry(matrix, (i, j, value) => {
    worst = Math.max(worst, Math.abs(value - (places.get(j * n + i) ?? 0)));
  });
  return worst <= 1e-12 * largest;
}
