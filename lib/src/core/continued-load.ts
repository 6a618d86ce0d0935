/** A load as one step sees it, for schemes that ask for it outside of the step too (compositions with steps back in time): there the
 *  piece inside of the step goes on, beyond kinks and jumps at its ends.
 *
 *      F(t) = Σ F⁽ᵏ⁾(end) (t − end)ᵏ/k!,  k ≤ degree,  with the limits from inside,
 *
 *  at and beyond the first kink that the step does not contain. With the degree p − 1 a step of order p keeps its order; records, which are
 *  linear between their samples, go on exactly. A piece whose derivatives grow without bounds towards its end, such as √(1 − t) up to t = 1, cannot
 *  be continued: that shows where the series misses the load inside of the step. */
import { firstFrom, SLACK } from "./load-kinks.js";
import type { Force, TimeLoad } from "./system.js";
import type { Vec } from "./vec.js";

/** A load as it is seen within the step that has been entered. */
export interface LoadOfStep<F extends Force = TimeLoad> {
  readonly load: F;
  enter(from: number, to: number): void;
}

/** `load` has derivatives. */
export function continuedLoad(load: TimeLoad, dof: number, degree: number): LoadOfStep {
  const kinks = load.kinks ?? new Float64Array(0);
  // Of the step that has been entered: its ends, where the piece inside of it ends, and what its times may be rounded by.
  const step = new Float64Array(5);
  const [LOW, HIGH, FROM, TO, ROUNDING] = [0, 1, 2, 3, 4];

  const series = taylorSeries(load, dof, degree);
  const addContinued = (end: number, side: -1 | 1, t: number, out: Vec) =>
    series(end, side, Math.abs(t - end) <= step[ROUNDING] ? 0 : t - end, out);

  return {
    enter(from, to) {
      const slack = SLACK * Math.abs(to - from);
      const [low, high] = [Math.min(from, to), Math.max(from, to)];
      const before = firstFrom(kinks, low + slack) - 1;
      const after = firstFrom(kinks, high - slack);
      step[FROM] = before < 0 ? Number.NEGATIVE_INFINITY : kinks[before];
      step[TO] = after < kinks.length ? kinks[after] : Number.POSITIVE_INFINITY;
      // An end that is a kink but for rounding is that kink.
      step[LOW] = low - step[FROM] <= slack ? step[FROM] : low;
      step[HIGH] = step[TO] - high <= slack ? step[TO] : high;
      step[ROUNDING] = slack;
    },
    load: {
      ...load,
      addTo(t: number, q: Vec, v: Vec, out: Vec) {
        if (t <= step[FROM] + step[ROUNDING]) addContinued(step[LOW], 1, t, out);
        else if (t >= step[TO] - step[ROUNDING]) addContinued(step[HIGH], -1, t, out);
        else load.addTo(t, q, v, out);
      },
    },
  };
}

/** Adds the series at `end`, from one side, as far away as that. */
function taylorSeries(load: TimeLoad, dof: number, degree: number) {
  const part = new Float64Array(dof);
  return (end: number, side: -1 | 1, away: number, out: Vec) => {
    let weight = 1;
    for (let k = 0; k <= degree && weight !== 0; k++) {
      part.fill(0);
      load.addDerivative?.(k, end, side, part);
      for (let i = 0; i < dof; i++) out[i] += weight * part[i];
      weight *= away / (k + 1);
    }
  };
}

/** Where a series is taken: at the end of a piece, from inside of it. */
export interface EndOfPiece {
  readonly t: number;
  readonly side: -1 | 1;
}

export interface Miss {
  readonly t: number;
  /** Of the size of the load; not a number where a derivative is none. */
  readonly share: number;
}

/** Operations that looking at kinks may take; records with more samples are continued as those that were looked at. */
const MOST = 2e7;

/** At which of these ends the series misses the load most, half a step inside, and by how much; null: at none. Halves of steps before and after the
 *  run, and those with another kink in them, are not looked at. */
export function worstContinuation(
  load: TimeLoad,
  dof: number,
  degree: number,
  ends: readonly EndOfPiece[],
  { h, from, to }: { readonly h: number; readonly from: number; readonly to: number },
): Miss | null {
  const all = load.kinks ?? new Float64Array(0);
  const isSmooth = (end: number, t: number) => {
    const slack = SLACK * Math.abs(h);
    const [low, high] = [Math.min(end, t), Math.max(end, t)];
    const first = firstFrom(all, low + slack);
    return low > Math.min(from, to) - slack && high < Math.max(from, to) + slack && !(all[first] < high - slack);
  };
  const series = taylorSeries(load, dof, degree);
  const [found, inside] = [new Float64Array(dof), new Float64Array(dof)];
  const half = Math.abs(h) / 2;
  let [size, most, at] = [0, 0, Number.NaN];
  const looked = ends.slice(0, 2 * Math.ceil(MOST / (dof * (degree + 1))));
  // The size of a load that begins and ends gently is found between its kinks.
  const times = [from, ...new Set(looked.map(({ t }) => t)), to];
  for (let k = 1; k < times.length; k++) {
    inside.fill(0);
    load.addTo((times[k - 1] + times[k]) / 2, found, found, inside);
    for (const x of inside) if (Math.abs(x) < Number.POSITIVE_INFINITY) size = Math.max(size, Math.abs(x));
  }
  for (const { t: end, side } of looked) {
    const t = end + side * half;
    if (!isSmooth(end, t)) continue;
    found.fill(0);
    inside.fill(0);
    series(end, side, side * half, found);
    load.addTo(t, inside, inside, inside);
    for (let i = 0; i < dof; i++) {
      size = Math.max(size, Math.abs(inside[i]));
      const miss = Math.abs(found[i] - inside[i]);
      if (!Number.isFinite(miss)) return { t: end, share: miss };
      if (miss > most) [most, at] = [miss, end];
    }
  }
  return Number.isNaN(at) ? null : { t: at, share: most / size };
}
