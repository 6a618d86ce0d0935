/** The value of a column that is farthest from zero, and when it was reached. */
import type { Beginning, Thinned } from "../engine/messages.js";

export interface Peak {
  readonly value: number;
  /** Of the frame, or of the last one before where frames are missing. */
  readonly time: number;
  /** Is the time that of the peak itself? */
  readonly isExact: boolean;
}

export function peakOf({ columns }: Pick<Beginning, "columns">, kept: Thinned, column: string): Peak | null {
  const at = columns.indexOf(column);
  const [times, values] = [kept.frames[0], kept.frames[at]];
  if (at < 0 || times === undefined || values === undefined) return null;
  const candidates = [values, kept.extremes?.low[at], kept.extremes?.high[at]];
  let peak: Peak | null = null;
  for (const [k, time] of times.entries()) {
    for (const [which, list] of candidates.entries()) {
      const value = list?.[k];
      if (value === undefined || !(Math.abs(value) > Math.abs(peak?.value ?? 0))) continue;
      peak = { value, time, isExact: which === 0 };
    }
  }
  return peak;
}
