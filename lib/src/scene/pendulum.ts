/** One coordinate whose potential energy is a − b cos(q − q₀), b > 0, is the angle of a pendulum, whatever it is called. Its length is not
 *  known; it is drawn as 1. */
import { cos, sin } from "../core/elementary.js";
import type { Problem } from "../core/system.js";
import { linkage } from "./linkage.js";
import type { MovingScene } from "./scene.js";

/** Angles at which V is compared with the cosine: not at equal distances. */
const COMPARED = [-5.3, -2.1, -0.4, 0.9, 2.7, 4.4, 11];
/** Of b: rounding of V, of terms that cancel. */
const EXACT = 1e-9;

/** null where V is something else. */
export function pendulumScene({ system }: Problem): MovingScene | null {
  const q = new Float64Array(1);
  const potential = (angle: number) => {
    q[0] = angle;
    return system.potential(q);
  };
  // V = mean + c cos q + s sin q.
  const [right, up, left] = [potential(0), potential(Math.PI / 2), potential(Math.PI)];
  const mean = (right + left) / 2;
  const [c, s] = [(right - left) / 2, up - mean];
  const b = Math.hypot(c, s);
  const isCosine = (angle: number) =>
    Math.abs(potential(angle) - (mean + c * cos(angle) + s * sin(angle))) <= EXACT * b;
  if (!(b > 0 && Number.isFinite(b)) || !COMPARED.every(isCosine)) return null;
  // Lowest where cos q = −c/b and sin q = −s/b: there it hangs. (x, y) = (sin, −cos) of the angle from there.
  const x = (angle: number) => (s * cos(angle) - c * sin(angle)) / b;
  const y = (angle: number) => (c * cos(angle) + s * sin(angle)) / b;
  return linkage({
    spatial: false,
    fixed: [[0, 0, 0]],
    moving: [{ name: system.labels[0], coordinates: [0] }],
    place(at, out) {
      out[0] = x(at[0]);
      out[1] = y(at[0]);
    },
    rate(at, v, out) {
      out[0] = -y(at[0]) * v[0];
      out[1] = x(at[0]) * v[0];
    },
    links: [{ kind: "rod", ends: [[0, 1]] }],
  });
}
