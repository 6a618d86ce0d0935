/** An energy between two points as an expression of their distance, with the derivatives that forces and their tangents are made of.
 *
 *  Beside the squared distance s an expression may use r = √s, 1/s and 1/r. They are inputs of their own, which are computed once
 *  for a pair, and whose derivatives by s are products of them: d(1/s) = −1/s², dr = ½/r, d(1/r) = −½ (1/r)(1/s). So no derivative
 *  divides again.
 *
 *  An expression for several cases is a choice between expressions: choices inside of sums and products are differentiated with them.
 *
 *  For the distance vector d the gradient of U is 2 U′(s) d, and the Hessian 2 U′(s) I + 4 U″(s) d dᵀ. */
import { emptyGraph, type Graph, type Node } from "./dag.js";
import { partials } from "./derivative.js";

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
}

/** `given`: how many numbers differ from pair to pair. */
export function distanceLaw(given: number, write: (graph: Graph, at: Distance) => Node): DistanceLaw {
  const graph = emptyGraph();
  const { add, multiply, constant, power, negate } = graph;
  const [square, perSquare, distance, perDistance] = [SQUARE, PER_SQUARE, DISTANCE, PER_DISTANCE].map(graph.input);
  const constants = Array.from({ length: given }, (_, k) => graph.input(FIRST_GIVEN + k));
  const half = constant(0.5);
  const rates: readonly (readonly [input: number, rate: Node])[] = [
    [SQUARE, constant(1)],
    [PER_SQUARE, negate(power(perSquare, 2))],
    [DISTANCE, multiply(half, perDistance)],
    [PER_DISTANCE, negate(multiply(half, multiply(perDistance, perSquare)))],
  ];
  const twiceBySquare = (root: Node): Node => {
    // Of a choice each branch for itself: the one may be finite where a rate of the other is not.
    const { kind, a, b, c } = graph.entries[root];
    if (kind === "if") return graph.choose(a, twiceBySquare(b), twiceBySquare(c));
    const found = partials(graph, root);
    const sum = rates.reduce((sum, [input, rate]) => {
      const partial = found.get(input);
      return partial === undefined ? sum : add(sum, multiply(partial, rate));
    }, constant(0));
    return multiply(constant(2), sum);
  };
  const energy = write(graph, { square, perSquare, distance, perDistance, given: constants });
  const slope = twiceBySquare(energy);
  return { graph, inputs: FIRST_GIVEN + given, energy, slope, curvature: twiceBySquare(slope) };
}
