/** The straight line nearest to points, with the standard error of its slope. */
export interface Line {
  readonly slope: number;
  readonly standardError: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Through three points at least. */
export function lineThrough(points: readonly Point[]): Line {
  const count = points.length;
  const mx = points.reduce((sum, { x }) => sum + x, 0) / count;
  const my = points.reduce((sum, { y }) => sum + y, 0) / count;
  const sxx = points.reduce((sum, { x }) => sum + (x - mx) ** 2, 0);
  const slope = points.reduce((sum, { x, y }) => sum + (x - mx) * (y - my), 0) / sxx;
  const rest = points.reduce((sum, { x, y }) => sum + (y - my - slope * (x - mx)) ** 2, 0);
  return { slope, standardError: Math.sqrt(rest / (count - 2) / sxx) };
}
