/** How often displacements have to be magnified to be seen. */
import { maxOf } from "../core/vec.js";

/** Small displacements are drawn as a tenth of the body, by a factor that is easy to say: 1, 2 or 5 and zeros. */
export function magnification(peak: number, size: number): number {
  if (!(peak > 0) || peak > 0.05 * size) return 1;
  const wanted = (0.1 * size) / peak;
  const decade = 10 ** Math.floor(Math.log10(wanted));
  return ([5, 2, 1].find((digit) => digit * decade <= wanted) ?? 1) * decade;
}

/** The longest side of the box around points, three numbers each. */
export function longestSide(points: ArrayLike<number>): number {
  const spans = [0, 1, 2].map((c) => {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let i = c; i < points.length; i += 3) {
      low = Math.min(low, points[i]);
      high = Math.max(high, points[i]);
    }
    return high - low;
  });
  return maxOf(spans, 0);
}
