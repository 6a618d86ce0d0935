/** Graphs evaluated with 256 binary places after the point, as a reference: differences of neighbouring values are exact in it to
 *  far more than double precision. Fixed point, so values have to be of moderate size. */
import { coneOf, type Graph, type Node } from "../../src/symbolic/dag.js";

const PLACES = 256n;
const ONE = 1n << PLACES;
const SCALE = 2 ** 256;

/** Null: not a number, or not of moderate size. */
export type Precise = bigint | null;

const LARGEST = 1n << (PLACES + 160n);

/** Exact, but for places beyond the last. */
export function preciseOf(x: number): Precise {
  if (!Number.isFinite(x)) return null;
  let exponent = 0;
  let mantissa = x;
  while (!Number.isInteger(mantissa)) {
    mantissa *= 2;
    exponent++;
  }
  return (BigInt(mantissa) << PLACES) >> BigInt(exponent);
}

export const numberOf = (x: Precise): number => (x === null ? Number.NaN : Number(x) / SCALE);

export const times = (a: bigint, b: bigint): bigint => (a * b) >> PLACES;
export const over = (a: bigint, b: bigint): Precise => (b === 0n ? null : (a << PLACES) / b);
const quotient = (a: bigint, b: bigint): bigint => (a << PLACES) / b;
const size = (a: bigint): bigint => (a < 0n ? -a : a);

function root(x: bigint): Precise {
  if (x < 0n) return null;
  if (x === 0n) return 0n;
  const square = x << PLACES;
  let y = 1n << BigInt(square.toString(2).length / 2 + 1 - ((square.toString(2).length / 2) % 1));
  for (let next = (y + square / y) / 2n; next < y; next = (y + square / y) / 2n) y = next;
  return y;
}

/** Reduced by halving, summed, and doubled again. */
const HALVINGS = 24n;

function exp(x: bigint): Precise {
  if (numberOf(x) > 300) return null;
  if (numberOf(x) < -300) return 0n;
  const small = x >> HALVINGS;
  let [sum, term] = [ONE, ONE];
  for (let k = 1n; term !== 0n && k < 40n; k++) {
    term = times(term, small) / k;
    sum += term;
  }
  for (let k = 0n; k < HALVINGS; k++) sum = times(sum, sum);
  return sum;
}

function circular(x: bigint): { sin: bigint; cos: bigint } {
  const small = x >> HALVINGS;
  const square = -times(small, small);
  // 1 − cos instead of cos: it keeps its places when it is doubled.
  let [sin, term] = [small, small];
  for (let k = 1n; k < 20n; k++) {
    term = times(term, square) / (2n * k * (2n * k + 1n));
    sin += term;
  }
  let versed = 0n;
  term = ONE;
  for (let k = 1n; k < 20n; k++) {
    term = times(term, square) / (2n * k * (2n * k - 1n));
    versed -= term;
  }
  for (let k = 0n; k < HALVINGS; k++) {
    const cos = ONE - versed;
    versed = 2n * times(sin, sin);
    sin = 2n * times(sin, cos);
  }
  return { sin, cos: ONE - versed };
}

function log(x: bigint): Precise {
  if (x <= 0n) return null;
  let y = preciseOf(Math.log(numberOf(x)))!;
  for (let k = 0; k < 3; k++) {
    const e = exp(y);
    if (e === null || e === 0n) return null;
    y += 2n * quotient(x - e, x + e);
  }
  return y;
}

function atan(x: bigint): bigint {
  let y = preciseOf(Math.atan(numberOf(x)))!;
  for (let k = 0; k < 4; k++) {
    const { sin, cos } = circular(y);
    y += quotient(times(x, cos) - sin, cos + times(x, sin));
  }
  return y;
}

const PI = 4n * atan(ONE);

function angle(y: bigint, x: bigint): Precise {
  if (x === 0n && y === 0n) return null;
  if (size(x) >= size(y)) {
    const inner = atan(quotient(y, x));
    return x > 0n ? inner : y < 0n ? inner - PI : inner + PI;
  }
  const inner = atan(quotient(x, y));
  return y > 0n ? PI / 2n - inner : -PI / 2n - inner;
}

function power(x: bigint, p: number): Precise {
  if (Math.abs(p) > 100) return null;
  if (Number.isInteger(p)) {
    let result = ONE;
    for (let k = 0; k < Math.abs(p); k++) result = times(result, x);
    return p < 0 ? over(ONE, result) : result;
  }
  if (p === 0.5) return root(x);
  if (x === 0n) return p > 0 ? 0n : null;
  const e = log(x);
  return e === null ? null : exp(times(e, preciseOf(p)!));
}

const both = (a: Precise, b: Precise, f: (a: bigint, b: bigint) => Precise): Precise =>
  a === null || b === null ? null : f(a, b);
const truth = (value: boolean): bigint => (value ? ONE : 0n);

type Unary = (x: bigint) => Precise;
const hyperbolic =
  (f: (grown: bigint, shrunk: bigint) => Precise): Unary =>
  (x) =>
    both(exp(x), exp(-x), f);
const UNARY: Readonly<Record<string, Unary>> = {
  negate: (x) => -x,
  abs: size,
  sign: (x) => (x > 0n ? ONE : x < 0n ? -ONE : 0n),
  sin: (x) => circular(x).sin,
  cos: (x) => circular(x).cos,
  tan: (x) => over(circular(x).sin, circular(x).cos),
  sinh: hyperbolic((grown, shrunk) => (grown - shrunk) / 2n),
  cosh: hyperbolic((grown, shrunk) => (grown + shrunk) / 2n),
  tanh: hyperbolic((grown, shrunk) => over(grown - shrunk, grown + shrunk)),
  exp,
  log,
  atan,
  asin: (x) => both(x, root(ONE - times(x, x)), angle),
  acos: (x) => both(root(ONE - times(x, x)), x, angle),
};

type Binary = (a: bigint, b: bigint) => Precise;
const BINARY: Readonly<Record<string, Binary>> = {
  add: (a, b) => a + b,
  subtract: (a, b) => a - b,
  multiply: times,
  divide: over,
  min: (a, b) => [a, b][Number(b < a)],
  max: (a, b) => [a, b][Number(b > a)],
  less: (a, b) => truth(a < b),
  lessEqual: (a, b) => truth(a <= b),
  equal: (a, b) => truth(a === b),
  notEqual: (a, b) => truth(a !== b),
  atan2: angle,
  pow: (a, b) => both(log(a), b, (e) => exp(times(e, b))),
  turnSlope: (c, p) => (c === 0n ? over(ONE, p) : both(angle(c, p), c, over)),
};

/** A divided difference is the quotient of differences, which it was made to avoid; at d = 0 it is left out. */
function divided(f: Unary, a: Precise, b: Precise, d: Precise): Precise {
  if (a === null || b === null || d === null) return null;
  return both(f(b), f(a), (right, left) => over(right - left, d));
}

export function evaluated(graph: Graph, roots: readonly Node[], inputs: readonly number[]): Precise[] {
  const values = new Map<Node, Precise>();
  const of = (node: Node): Precise => values.get(node) ?? null;
  for (const node of coneOf(graph, roots)) {
    const { kind, a, b, c, value: number } = graph.entries[node];
    const compute = (): Precise => {
      if (kind === "constant") return preciseOf(number);
      if (kind === "input") return preciseOf(inputs[number]);
      if (kind === "difference") return of(c);
      if (kind === "if") return of(a) === 0n ? of(c) : of(a) === null ? null : of(b);
      if (kind === "power") return both(of(a), 0n, (x) => power(x, number));
      if (kind === "powSlope") return divided((x) => power(x, number), of(a), of(b), of(c));
      if (kind in UNARY) return both(of(a), 0n, UNARY[kind]);
      if (kind in BINARY) return both(of(a), of(b), BINARY[kind]);
      return divided(UNARY[kind.replace("Slope", "")], of(a), of(b), of(c));
    };
    const value = compute();
    values.set(node, value !== null && size(value) > LARGEST ? null : value);
  }
  return roots.map(of);
}
