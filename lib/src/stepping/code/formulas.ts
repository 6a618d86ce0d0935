/** The vocabulary of generated steps: what summation.ts and extrapolation.ts do, as formulas. */
import type { Graph, Node } from "../../symbolic/dag.js";
import type { Factor } from "../factors.js";

export interface Formulas {
  sum(terms: readonly Node[]): Node;
  size(x: Node): Node;
  number(value: number): Node;
  isLess(a: Node, b: Node): Node;
  isAtMost(a: Node, b: Node): Node;
  both(a: Node, b: Node): Node;
  either(a: Node, b: Node): Node;
  /** Is it finite, and a number? */
  isBounded(x: Node): Node;
  /** As in summation.ts. */
  lost(x: Node, y: Node, sum: Node): Node;
  lostOfLarger(x: Node, y: Node, sum: Node): Node;
  /** The first 26 binary places of a number. */
  upperHalf(x: Node): Node;
  /** As in summation.ts: h w with a rounding error that has the mean 0. */
  product(factor: Pick<SplitFactor, "high" | "low">, w: Node): Node;
  /** Σ of the terms with factors that are numbers, as in factors.ts. */
  weighted(factors: readonly Factor[], terms: readonly Node[]): Node;
  /** m w − product for product = fl(m w), for |w| below LARGEST. */
  lostOfProduct(product: Node, factor: Pick<SplitFactor, "high" | "low">, w: Node): Node;
  /** x + h w with what is lost, c being carried already; for |w| below LARGEST. What the product is rounded by is carried, and enters with the
   *  next step: this one need not wait for it. */
  addProduct(x: Node, c: Node, factor: SplitFactor, w: Node): Added;
}

/** The sum and what is carried of it; of that, what the product was rounded by. */
export interface Added {
  readonly x: Node;
  readonly c: Node;
  readonly ofProduct: Node;
}

export interface SplitFactor {
  readonly h: Node;
  readonly high: Node;
  readonly low: Node;
}

const SPLITTER = 2 ** 27 + 1;
/** Splitting overflows not far beyond. */
export const LARGEST = 2 ** 900;

export function formulas(graph: Graph): Formulas {
  const { add, subtract, multiply, compare, choose } = graph;
  const number = (value: number) => graph.constant(value);
  const zero = number(0);
  const upperHalf = (x: Node) => {
    const many = multiply(number(SPLITTER), x);
    return subtract(many, subtract(many, x));
  };
  const lost = (x: Node, y: Node, sum: Node) => {
    const added = subtract(sum, x);
    return add(subtract(x, subtract(sum, added)), subtract(y, added));
  };
  const lostOfLarger = (x: Node, y: Node, sum: Node) => add(subtract(x, sum), y);
  const lostOfProduct: Formulas["lostOfProduct"] = (product, { high, low }, w) => {
    const wHigh = upperHalf(w);
    const wLow = subtract(w, wHigh);
    // Rounded itself only where that is 2⁻²⁵ of an ulp of the product.
    const crossed = add(subtract(multiply(high, wHigh), product), multiply(high, wLow));
    return add(crossed, multiply(low, w));
  };
  return {
    sum: (terms) => terms.reduce((total, term) => add(total, term), zero),
    size: (x) => graph.call("abs", x),
    number,
    isLess: (a, b) => compare("less", a, b),
    isAtMost: (a, b) => compare("lessEqual", a, b),
    both: (a, b) => choose(a, b, zero),
    either: (a, b) => choose(a, number(1), b),
    isBounded: (x) => compare("less", graph.call("abs", x), number(Number.POSITIVE_INFINITY)),
    lost,
    lostOfLarger,
    lostOfProduct,
    upperHalf,
    // A factor of few places, ½ for instance, has nothing in its lower part.
    weighted: (factors, terms) =>
      factors
        .map(({ high, low }, j) => {
          const upper = multiply(number(high), terms[j]);
          return low === 0 ? upper : add(upper, multiply(number(low), terms[j]));
        })
        .reduce((total, term) => add(total, term), zero),
    product: ({ high, low }, w) => add(multiply(high, w), multiply(low, w)),
    addProduct(x, c, { h, high, low }, w) {
      const product = multiply(h, w);
      const ofProduct = lostOfProduct(product, { high, low }, w);
      const increment = add(product, c);
      const next = add(x, increment);
      // Exact where |x| is the larger, as in all steps but those that pass zero; there within half an ulp of the increment.
      const carried = add(lostOfLarger(x, product, next), c);
      return { x: next, c: add(carried, ofProduct), ofProduct };
    },
  };
}

/** The acceleration that was found enters into what the next is extrapolated from, as in extrapolation.ts. */
export interface ExtrapolationNodes {
  readonly last: readonly Node[];
  readonly difference: readonly Node[];
  readonly guess: readonly Node[];
}

export function extrapolated(
  graph: Graph,
  { last, difference }: ExtrapolationNodes,
  a: readonly Node[],
): ExtrapolationNodes {
  const { add, subtract, multiply, choose, compare, call } = graph;
  const { sum, number } = formulas(graph);
  const slopes = a.map((x, i) => subtract(x, last[i]));
  const bends = slopes.map((slope, i) => subtract(slope, difference[i]));
  const sizes = (all: readonly Node[]) => sum(all.map((x) => call("abs", x)));
  const smooth = compare("less", multiply(number(2), sizes(bends)), sizes(slopes));
  return {
    last: a,
    difference: slopes,
    guess: a.map((x, i) => add(x, choose(smooth, add(slopes[i], bends[i]), number(0)))),
  };
}
