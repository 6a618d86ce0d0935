/** A load as one step sees it, for schemes that ask for it outside of the step too (compositions with steps back in time): there the
 *  piece inside of the step goes on, beyond kinks and jumps at its ends.
 *
 *      F(t) = Σ F⁽ᵏ⁾(end) (t − end)ᵏ/k!,  k ≤ degree,  with the limits from inside,
 *
 *  at and beyond the first kink that the step does not contain. With the degree p − 1 a step of order p keeps its order; records, which are
 *  linear between their samples, go on exactly. */
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
  const part = new Float64Array(dof);
  // Of the step that has been entered: its ends, where the piece inside of it ends, and what its times may be rounded by.
  const step = new Float64Array(5);
  const [LOW, HIGH, FROM, TO, ROUNDING] = [0, 1, 2, 3, 4];

  const addContinued = (end: number, side: -1 | 1, t: number, out: Vec) => {
    const away = t - end;
    const isAtEnd = Math.abs(away) <= step[ROUNDING];
    let weight = 1;
    for (let k = 0; k <= (isAtEnd ? 0 : degree); k++) {
      part.fill(0);
      load.addDerivative?.(k, end, side, part);
      for (let i = 0; i < dof; i++) out[i] += weight * part[i];
      weight *= away / (k + 1);
    }
  };

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
