/** How far an orbit is from the exact one: in its period and its semi-axis, and point by point. */
import { kepler, type Method, orThrow, run, type State } from "noether";
import type { Sight } from "./orbit.js";

export interface Errors {
  /** Of the mean time from one farthest point to the next; NaN if there are not two. */
  readonly period: number;
  /** Of the semi-axis of the ellipse that osculates at the farthest points, on average. */
  readonly axis: number;
  /** The greatest distance from the exact position in the first revolution. */
  readonly pointwise: number;
}

export function errorsOf(method: Method, { eccentricity: e, end, interval }: Sight): Errors {
  const time = method.clock === "fixed" ? { step: interval, steps: Math.round(end / interval) } : { end, interval };
  const passages: number[] = [];
  const axes: number[] = [];
  let pointwise = 0;
  let before = { t: 0, outwards: 0 };
  const watch = {
    observe({ t, q: [x, y], v: [u, w] }: Readonly<State>) {
      if (t <= 2 * Math.PI) {
        const [exactX, exactY] = positionAt(t, e);
        pointwise = Math.max(pointwise, Math.hypot(x - exactX, y - exactY));
      }
      const outwards = x * u + y * w;
      if (before.outwards > 0 && outwards <= 0) {
        passages.push(before.t + ((t - before.t) * before.outwards) / (before.outwards - outwards));
        axes.push(1 / (2 / Math.hypot(x, y) - u * u - w * w));
      }
      before = { t, outwards };
    },
    finish: () => null,
  };
  orThrow(run(kepler({ eccentricity: e }), method, { time, observe: { watch } }));
  const count = passages.length;
  const period = count < 2 ? Number.NaN : (passages[count - 1] - passages[0]) / (count - 1);
  const axis = axes.reduce((sum, a) => sum + a, 0) / count;
  return { period: Math.abs(period - 2 * Math.PI), axis: Math.abs(axis - 1), pointwise };
}

/** From the nearest point on, by Kepler's equation E − e sin E = t. */
function positionAt(t: number, e: number): readonly [number, number] {
  let E = t + e * Math.sin(t); // Newton's iteration from here converges for every e < 1 once it is kept inside
  for (let i = 0; i < 60; i++) {
    const change = (E - e * Math.sin(E) - t) / (1 - e * Math.cos(E));
    E -= Math.max(-1, Math.min(1, change));
    if (Math.abs(change) < 1e-15 * Math.max(1, t)) break;
  }
  return [Math.cos(E) - e, Math.sqrt(1 - e * e) * Math.sin(E)];
}
