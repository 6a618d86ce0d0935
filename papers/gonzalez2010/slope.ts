/** The slope of log error over log size, by least squares. */
export function slope(sizes: readonly number[], errors: readonly number[]): number {
  const x = sizes.map(Math.log);
  const y = errors.map(Math.log);
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [mx, my] = [mean(x), mean(y)];
  const top = x.reduce((sum, value, i) => sum + (value - mx) * (y[i] - my), 0);
  return top / x.reduce((sum, value) => sum + (value - mx) ** 2, 0);
}

/** Root of the mean square: errors of single runs scatter, and may be zero. */
export const size = (errors: readonly number[]): number =>
  Math.sqrt(errors.reduce((sum, e) => sum + e * e, 0) / errors.length);
