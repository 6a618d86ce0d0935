/** What an axis shows: which numbers, from where to where, with which ticks. Very small and very large numbers get a
 *  common power of ten in the label; numbers that hardly differ from one another are shown as the deviation from the first,
 *  so that an energy conserved to the last digit reads "E − 16.5 (10⁻¹⁵ J)" and not as seven equal tick labels. */
import type { Axis, Values } from "./figure.js";
import { decade, powerOfTen, significant, typeset } from "./number.js";

export interface DrawnAxis {
  readonly label: string;
  readonly ticks: readonly Tick[];
  /** Where values lie when the axis goes `from` one place `to` another; NaN for those it cannot show. */
  positions(values: Values, from: number, to: number): Float64Array;
}

export interface Tick {
  /** Between the ends: 0 … 1. A tick between two neighbouring doubles is no value of the data, but has a place. */
  readonly at: number;
  readonly text: string;
  readonly isZero: boolean;
}

/** What the axis has to hold: the extremes of the finite values, and the first of them. */
export interface Extent {
  readonly min: number;
  readonly max: number;
  readonly first: number;
}

export function extentOf(lists: readonly Values[], scale: Axis["scale"]): Extent | null {
  const least = scale === "log" ? Number.MIN_VALUE : -Number.MAX_VALUE;
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  let first = Number.NaN;
  // Series often share one list of times.
  for (const values of new Set(lists)) {
    for (let i = 0; i < values.length; i++) {
      const value = values[i] ?? Number.NaN;
      if (!(value >= least && value < Number.POSITIVE_INFINITY)) continue;
      if (value < min) min = value;
      if (value > max) max = value;
      if (Number.isNaN(first)) first = value;
    }
  }
  return min > max ? null : { min, max, first };
}

/** `room`: how much of the extent is left free at either end; `ticks`: about how many there is space for. */
export function drawnAxis(
  axis: Axis,
  extent: Extent | null,
  { room, ticks }: { room: number; ticks: number },
): DrawnAxis {
  if (axis.names !== undefined) return ofNames(axis, axis.names, extent, room);
  return axis.scale === "log" ? logarithmic(axis, extent, room, ticks) : linear(axis, extent, room, ticks);
}

/** Numbers closer together than this, relative to their size, are shown as deviations. */
const CLOSE = 1e-3;

function linear(axis: Axis, extent: Extent | null, room: number, count: number): DrawnAxis {
  const { min, max, first } = extent ?? { min: 0, max: 1, first: 0 };
  const size = Math.max(Math.abs(min), Math.abs(max));
  const origin = max > min && max - min < CLOSE * size ? first : 0;
  // A little more than the largest: a peak of 0.9998 is to be marked 1.
  const exponent = powerFor(1.05 * Math.max(Math.abs(min - origin), Math.abs(max - origin)));
  // From here on in the numbers shown: deviations from the origin in units of the power of ten.
  const unit = 10 ** exponent;
  const least = (min - origin) / unit;
  const most = (max - origin) / unit;
  // Only sizes beyond any power of ten above are this close without being equal.
  const isConstant = most - least < 1e-9;
  const free = isConstant ? constantRoom(least) : room * (most - least);
  const low = least - free;
  const span = most + free - low;
  const step = niceStep(span, count);
  const decimals = Math.max(0, -decade(step));
  const ticks = isConstant ? [least] : multiples(step, low, low + span);
  return {
    label: labelled(deviation(axis.label, origin), exponent, axis.unit),
    ticks: ticks.map((tick) => ({
      at: (tick - low) / span,
      text: typeset(isConstant || tick === 0 ? significant(tick, 6) : tick.toFixed(decimals)),
      isZero: tick === 0,
    })),
    positions: (values, from, to) => {
      const scale = (to - from) / span / unit;
      const shift = from - (low * (to - from)) / span;
      return mapped(values, (value) => shift + scale * (value - origin));
    },
  };
}

function logarithmic(axis: Axis, extent: Extent | null, room: number, count: number): DrawnAxis {
  const { min, max } = extent ?? { min: 1e-1, max: 1 };
  const least = Math.log10(min);
  const most = Math.log10(max);
  const free = min === max ? 0.5 : Math.max(room * (most - least), 0.02);
  const low = least - free;
  const span = most + free - low;
  const ticks = decadesBetween(low, low + span, count);
  return {
    label: labelled(axis.label, 0, axis.unit),
    ticks: ticks.map((tick) => ({
      at: (Math.log10(tick) - low) / span,
      text: logTickText(tick, ticks),
      isZero: false,
    })),
    positions: (values, from, to) => mapped(values, (value) => from + ((to - from) * (Math.log10(value) - low)) / span),
  };
}

/** A tick at each of the things, as many as they are. */
function ofNames(axis: Axis, names: readonly string[], extent: Extent | null, room: number): DrawnAxis {
  const { min, max } = extent ?? { min: 0, max: names.length - 1 };
  const free = min === max ? 0.5 : room * (max - min);
  const low = min - free;
  const span = max + free - low;
  return {
    label: labelled(axis.label, 0, axis.unit),
    ticks: names.map((text, k) => ({ at: (k - low) / span, text, isZero: false })),
    positions: (values, from, to) => mapped(values, (value) => from + ((to - from) * (value - low)) / span),
  };
}

/** "E − 16.5": what is shown when the values themselves hardly differ. */
function deviation(label: string, origin: number): string {
  if (origin === 0) return label;
  return `${label} ${origin > 0 ? "−" : "+"} ${typeset(significant(Math.abs(origin), 6))}`;
}

/** NaN stands for every place that is none: a gap, or a value that the axis cannot show. */
function mapped(values: Values, place: (value: number) => number): Float64Array {
  const places = new Float64Array(values.length);
  for (let i = 0; i < values.length; i++) {
    const at = place(values[i] ?? Number.NaN);
    places[i] = at - at === 0 ? at : Number.NaN;
  }
  return places;
}

/** The power of ten that goes to the label: none for numbers of everyday size, none whose inverse is not a double. */
function powerFor(size: number): number {
  const power = decade(size);
  return power >= -2 && power < 5 ? 0 : Math.max(power, -300);
}

function labelled(name: string, exponent: number, unit: string | undefined): string {
  const parts = [exponent === 0 ? "" : powerOfTen(exponent), unit ?? ""].filter((part) => part !== "");
  return parts.length === 0 ? name : `${name} (${parts.join(" ")})`;
}

function constantRoom(value: number): number {
  return Math.abs(value) < 1e-9 ? 1 : Math.abs(value) / 2;
}

/** 1, 2 or 5 times a power of ten, such that about `count` of them make the span. */
function niceStep(span: number, count: number): number {
  const rough = span / count;
  const power = 10 ** decade(rough);
  const lead = rough / power;
  return (lead < 1.2 ? 1 : lead < 2.4 ? 2 : lead < 6 ? 5 : 10) * power;
}

function multiples(step: number, low: number, high: number): number[] {
  const ticks: number[] = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; k++) ticks.push(k * step + 0);
  return ticks;
}

/** Whole decades, thinned to the space there is; where there are less than three of them, also 2 and 5. */
function decadesBetween(low: number, high: number, count: number): number[] {
  const first = Math.ceil(low - 1e-9);
  const last = Math.floor(high + 1e-9);
  if (last - first < 2) {
    const fine: number[] = [];
    for (let n = first - 1; n <= last + 1; n++) {
      for (const lead of [1, 2, 5]) {
        const position = n + Math.log10(lead);
        if (position >= low && position <= high) fine.push(Number(`${lead}e${n}`));
      }
    }
    return fine;
  }
  const stride = Math.ceil((last - first + 1) / Math.max(count, 2));
  const ticks: number[] = [];
  for (let n = Math.ceil(first / stride) * stride; n <= last; n += stride) ticks.push(Number(`1e${n}`));
  return ticks;
}

function logTickText(tick: number, ticks: readonly number[]): string {
  const exponent = decade(tick);
  const everyday = ticks.every((one) => one >= 0.01 && one < 1000);
  if (everyday) return significant(tick, 2);
  const lead = Math.round(tick / 10 ** exponent);
  return lead === 1 ? powerOfTen(exponent) : `${lead}·${powerOfTen(exponent)}`;
}
