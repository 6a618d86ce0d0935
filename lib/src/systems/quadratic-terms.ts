/** ½ q·K q entry by entry: ½ K_ii q_i² of each coordinate, K_ij q_i q_j of each pair. */
import type { Matrix } from "../core/matrix.js";
import type { LocalTerms } from "../core/system.js";

/** Beyond this many entries no method moves one coordinate at a time. */
const LIMIT = 200_000;

export function quadraticTerms({ pattern: { size, rowStart, column }, values }: Matrix): LocalTerms | undefined {
  if (values.length > LIMIT) return undefined;
  const start = [0];
  const coordinate: number[] = [];
  const weight: number[] = [];
  for (let i = 0; i < size; i++) {
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) {
      const j = column[k];
      if (j < i || values[k] === 0) continue;
      if (j > i) coordinate.push(j);
      coordinate.push(i);
      start.push(coordinate.length);
      weight.push(i === j ? values[k] / 2 : values[k]);
    }
  }
  const starts = Int32Array.from(start);
  const weights = Float64Array.from(weight);
  const isPair = (e: number) => starts[e + 1] - starts[e] === 2;
  return {
    count: weights.length,
    start: starts,
    coordinate: Int32Array.from(coordinate),
    value: (e, x) => weights[e] * x[0] * (isPair(e) ? x[1] : x[0]),
    difference: (e, x, k, step) => weights[e] * step * (isPair(e) ? x[1 - k] : 2 * x[0] + step),
  };
}
