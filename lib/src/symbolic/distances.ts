/** Does an expression show that it is a function of distances alone, of coordinates from one another or from the origin?
 *
 *  Every way from V down to a coordinate has to pass an even power, or |·|, of a difference of two coordinates or of one of them. Σ (x_i − x_j)² over the
 *  components of points in the plane or in space is made of such, so the dimension of the points need not be known.
 *  "Yes" is always right; "no" need not be: r² multiplied out is not recognised. */
import type { Graph, Node } from "./dag.js";

export function isOfDistances({ entries }: Graph, root: Node): boolean {
  const isCoordinate = (node: Node) => entries[node].kind === "input";
  const isDisplacement = (node: Node) => {
    const { kind, a, b } = entries[node];
    return kind === "input" || (kind === "subtract" && isCoordinate(a) && isCoordinate(b));
  };
  const seen = new Set<Node>([root]);
  for (const node of seen) {
    const { kind, a, b, c, value } = entries[node];
    if (kind === "input") return false;
    const isEven = kind === "abs" || (kind === "power" && value % 2 === 0);
    if (isEven && isDisplacement(a)) continue;
    for (const part of [a, b, c]) if (part !== -1) seen.add(part);
  }
  return true;
}
