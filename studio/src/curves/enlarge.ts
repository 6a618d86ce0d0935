/** Parts of an axis that are enlarged or moved. They are chosen in pixels: logarithmic axes need nothing of their own. */
import type { Axis, Span } from "./axes.js";
import { LEAST_SPAN } from "./curve.js";

/** Below 1: larger; the value at a place stays there. */
export function enlarged(axis: Axis, factor: number, place = (axis.from + axis.to) / 2): Span {
  const { from, to } = axis;
  return between(axis, place + (from - place) * factor, place + (to - place) * factor);
}

/** What lies so many pixels to the right, or below. */
export const moved = (axis: Axis, pixels: number): Span => between(axis, axis.from + pixels, axis.to + pixels);

/** The values at two places; as it was where they could not be told apart. */
export function between(axis: Axis, from: number, to: number): Span {
  const [a, b] = [axis.value(from), axis.value(to)];
  const size = Math.max(Math.abs(a), Math.abs(b));
  return b - a > LEAST_SPAN * size ? [a, b] : [axis.value(axis.from), axis.value(axis.to)];
}
