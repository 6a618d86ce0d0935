/** What values an expression can have whatever its inputs are: an interval for every node, found from the way it is written. It may be wider than what is
 *  true, and is never narrower but for rounding. */
import { atan, cosh, exp, log, pow, sinh, tanh } from "../core/elementary.js";
import type { Entry, Graph, Node } from "./dag.js";
import { steadyValues } from "./steady.js";

export interface Range {
  readonly low: number;
  readonly high: number;
}

const { POSITIVE_INFINITY, MIN_VALUE } = Number;
const ANYTHING: Range = { low: -POSITIVE_INFINITY, high: POSITIVE_INFINITY };
const UNIT: Range = { low: -1, high: 1 };
const LOGICAL: Range = { low: 0, high: 1 };

/** Each node is looked at once. */
export function rangesOf(graph: Graph): (node: Node) => Range {
  const known = new Map<Node, Range>();
  const rangeOf = (node: Node): Range => {
    const found = known.get(node) ?? computed(graph, node, graph.entries[node], rangeOf);
    known.set(node, found);
    return found;
  };
  return rangeOf;
}

function computed(graph: Graph, node: Node, entry: Entry, rangeOf: (node: Node) => Range): Range {
  const { kind, a, b, c, steady, value } = entry;
  if (steady) {
    const number = steadyValues(graph, [node])().get(node)!;
    return Number.isNaN(number) ? ANYTHING : { low: number, high: number };
  }
  switch (kind) {
    case "add":
      return sum(rangeOf(a), rangeOf(b));
    case "subtract":
      return sum(rangeOf(a), opposite(rangeOf(b)));
    case "negate":
      return opposite(rangeOf(a));
    case "multiply":
      return product(rangeOf(a), rangeOf(b));
    case "divide":
      return product(rangeOf(a), inverse(rangeOf(b)));
    case "power":
      return power(rangeOf(a), value);
    case "if":
      return hull(rangeOf(b), rangeOf(c));
    case "min":
      return { low: Math.min(rangeOf(a).low, rangeOf(b).low), high: Math.min(rangeOf(a).high, rangeOf(b).high) };
    case "max":
      return { low: Math.max(rangeOf(a).low, rangeOf(b).low), high: Math.max(rangeOf(a).high, rangeOf(b).high) };
    case "abs":
      return size(rangeOf(a));
    case "exp":
      return atLeast(MIN_VALUE, monotone(exp, rangeOf(a)));
    case "cosh":
      return atLeast(1, monotone(cosh, size(rangeOf(a))));
    case "sinh":
      return monotone(sinh, rangeOf(a));
    case "tanh":
      return monotone(tanh, rangeOf(a));
    case "atan":
      return monotone(atan, rangeOf(a));
    case "log":
      return monotone(log, atLeast(0, rangeOf(a)));
    case "sin":
    case "cos":
    case "sign":
      return UNIT;
    case "less":
    case "lessEqual":
    case "equal":
    case "notEqual":
      return LOGICAL;
    default:
      return ANYTHING;
  }
}

const monotone = (f: (x: number) => number, { low, high }: Range): Range => ({ low: f(low), high: f(high) });
const atLeast = (least: number, { low, high }: Range): Range => ({
  low: Math.max(least, low),
  high: Math.max(least, high),
});
const opposite = ({ low, high }: Range): Range => ({ low: -high, high: -low });
const hull = (a: Range, b: Range): Range => ({ low: Math.min(a.low, b.low), high: Math.max(a.high, b.high) });
const sum = (a: Range, b: Range): Range => ({ low: a.low + b.low, high: a.high + b.high });

function size({ low, high }: Range): Range {
  if (low >= 0) return { low, high };
  return high <= 0 ? { low: -high, high: -low } : { low: 0, high: Math.max(-low, high) };
}

function product(a: Range, b: Range): Range {
  // 0 · ∞ is 0 here: the other factor is finite.
  const times = (x: number, y: number) => (x === 0 || y === 0 ? 0 : x * y);
  const [p, q, r, s] = [times(a.low, b.low), times(a.low, b.high), times(a.high, b.low), times(a.high, b.high)];
  const [low, high] = [Math.min(p, q, r, s), Math.max(p, q, r, s)];
  // What underflows keeps its sign.
  return a.low > 0 && b.low > 0 ? atLeast(MIN_VALUE, { low, high }) : { low, high };
}

function inverse({ low, high }: Range): Range {
  if (low > 0) return { low: Math.max(1 / high, MIN_VALUE), high: 1 / low };
  return high < 0 ? { low: 1 / high, high: Math.min(1 / low, -MIN_VALUE) } : ANYTHING;
}

function power(base: Range, exponent: number): Range {
  if (exponent < 0) {
    const below = power(base, -exponent);
    // Of an even power the sign is known even where it is infinite.
    return below.low === 0 ? { low: MIN_VALUE, high: POSITIVE_INFINITY } : inverse(below);
  }
  if (Number.isInteger(exponent) && exponent % 2 === 1) return monotone((x) => pow(x, exponent), base);
  const positive = Number.isInteger(exponent) ? size(base) : atLeast(0, base);
  const found = monotone((x) => pow(x, exponent), positive);
  return positive.low > 0 ? atLeast(MIN_VALUE, found) : found;
}
