/** Error against step, both logarithmic, with a triangle of the slope under each order that occurs. */
import type { Figure, Series, SlopeTriangle } from "../figure.js";

export interface ConvergenceCurve {
  readonly method: string;
  /** The order claimed or measured: a triangle shows it. */
  readonly order?: number;
  readonly steps: ArrayLike<number>;
  readonly errors: ArrayLike<number>;
}

interface Labels {
  readonly title?: string;
  readonly error?: string;
  readonly errorUnit?: string;
  readonly timeUnit?: string;
}

export function convergenceFigure(
  studies: readonly ConvergenceCurve[],
  { title = "Convergence", error = "error", errorUnit, timeUnit }: Labels = {},
): Figure {
  return {
    panels: [
      {
        title,
        shape: "square",
        x: { label: "step", scale: "log", ...(timeUnit === undefined ? {} : { unit: timeUnit }) },
        y: { label: error, scale: "log", ...(errorUnit === undefined ? {} : { unit: errorUnit }) },
        series: studies.map(
          ({ method, steps, errors }, colour): Series => ({
            name: method,
            x: steps,
            y: errors,
            style: "marked",
            colour,
          }),
        ),
        slopes: trianglesUnder(studies),
      },
    ],
  };
}

/** One triangle an order, under the most accurate method that claims it, over the part of the steps where errors are largest
 *  and round-off is farthest. */
function trianglesUnder(studies: readonly ConvergenceCurve[]): SlopeTriangle[] {
  const triangles = new Map<number, SlopeTriangle>();
  for (const { order, steps, errors } of studies) {
    if (order === undefined) continue;
    const points = Array.from(steps, (step, i) => ({ step, error: errors[i] }))
      .filter(({ step, error }) => step > 0 && error > 0 && Number.isFinite(error))
      .sort((a, b) => b.step - a.step);
    if (points.length < 2) continue;
    const from = points[Math.min(2, points.length - 1)];
    const to = points[Math.min(1, points.length - 2)];
    const known = triangles.get(order);
    // A third below the line, so that the triangle touches neither it nor its marks.
    const y = from.error / 3;
    if (known === undefined || y < known.y) triangles.set(order, { order, x: [from.step, to.step], y });
  }
  return [...triangles.values()];
}
