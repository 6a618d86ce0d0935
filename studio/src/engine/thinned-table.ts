/** A part of a table of frames, as many rows as curves show, with the extremes between them: no peak is missed. */
import type { Frames, Thinned } from "./messages.js";

/** As many as a curve shows. */
const MOST_ROWS = 20_000;

/** Rows from `first` until before `last`; the last of them is always there. */
export function thinnedTable(
  table: Frames,
  [first, last]: readonly [number, number] = [0, table[0]?.length ?? 0],
  most = MOST_ROWS,
): Thinned {
  const rows = last - first;
  const stride = Math.max(1, Math.ceil(rows / most));
  if (stride === 1) return { frames: table.map((column) => column.slice(first, last)), stride, extremes: null };
  const shown = Array.from({ length: Math.ceil(rows / stride) }, (_, k) => first + k * stride);
  if ((rows - 1) % stride !== 0) shown.push(last - 1);
  const picked = (of: (from: number, until: number) => number) =>
    Float64Array.from(shown, (from, k) => of(from, shown[k + 1] ?? last));
  const extreme = (column: Float64Array, isBeyond: (a: number, b: number) => boolean) =>
    picked((from, until) => {
      let best = column[from] as number;
      for (let i = from + 1; i < until; i++) if (isBeyond(column[i] as number, best)) best = column[i] as number;
      return best;
    });
  return {
    frames: table.map((column) => picked((from) => column[from] as number)),
    stride,
    extremes: {
      low: table.map((column) => extreme(column, (a, b) => a < b)),
      high: table.map((column) => extreme(column, (a, b) => a > b)),
    },
  };
}

/** The rows whose time is within a span. */
export function rowsWithin(
  [times = new Float64Array()]: Frames,
  [start, end]: readonly [number, number],
): [number, number] {
  const first = times.findIndex((t) => t >= start);
  const next = times.findIndex((t) => t > end);
  return first < 0 ? [times.length, times.length] : [first, next < 0 ? times.length : next];
}
