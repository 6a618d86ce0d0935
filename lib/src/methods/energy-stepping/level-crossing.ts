/** Where does a function of one variable first leave a band? Marched in steps over which a cubic through values and slopes
 *  is as good as the function, to a small part of the band; a crossing that the cubic shows is then found on the function
 *  itself, to the last bit, by Newton's method kept inside its bracket. A function that touches an edge by less than that
 *  small part may be taken not to touch it. */

export interface Curve {
  /** Value and slope at t, into the first two of `out`. */
  at(t: number, out: Float64Array): void;
}

/** The cubic may be off by this part of the band. */
const TRUST = 1e-5;
const GROW = 2;

/** The first t in (0, horizon] at which the curve leaves the band between low and high, Infinity if it does not; it starts
 *  inside, or on an edge moving inwards. `pace` is a first guess of a step. Null where a value is not finite. */
export type FirstCrossing = (low: number, high: number, pace: number, horizon: number) => number | null;

export function crossingOf(curve: Curve): FirstCrossing {
  const here = new Float64Array(2);
  const there = new Float64Array(2);
  const between = new Float64Array(2);
  const turns = new Float64Array(2);
  return (low, high, pace, horizon) => {
    const tolerance = TRUST * (high - low);
    let t = 0;
    let step = Math.min(pace, horizon);
    curve.at(0, here);
    while (t < horizon) {
      curve.at(t + step, there);
      curve.at(t + step / 2, between);
      const middle = (here[0] + there[0]) / 2 + (step / 8) * (here[1] - there[1]);
      if (!(Math.abs(middle - between[0]) <= tolerance)) {
        step /= 2;
        if (t + step === t) return null;
        continue;
      }
      const pieces = turningPoints(here, there, step, turns);
      let from = 0;
      for (let i = 0; i <= pieces; i++) {
        const to = i < pieces ? turns[i] : step;
        curve.at(t + to, between);
        if (between[0] > high || between[0] < low) {
          return crossing(curve, between[0] > high ? high : low, t + from, t + to, between);
        }
        from = to;
      }
      t += step;
      here.set(there);
      step = Math.min(step * GROW, Math.max(horizon - t, Number.MIN_VALUE));
    }
    return Number.POSITIVE_INFINITY;
  };
}

/** Where the cubic through both ends turns, ascending, inside (0, step); how many there are. */
function turningPoints(from: Float64Array, to: Float64Array, step: number, out: Float64Array): number {
  // H′ = a + b x + c x² with x = t/step.
  const rise = (to[0] - from[0]) / step;
  const a = from[1];
  const b = 6 * rise - 4 * from[1] - 2 * to[1];
  const c = 3 * (from[1] + to[1] - 2 * rise);
  const square = b * b - 4 * a * c;
  if (square < 0) return 0;
  const sum = -(b + (b < 0 ? -1 : 1) * Math.sqrt(square)) / 2;
  const early = Math.min(sum / c, a / sum);
  const late = Math.max(sum / c, a / sum);
  let count = 0;
  if (early > 0 && early < 1) out[count++] = early * step;
  if (late > 0 && late < 1) out[count++] = late * step;
  return count;
}

/** The curve is on one side of the level at `from` and on the other at `to`, where it is `point`. */
function crossing(curve: Curve, level: number, from: number, to: number, point: Float64Array): number {
  const outside = Math.sign(point[0] - level);
  let inner = from;
  let outer = to;
  let t = to;
  for (let i = 0; i < 200; i++) {
    const newton = t - (point[0] - level) / point[1];
    const next = newton > inner && newton < outer ? newton : inner + (outer - inner) / 2;
    if (next === t || next === inner || next === outer) return next;
    t = next;
    curve.at(t, point);
    if (Math.sign(point[0] - level) === outside) outer = t;
    else inner = t;
    if (point[0] === level) return t;
  }
  return t;
}
