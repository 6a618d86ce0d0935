import { expect, test } from "vitest";
import { rowsWithin, thinnedTable } from "../src/engine/thinned-table.js";

const times = Float64Array.from({ length: 1001 }, (_, i) => i / 10);
/** Almost zero, but for one peak that no stride meets. */
const spike = Float64Array.from(times, (_, i) => (i === 437 ? -5 : 0.01 * (i % 2)));

test("a table that is thinned keeps its last row, and every peak among the extremes", () => {
  const { frames, stride, extremes } = thinnedTable([times, spike], undefined, 100);
  const { low, high } = extremes ?? { low: [], high: [] };
  expect(stride).toBe(11);
  expect(frames[0]?.[1]).toBe(1.1);
  expect(frames[0]?.at(-1)).toBe(100);
  expect(Math.min(...(frames[1] as Float64Array))).toBe(0);
  const at = low[1]?.indexOf(-5) as number;
  // Row 437 is among those from 429 until before 440.
  expect(frames[0]?.[at]).toBe(42.9);
  expect(Math.max(...(high[1] as Float64Array))).toBe(0.01);
  expect(low[0]).toHaveLength(frames[0]?.length as number);
});

test("a part of it has every row", () => {
  const rows = rowsWithin([times], [43, 44]);
  expect(rows).toEqual([430, 441]);
  const { frames, stride, extremes } = thinnedTable([times, spike], rows, 100);
  expect([stride, extremes]).toEqual([1, null]);
  expect(frames).toEqual([times.slice(430, 441), spike.slice(430, 441)]);
  expect(rowsWithin([times], [200, 300])).toEqual([1001, 1001]);
});
