/** An energy between two points as an expression of their distance, with the derivatives that forces and their tangents are made of.
 *
 *  Beside the squared distance s an expression may use r = √s, 1/s and 1/r. They are inputs of their own, which are computed once
 *  for a pair, and whose derivatives by s are products of them: d(1/s) = −1/s², dr = ½/r, d(1/r) = −½ (1/r)(1/s). So no derivative
 *  divides again.
 *
 *  An expression for several cases is a choice between expressions: choices inside of sums and products are differentiated with them.
 *
 *  For the distance vector d the gradient of U is 2 U′(s) d, and the Hessian 2 U′(s) I + 4 U″(s) d dᵀ.
 *
 *  Over a step the inputs change by Δ(1/s) = −Δs/(s_a s_b), Δr = Δs/(r_a + r_b), Δ(1/r) = −Δr/(r_a r_b), so that (U(s_b) − U(s_a))/(s_b − s_a) divides by no difference. */
import { emptyGraph, type Graph, type Node } from "./dag.js";
import { partials } from "./derivative.js";
import { differenceFormula, differenceRule } from "./difference-rules.js";
import { endsOf } from "./ends.js";
import { sweep } from "./sweep.js";

/** What an expression of the distance is made of. */
export interface Distance {
  readonly square: Node;
  readonly perSquare: Node;
  readonly distance: Node;
  readonly perDistance: Node;
  /** Numbers that differ from pair to pair. */
  readonly given: readonly Node[];
}

/** The inputs of the graph, in this order; what is given follows. */
export const [SQUARE, PER_SQUARE, DISTANCE, PER_DISTANCE, FIRST_GIVEN] = [0, 1, 2, 3, 4];

export interface DistanceLaw {
  readonly graph: Graph;
  /** How many the graph has. */
  readonly inputs: number;
  readonly energy: Node;
  /** 2 U′(s). */
  readonly slope: Node;
  /** 4 U″(s). */
  readonly curvature: Node;
  /** The divided difference of U between two distances, and its derivative by the second: the inputs of the second follow those of the first, which are `inputs`
   *  in number. */
  readonly secant: Node;
  readonly secantSlope: Node;
}

/** `given`: how many numbers differ from pair to pair. */
export function distanceLaw(given: number, write: (graph: Graph, at: Distance) => Node): DistanceLaw {
  const graph = emptyGraph();
  const { add, multiply, constant, power, negate } = graph;
  const [square, perSquare, distance, perDistance] = [SQUARE, PER_SQUARE, DISTANCE, PER_DISTANCE].map(graph.input);
  const constants = Array.from({ length: given }, (_, k) => graph.input(FIRST_GIVEN + k));
  const inputs = FIRST_GIVEN + given;
  const half = constant(0.5);
  /** The derivatives of the inputs by s, of those that begin with input `first`. */
  const ratesAt = (first: number): Rates => {
    const [perSquare, perDistance] = [PER_SQUARE, PER_DISTANCE].map((input) => graph.input(first + input));
    return [
      [first + SQUARE, constant(1)],
      [first + PER_SQUARE, negate(power(perSquare, 2))],
      [first + DISTANCE, multiply(half, perDistance)],
      [first + PER_DISTANCE, negate(multiply(half, multiply(perDistance, perSquare)))],
    ];
  };
  const after = (input: number) => graph.input(inputs + input);
  const perSum = power(add(distance, after(DISTANCE)), -1);
  const ratesBetween: Rates = [
    [SQUARE, constant(1)],
    [PER_SQUARE, negate(multiply(perSquare, after(PER_SQUARE)))],
    [DISTANCE, perSum],
    [PER_DISTANCE, negate(multiply(multiply(perDistance, after(PER_DISTANCE)), perSum))],
  ];
  /** From what a function changes by with every input to what it changes by with s. */
  const bySquare = (
    root: Node,
    slopesOf: (root: Node) => ReadonlyMap<number, Node>,
    rates: Rates,
    factor = 1,
  ): Node => {
    // Of a choice each branch for itself: the one may be finite where a rate of the other is not.
    const { kind, a, b, c } = graph.entries[root];
    const branch = (part: Node) => bySquare(part, slopesOf, rates, factor);
    if (kind === "if") return graph.choose(a, branch(b), branch(c));
    const found = slopesOf(root);
    const sum = rates.reduce((sum, [input, rate]) => {
      const slope = found.get(input);
      return slope === undefined ? sum : add(sum, multiply(slope, rate));
    }, constant(0));
    return multiply(constant(factor), sum);
  };
  const derivative = (root: Node, first: number, factor?: number) =>
    bySquare(root, (part) => partials(graph, part), ratesAt(first), factor);
  const difference = differenceRule(endsOf(graph, inputs, differenceFormula));
  const energy = write(graph, { square, perSquare, distance, perDistance, given: constants });
  const slope = derivative(energy, 0, 2);
  const secant = bySquare(energy, (part) => sweep(graph, part, difference), ratesBetween);
  return {
    graph,
    inputs,
    energy,
    slope,
    curvature: derivative(slope, 0, 2),
    secant,
    secantSlope: derivative(secant, inputs),
  };
}

type Rates = readonly (readonly [input: number, rate: Node])[];
