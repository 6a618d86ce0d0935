/** The order that a table of errors shows: the slope of log error over log step where it is one slope.
 *
 *  Of errors for many steps the coarse ones are not asymptotic yet, and the fine ones lie on a plateau: of rounding, of the reference, of another part of the
 *  problem. Between them the slope from each error to the next is the same. Fitted is the longest run of three or more neighbours whose slopes all agree with the slope
 *  of their common line to within 0.15, or a twentieth of it; among runs of the same length the one that is straightest. */
import { log } from "../core/elementary.js";
import { maxOf } from "../core/vec.js";
import { slopeOf } from "./order.js";

export interface FittedOrder {
  /** NaN where no three neighbours lie on a line that rises. */
  readonly order: number;
  /** Of the order, from how far the errors are from the line; NaN of three errors and fewer. */
  readonly standardError: number;
  /** The places in the table of those that lie on the line, from the longest step to the shortest. */
  readonly used: readonly number[];
}

/** Slopes agree to within this, or this part of them. */
const AGREES = 0.15;
const PART = 0.05;
/** A line that rises less is a plateau. */
const FLAT = 0.25;

export function fittedOrder(steps: ArrayLike<number>, errors: ArrayLike<number>): FittedOrder {
  const points = Array.from(steps, (step, at) => ({ at, step: Math.abs(step), error: errors[at] }))
    .filter(
      ({ step, error }) => step > 0 && error > 0 && step < Number.POSITIVE_INFINITY && error < Number.POSITIVE_INFINITY,
    )
    .sort((a, b) => b.step - a.step || a.at - b.at)
    .filter(({ step }, k, all) => k === 0 || step < all[k - 1].step)
    .map(({ at, step, error }) => ({ at, x: log(step), y: log(error) }));
  let best: { from: number; to: number; order: number; apart: number } | null = null;
  for (let from = 0; from + 2 < points.length; from++) {
    for (let to = from + 2; to < points.length; to++) {
      const line = points.slice(from, to + 1);
      const order = slopeOf(line);
      const apart = maxOf(line.slice(1).map(({ x, y }, k) => Math.abs((y - line[k].y) / (x - line[k].x) - order)));
      if (!(order > FLAT && apart <= Math.max(AGREES, PART * order))) continue;
      const length = to - from;
      const known = best === null ? 0 : best.to - best.from;
      if (best === null || length > known || (length === known && apart < best.apart))
        best = { from, to, order, apart };
    }
  }
  if (best === null) return { order: Number.NaN, standardError: Number.NaN, used: [] };
  const line = points.slice(best.from, best.to + 1);
  return { order: best.order, standardError: errorOfSlope(line, best.order), used: line.map(({ at }) => at) };
}

function errorOfSlope(points: readonly { readonly x: number; readonly y: number }[], slope: number): number {
  const n = points.length;
  if (n < 4) return Number.NaN;
  const mean = (of: (p: { x: number; y: number }) => number) => points.reduce((sum, p) => sum + of(p), 0) / n;
  const [mx, my] = [mean(({ x }) => x), mean(({ y }) => y)];
  const residual = n * mean(({ x, y }) => (y - my - slope * (x - mx)) ** 2);
  return Math.sqrt(residual / (n - 2) / (n * mean(({ x }) => (x - mx) ** 2)));
}
