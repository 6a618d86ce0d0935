/** Curves as all pictures take them. */

export interface Curve {
  readonly label: string;
  /** A CSS colour. */
  readonly colour: string;
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** When it is at each of its places, of a curve over something else than time. */
  readonly times?: Float64Array;
  readonly dash?: readonly number[];
  readonly style?: "line" | "points";
  /** What the values between two places of the curve lie in, from each place to the next. */
  readonly band?: { readonly low: Float64Array; readonly high: Float64Array };
  /** Filled down to the curve before it. */
  readonly filled?: boolean;
}

export interface Picture {
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly curves: readonly Curve[];
  readonly logX?: boolean;
  readonly logY?: boolean;
  /** The axis spans at least this share of its values. */
  readonly leastSpan?: number;
}

/** Axes that span less have no numbers that tell their ends apart. */
export const LEAST_SPAN = 1e-9;

/** Least and greatest of what is finite, and positive on a logarithmic axis. */
export function extent(values: Iterable<number>, logarithmic = false): readonly [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (!Number.isFinite(value) || (logarithmic && value <= 0)) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (low > high) return logarithmic ? [0.1, 1] : [0, 1];
  const size = Math.max(Math.abs(low), Math.abs(high));
  if (!logarithmic && low < high && high - low < LEAST_SPAN * size) {
    const [middle, reach] = [(low + high) / 2, LEAST_SPAN * size];
    return [middle - reach, middle + reach];
  }
  if (low === high)
    return logarithmic ? [low / 10, high * 10] : [low - (Math.abs(low) || 1) / 2, high + (Math.abs(high) || 1) / 2];
  return [low, high];
}

/** Round numbers between two, about as many as asked for. */
export function ticks(low: number, high: number, count: number): number[] {
  const rough = (high - low) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 5, 10].find((each) => each * power >= rough) ?? 10) * power;
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => (first + i) * step);
}

/** Powers of ten, every so many where there are too many; with twice and five times them where there are too few; the ends at worst. */
export function logTicks(low: number, high: number, count: number): number[] {
  const [first, last] = [Math.ceil(Math.log10(low) - 1e-9), Math.floor(Math.log10(high) + 1e-9)];
  const stride = Math.max(1, Math.ceil((last - first + 1) / count));
  const found = [];
  for (let power = first; power <= last; power += stride) found.push(10 ** power);
  if (found.length > 1) return found;
  const between = [first - 1, first]
    .flatMap((power) => [1, 2, 5].map((digit) => Number(`${digit}e${power}`)))
    .filter((value) => value >= low && value <= high);
  return between.length > 1 ? between : [low, high];
}

/** The place of a curve that is nearest to a time, −1 where it does not get there. */
export function placeAt(times: Float64Array, t: number): number {
  const last = times.length - 1;
  if (last < 0) return -1;
  const [start, end] = [times[0] as number, times[last] as number];
  const slack = (end - start) / Math.max(1, last);
  if (!(t >= start - slack && t <= end + slack)) return -1;
  let [low, high] = [0, last];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((times[middle] as number) <= t) low = middle;
    else high = middle;
  }
  return t - (times[low] as number) <= (times[high] as number) - t ? low : high;
}
