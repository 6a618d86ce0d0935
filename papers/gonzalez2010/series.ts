/** What a quantity did over time. */
export const range = (values: readonly number[]): number =>
  values.reduce((most, x) => Math.max(most, x), -Infinity) - values.reduce((least, x) => Math.min(least, x), Infinity);

export const last = (values: readonly number[]): number => values[values.length - 1];
