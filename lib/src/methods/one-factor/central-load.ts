/** A load around a step point, as central differences of the motion need it: from its values at the point, and half a step and a
 *  step on either side.
 *
 *  Where the load is smooth, differences of order four give
 *
 *      R = F + h²/12 F'' + h⁴/360 F'''' = (3 F_{±1} + 48 F_{±1/2} + 78 F)/180, each pair added,    h F',    h³ F'''
 *
 *  Records are linear between their samples. Differences across a kink would cost all orders above two; instead a side that is
 *  seen to be linear counts as such, with F' the mean of the two slopes and the jump κ = h [F'] apart: integrated twice from either
 *  side a jump of the slope is worth h [F']/6, so that R = F + κ/6. Beyond the ends of a record its last line goes on. */
import type { TimeLoad } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";

export interface CentralLoad {
  readonly F: Vec;
  readonly R: Vec;
  /** h F'. */
  readonly slope: Vec;
  /** h³ F'''. */
  readonly bend: Vec;
  /** κ = h [F']. */
  readonly kink: Vec;
  /** Looks at the load around t. */
  at(t: number): void;
}

/** Of the values of a record, and of the times at which it is asked. */
const ROUNDING = 8 * Number.EPSILON;

export function centralLoad(load: TimeLoad | null, n: number, h: number): CentralLoad {
  const [R, slope, bend, kink, nothing] = Array.from({ length: 5 }, () => new Float64Array(n));
  const [far, near, F, next, last] = Array.from({ length: 5 }, () => new Float64Array(n));
  const samples = [far, near, F, next, last];
  return {
    F,
    R,
    slope,
    bend,
    kink,
    at(t) {
      if (load === null) return;
      for (let k = 0; k < 5; k++) {
        samples[k].fill(0);
        load.addTo(t + ((k - 2) * h) / 2, nothing, nothing, samples[k]);
      }
      const late = Math.abs(t / h);
      for (let i = 0; i < n; i++) {
        const a = far[i];
        const b = near[i];
        const c = F[i];
        const d = next[i];
        const e = last[i];
        const size = Math.abs(a) + Math.abs(b) + Math.abs(c) + Math.abs(d) + Math.abs(e);
        const change = Math.abs(b - a) + Math.abs(c - b) + Math.abs(d - c) + Math.abs(e - d);
        const rounding = ROUNDING * (size + late * change);
        const left = Math.abs(a - 2 * b + c) <= rounding;
        const right = Math.abs(c - 2 * d + e) <= rounding;
        if (left || right) {
          const before = left ? c - a : e - c;
          const after = right ? e - c : c - a;
          kink[i] = after - before;
          R[i] = c + (after - before) / 6;
          slope[i] = (before + after) / 2;
          bend[i] = 0;
        } else {
          kink[i] = 0;
          R[i] = (3 * (a + e) + 48 * (b + d) + 78 * c) / 180;
          slope[i] = (8 * (d - b) - (e - a)) / 6;
          bend[i] = 4 * (e - a - 2 * (d - b));
        }
      }
    },
  };
}
