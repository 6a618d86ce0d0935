/** Derivatives of a load in time: its own, or differences where it is known only as a function.
 *
 *  Nine values, a step apart, give the k-th derivative with an error of h⁹⁻ᵏ at least [fornberg1988]: multiplied by hᵏ, as compensation does, that
 *  is enough for order eight, while rounding errors stay those of the load. Where the load has kinks, the values are taken
 *  between them, closer together if they must, all of them inside. */
import { listedTime } from "./kinks.js";
import { firstFrom, isKink, SLACK } from "./load-kinks.js";
import type { TimeLoad } from "./system.js";
import type { Vec } from "./vec.js";

const NODES = 9;

export function derivativesOf(load: TimeLoad, h: number): NonNullable<TimeLoad["addDerivative"]> {
  const { addDerivative } = load;
  const kinks = load.kinks ?? NONE;
  if (addDerivative !== undefined) {
    if (kinks.length === 0) return addDerivative;
    return besideKinks(addDerivative, kinks, SLACK * Math.abs(h));
  }
  const nowhere = new Float64Array(0);
  let at: Vec = nowhere;
  const times = new Float64Array(NODES);
  const weights = new Float64Array(NODES * (NODES + 1));
  return (k, t, side, out) => {
    if (k === 0 && !isKink(kinks, t, h)) {
      load.addTo(t, nowhere, nowhere, out);
      return;
    }
    if (at.length !== out.length) at = new Float64Array(out.length);
    placeNodes(kinks, t, side, Math.abs(h), times);
    differenceWeights(t, times, k, weights);
    for (let j = 0; j < NODES; j++) {
      const weight = weights[k * NODES + j];
      if (weight === 0) continue;
      at.fill(0);
      load.addTo(times[j], nowhere, nowhere, at);
      for (let i = 0; i < out.length; i++) out[i] += weight * at[i];
    }
  };
}

/** Where the formula of a derivative has no value at a kink, as those of exp(−1/t) at t = 0, its value a millionth of a step beside it. */
function besideKinks(
  addDerivative: NonNullable<TimeLoad["addDerivative"]>,
  kinks: Vec,
  slack: number,
): NonNullable<TimeLoad["addDerivative"]> {
  let at = new Float64Array(0);
  return (k, t, side, out) => {
    const kink = listedTime(kinks, t, slack, side);
    if (at.length !== out.length) at = new Float64Array(out.length);
    at.fill(0);
    addDerivative(k, kink, side, at);
    if (at.some(Number.isNaN)) {
      at.fill(0);
      addDerivative(k, kink + side * slack, side, at);
    }
    for (let i = 0; i < out.length; i++) out[i] += at[i];
  };
}

/** Nine times around t, a step apart; where a kink is among them, on t's side of it and never on it. */
function placeNodes(kinks: Vec, t: number, side: -1 | 1, h: number, out: Vec): void {
  const half = (NODES - 1) / 2;
  const [low, high] = piece(kinks, t, side, h);
  const bounded = low > t - (half + 0.5) * h || high < t + (half + 0.5) * h;
  if (!bounded) {
    for (let j = 0; j < NODES; j++) out[j] = t + (j - half) * h;
    return;
  }
  // As near to t as the interval lets them, a step apart or less.
  const [from, to] = [Math.max(low, t - (half + 0.5) * h), Math.min(high, t + (half + 0.5) * h)];
  const width = Math.min(h, (to - from) / NODES);
  const first = Math.min(Math.max(from + width / 2, t - half * width), to - (NODES - 0.5) * width);
  for (let j = 0; j < NODES; j++) out[j] = first + j * width;
}

/** The kinks between which t lies, on that side of one that it is at. */
function piece(kinks: Vec, t: number, side: -1 | 1, h: number): readonly [number, number] {
  const next = firstFrom(kinks, side > 0 ? t + SLACK * h : t - SLACK * h);
  return [
    next > 0 ? kinks[next - 1] : Number.NEGATIVE_INFINITY,
    next < kinks.length ? kinks[next] : Number.POSITIVE_INFINITY,
  ];
}

const NONE = new Float64Array(0);

/** Row m: the weights of the values at the nodes x in the m-th derivative at z, m up to `most`. [fornberg1988] */
function differenceWeights(z: number, x: Vec, most: number, out: Vec): void {
  const n = x.length;
  out.fill(0);
  out[0] = 1;
  let c1 = 1;
  let c4 = x[0] - z;
  for (let i = 1; i < n; i++) {
    let c2 = 1;
    const c5 = c4;
    c4 = x[i] - z;
    const last = Math.min(i, most);
    for (let j = 0; j < i; j++) {
      const c3 = x[i] - x[j];
      c2 *= c3;
      if (j === i - 1) {
        for (let m = last; m > 0; m--) {
          out[m * n + i] = (c1 * (m * out[(m - 1) * n + i - 1] - c5 * out[m * n + i - 1])) / c2;
        }
        out[i] = (-c1 * c5 * out[i - 1]) / c2;
      }
      for (let m = last; m > 0; m--) out[m * n + j] = (c4 * out[m * n + j] - m * out[(m - 1) * n + j]) / c3;
      out[j] = (c4 * out[j]) / c3;
    }
    c1 = c2;
  }
}
