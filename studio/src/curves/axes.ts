/** The axes of a picture: which values are where, in pixels. */
import { type Curve, extent, logTicks, type Picture, ticks } from "./curve.js";

export type Span = readonly [number, number];

/** What is shown of a picture: from and to, on each axis. */
export interface Window {
  readonly x: Span;
  readonly y: Span;
}

/** Where a picture is drawn, and how much of it. */
export interface ChartPlace {
  readonly width: number;
  readonly height: number;
  /** In files the title and the names of the curves stand in the picture. */
  readonly isFile?: boolean;
  /** The same unit on both axes: circles are round. */
  readonly square?: boolean;
  /** None: everything. */
  readonly window?: Window | null;
}

/** Pixels around what is drawn, for numbers and words. */
export const ROOM = { left: 64, right: 14, top: 10, bottom: 38 };

/** Places are pixels, from left and from above. */
export interface Axis {
  readonly from: number;
  readonly to: number;
  at(value: number): number;
  /** The value at a place. */
  value(place: number): number;
  readonly ticks: readonly number[];
}

export interface Axes {
  readonly x: Axis;
  /** From below to above. */
  readonly y: Axis;
}

function axis([low, high]: Span, [from, to]: Span, log: boolean, count: number): Axis {
  const map = log ? Math.log10 : (value: number) => value;
  const back = log ? (power: number) => 10 ** power : (value: number) => value;
  const [a, b] = [map(low), map(high)];
  return {
    from,
    to,
    at: (value) => from + ((map(value) - a) / (b - a)) * (to - from),
    value: (place) => back(a + ((place - from) / (to - from)) * (b - a)),
    ticks: log ? logTicks(low, high, count) : ticks(low, high, count),
  };
}

const padded = ([low, high]: Span, log: boolean): Span => {
  if (log) return [low / 1.3, high * 1.3];
  const room = 0.04 * (high - low);
  return [low - room, high + room];
};

/** Pixels from one number on an axis to the next. */
const BETWEEN = { x: 90, y: 45 };

export function axesOf(
  { curves, logX = false, logY = false }: Picture,
  { width, height, isFile = false, square = false, window = null }: ChartPlace,
): Axes {
  const top = ROOM.top + (isFile ? 22 + 16 * curves.length : 0);
  const [across, up]: [Span, Span] = [
    [ROOM.left, width - ROOM.right],
    [height - ROOM.bottom, top],
  ];
  let xs = window?.x ?? padded(extent(all(curves, "x"), logX), logX);
  let ys = window?.y ?? padded(extent(all(curves, "y"), logY), logY);
  if (square) [xs, ys] = squared(xs, ys, across[1] - across[0], up[0] - up[1]);
  return { x: axis(xs, across, logX, width / BETWEEN.x), y: axis(ys, up, logY, height / BETWEEN.y) };
}

function* all(curves: readonly Curve[], which: "x" | "y"): Generator<number> {
  for (const curve of curves) {
    yield* curve[which];
    if (which === "y" && curve.band !== undefined) {
      yield* curve.band.low;
      yield* curve.band.high;
    }
  }
}

function squared([a, b]: Span, [c, d]: Span, width: number, height: number): [Span, Span] {
  const unit = Math.max((b - a) / width, (d - c) / height);
  const [w, h] = [(unit * width) / 2, (unit * height) / 2];
  return [
    [(a + b) / 2 - w, (a + b) / 2 + w],
    [(c + d) / 2 - h, (c + d) / 2 + h],
  ];
}
