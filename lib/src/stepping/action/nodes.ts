/** The quadrature of an action along the straight line of a step.                                          [kane2000, eqs. (2), (16)] */
import { exactly, factorOf, productOf } from "../factors.js";

/** A node of the quadrature: its weight b, and its place c between the ends of the step. */
export interface Node {
  readonly weight: number;
  readonly place: number;
}

/** L_d^α has one node at α [kane2000, (2)], L_d^{sym,α} one at α and one at 1 − α [kane2000, (16)]; at ½ they are the same. α is taken to 53
 *  binary places, so that 1 − α is exact as well: forces are weighted with both, and momenta would drift by the rounding of their sum. */
export function nodesOf(alpha: number, symmetric: boolean): readonly Node[] {
  const other = 1 - alpha;
  const place = 1 - other;
  if (!symmetric || alpha === 0.5) return [{ weight: 1, place }];
  return [
    { weight: 0.5, place: Math.min(place, other) },
    { weight: 0.5, place: Math.max(place, other) },
  ];
}

/** Those whose forces are part of the equations of a step. */
export const implicitNodes = (nodes: readonly Node[]): readonly Node[] =>
  nodes.filter(({ weight, place }) => weight * (1 - place) !== 0);

/** h, and h c_i of the nodes. */
export function factorsOf(h: number, nodes: readonly Pick<Node, "place">[]) {
  const step = exactly(h);
  return { ofStep: factorOf(step), toPlaces: nodes.map(({ place }) => factorOf(productOf(step, exactly(place)))) };
}
