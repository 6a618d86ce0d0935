/** The standard normal distribution, to nearly all digits also far out in its tails. */
import { exp } from "../core/elementary.js";

const ROOT = Math.sqrt(2 * Math.PI);

export const normalDensity = (x: number): number => exp((-x * x) / 2) / ROOT;

/** Φ: the probability to lie below x. */
export function normalProbability(x: number): number {
  if (x < -SERIES) return tail(-x);
  return x > SERIES ? 1 - tail(x) : 0.5 + half(x);
}

/** Between 0 and x the series x + x³/3 + x⁵/(3·5) + … has terms of one sign; beyond, the tail is a continued fraction. */
const SERIES = 2.5;

function half(x: number): number {
  let [term, sum] = [x, x];
  for (let k = 3; Math.abs(term) > 1e-17 * Math.abs(sum); k += 2) {
    term *= (x * x) / k;
    sum += term;
  }
  return normalDensity(x) * sum;
}

/** Above x > 0: φ(x)/(x + 1/(x + 2/(x + 3/…))), from the inside out. */
function tail(x: number): number {
  let fraction = x;
  for (let k = 160; k > 0; k--) fraction = x + k / fraction;
  return normalDensity(x) / fraction;
}
