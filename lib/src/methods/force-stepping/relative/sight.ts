/** Where differences are in their boxes: found from the parabolas of their ends when it is asked for, never carried along. */
import type { Vec } from "../../../core/vec.js";
import type { Cell } from "../grid.js";
import type { RelativeTerms } from "../relative-terms.js";
import type { FreeParabolas } from "./free-parabolas.js";

/** Heights, speeds and half the accelerations of differences in their boxes, as far as they have been looked at. */
export interface Sight {
  readonly y: Vec;
  readonly w: Vec;
  readonly c: Vec;
  /** Where the difference j is in its box at time t, how fast and in what direction. */
  look(j: number, t: number): void;
}

export function sightOf({ plus, minus, grid }: RelativeTerms, { base, side }: Cell, points: FreeParabolas): Sight {
  const { spacing, origin } = grid;
  const { q, v, a, since } = points;
  const [y, w, c] = Array.from({ length: 3 }, () => new Float64Array(grid.dof));
  return {
    y,
    w,
    c,
    look(j, t) {
      const x = t - since[plus[j]];
      let position = q[plus[j]] + x * (v[plus[j]] + (x / 2) * a[plus[j]]);
      let speed = v[plus[j]] + x * a[plus[j]];
      let acceleration = a[plus[j]];
      const p = minus[j];
      if (p >= 0) {
        const s = t - since[p];
        position -= q[p] + s * (v[p] + (s / 2) * a[p]);
        speed -= v[p] + s * a[p];
        acceleration -= a[p];
      }
      const scale = side[j] / spacing[j];
      y[j] = side[j] * ((position - origin[j]) / spacing[j] - base[j]);
      w[j] = scale * speed;
      c[j] = (scale * acceleration) / 2;
    },
  };
}
