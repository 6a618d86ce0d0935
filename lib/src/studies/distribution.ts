/** Distributions by their quantiles: a number in (0, 1) becomes a sample. Random samples and Latin hypercubes take the same. */
import { exp, log } from "../core/elementary.js";
import type { Entry } from "../model-file/entry.js";

/** From the part of the distribution that lies below to the value. */
export type Quantile = (p: number) => number;

/** `{ from, to }`, `{ from, to, scale: log }`, or `{ random: normal, mean, deviation }` and its like. */
export function quantileAt(entry: Entry): Quantile {
  const at = (key: string) => entry.at(key).number();
  switch (entry.has("random") ? entry.at("random").text() : "uniform") {
    case "normal": {
      const [mean, deviation] = [at("mean"), entry.at("deviation").positive()];
      return (p) => mean + deviation * normalQuantile(p);
    }
    case "lognormal": {
      const [median, dispersion] = [entry.at("median").positive(), entry.at("dispersion").positive()];
      return (p) => median * exp(dispersion * normalQuantile(p));
    }
    default: {
      const [from, to] = boundsAt(entry);
      if (entry.has("scale") && entry.at("scale").text() === "log") {
        const [first, ratio] = [from, log(to / from)];
        return (p) => first * exp(p * ratio);
      }
      return (p) => from + p * (to - from);
    }
  }
}

/** `from` and `to`, of one sign for a logarithmic scale. */
export function boundsAt(entry: Entry): readonly [number, number] {
  const [from, to] = [entry.at("from").number(), entry.at("to").number()];
  const isLog = entry.has("scale") && entry.at("scale").text() === "log";
  if (isLog && !(from * to > 0))
    throw entry.error(`a logarithmic scale from ${from} to ${to}; accepted: two numbers of one sign, without 0`);
  return [from, to];
}

/** The x below which a standard normal variable is with probability p. Newton's iteration from 0 on the concave half of the distribution function
 *  comes from below, and ends when it no longer rises. */
function normalQuantile(p: number): number {
  if (p < 0.5) return -normalQuantile(1 - p);
  let x = 0;
  for (let k = 0; k < 200; k++) {
    const density = exp((-x * x) / 2) / ROOT;
    const next = x + (p - 0.5 - half(x, density)) / density;
    if (!(next > x)) return x;
    x = next;
  }
  return x;
}

const ROOT = Math.sqrt(2 * Math.PI);

/** The probability between 0 and x: density(x) (x + x³/3 + x⁵/(3·5) + …), whose terms are all positive. */
function half(x: number, density: number): number {
  let [term, sum] = [x, x];
  for (let k = 3; term > sum * 1e-17; k += 2) {
    term *= (x * x) / k;
    sum += term;
  }
  return density * sum;
}
