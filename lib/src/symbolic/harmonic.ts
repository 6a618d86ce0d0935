/** Where d + A sin(ω t + φ) changes sides: those of some thousand periods around zero are listed. */
import { asin, atan2, hypot } from "../core/elementary.js";
import type { Listed } from "../core/kinks.js";
import { machineOf } from "./compile.js";
import type { Graph, Node } from "./dag.js";
import { partials } from "./derivative.js";
import { awayFrom, type Change } from "./zeros.js";

/** Periods that are listed before and after zero. */
const PERIODS = 2048;
/** Those at which it is evaluated to see how well the times are known. */
const LOOKED_AT = [0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, PERIODS];
/** Angles without a common measure, near and far. */
const LOOKS = [0.117, 0.291, -0.643, 1.37, -3.1, 4.71, 11.9, -19.3, 37.7];

/** Null if it is no such function. What is made of sines and cosines of angles ω t + φ by sums and products alone is one if g''' = −ω² g'. */
export function harmonicChanges(
  graph: Graph,
  value: Node,
  slope: Node,
): { readonly changes: readonly Change[]; readonly listed?: Listed } | null {
  const fastest = fastestAngle(graph, value);
  const second = partials(graph, slope).get(0);
  const third = second === undefined ? undefined : partials(graph, second).get(0);
  if (fastest === null || second === undefined || third === undefined) return null;
  const { input, routines } = machineOf(graph, 1, [[value, slope, second, third], [value]], "tape");
  const run = (routine: number, t: number) => {
    input[0] = t;
    routines[routine].run();
    return routines[routine].output;
  };
  const valueAt = (t: number) => run(1, t)[0];
  const looks = LOOKS.map((angle) => [...run(0, angle / fastest)]);
  const square =
    -looks.reduce((sum, [, g1, , g3]) => sum + g1 * g3, 0) / looks.reduce((sum, [, g1]) => sum + g1 * g1, 0);
  const largest = looks.reduce((most, [, g1]) => Math.max(most, Math.abs(g1)), 0);
  if (!(square > 0) || looks.some(([, g1, , g3]) => !(Math.abs(g3 + square * g1) <= 1e-9 * square * largest)))
    return null;
  const omega = Math.sqrt(square);
  const [g, g1, g2] = run(0, 0);
  const mean = g + g2 / square;
  const [sine, cosine] = [g - mean, g1 / omega];
  const amplitude = hypot(sine, cosine);
  // One that only touches zero is listed, one that stays clear of it is not.
  if (Math.abs(mean) > amplitude * (1 + 1e-9)) return { changes: [] };
  const touches = Math.abs(Math.abs(mean) - amplitude) <= 1e-12 * amplitude;
  const angle = asin(Math.max(-1, Math.min(1, -mean / amplitude)));
  const phase = atan2(sine, cosine);
  const changes: Change[] = [];
  for (const zero of touches ? [angle] : [angle, Math.PI - angle]) {
    const timeOf = (k: number) => (zero - phase + 2 * Math.PI * k) / omega;
    const farthest = LOOKED_AT.map((most) => {
      const all = [-most, most].map((k) => awayFrom(valueAt, timeOf(k), 1e-6 / omega, !touches));
      return all.reduce<number>((far, away) => Math.max(far, away ?? Number.POSITIVE_INFINITY), 0);
    });
    if (farthest.includes(Number.POSITIVE_INFINITY)) return null;
    for (let k = -PERIODS; k <= PERIODS; k++) {
      // The farther from zero, the more is rounded: what holds there holds here, with a factor for chance.
      const away = 4 * farthest[LOOKED_AT.findIndex((most) => most >= Math.abs(k))];
      changes.push({ time: timeOf(k), before: timeOf(k) - away, after: timeOf(k) + away });
    }
  }
  const reach = (2 * Math.PI * PERIODS) / omega;
  return { changes, listed: { from: -reach, to: reach } };
}

/** The largest |ω| of the angles ω t + φ of a polynomial of sines and cosines; null if it is made of anything else. */
function fastestAngle(graph: Graph, value: Node): number | null {
  const rates: Node[] = [];
  const isPolynomial = (node: Node): boolean => {
    const { kind, a, b, value: exponent, steady } = graph.entries[node];
    if (steady) return true;
    switch (kind) {
      case "add":
      case "subtract":
      case "multiply":
        return isPolynomial(a) && isPolynomial(b);
      case "negate":
        return isPolynomial(a);
      case "divide":
        return isPolynomial(a) && graph.entries[b].steady;
      case "power":
        return Number.isInteger(exponent) && exponent > 0 && isPolynomial(a);
      case "sin":
      case "cos": {
        const rate = partials(graph, a).get(0);
        if (rate === undefined || !graph.entries[rate].steady) return false;
        rates.push(rate);
        return true;
      }
      default:
        return false;
    }
  };
  if (!isPolynomial(value) || rates.length === 0) return null;
  const { routines } = machineOf(graph, 1, [rates], "tape");
  routines[0].run();
  return routines[0].output.reduce((most, rate) => Math.max(most, Math.abs(rate)), 0);
}
