/** Does an expression show that it is a function of distances alone, of points from one another or from the origin?
 *
 *  Coordinates follow one another point by point, x1, y1, x2, y2, …; the dimension of the points is not given, and any of 1, 2 and 3
 *  will do. Every way from V down to a coordinate has to pass a sum Σ (x_i − x_j)² or Σ x_i² over all components of the points.
 *  No answer is wrong if it is yes: a distance in disguise, such as r² multiplied out, is not recognised. */
import type { Graph, Node } from "./dag.js";

export function isOfDistances(graph: Graph, root: Node, count: number): boolean {
  return [1, 2, 3].some((dimension) => count % dimension === 0 && ofDistances(graph, root, dimension));
}

function ofDistances(graph: Graph, root: Node, dimension: number): boolean {
  const { entries } = graph;
  const seen = new Set<Node>([root]);
  for (const node of seen) {
    const { kind, a, b, c } = entries[node];
    if (kind === "input") return false;
    if (dimension === 1 && isEven(graph, node) && displacement(graph, a) !== null) continue;
    const parts = kind === "add" || kind === "subtract" ? besidesDistances(graph, node, dimension) : [a, b, c];
    for (const part of parts) if (part !== -1) seen.add(part);
  }
  return true;
}

/** The terms of a sum that are left when complete squares of distances are taken out. */
function besidesDistances(graph: Graph, sum: Node, dimension: number): Node[] {
  const rest: Node[] = [];
  /** By pair of points: the factors of the squares, and the nodes that they came from, by component. */
  const squares = new Map<string, { readonly factor: number[]; readonly nodes: Node[] }>();
  for (const { factor, node } of termsOf(graph, sum)) {
    const { kind, a, value } = graph.entries[node];
    const ends = kind === "power" && value === 2 ? displacement(graph, a) : null;
    const [from, to] = ends ?? [0, 0];
    if (ends === null || (to >= 0 && from % dimension !== to % dimension)) {
      rest.push(node);
      continue;
    }
    const points = [from, to].map((index) => (index < 0 ? -1 : Math.floor(index / dimension))).sort((i, j) => i - j);
    const pair = squares.get(points.join()) ?? { factor: Array<number>(dimension).fill(0), nodes: [] };
    pair.factor[from % dimension] += factor;
    pair.nodes.push(node);
    squares.set(points.join(), pair);
  }
  for (const { factor, nodes } of squares.values()) {
    if (factor.some((other) => other !== factor[0])) for (const node of nodes) rest.push(node);
  }
  return rest;
}

/** A sum as multiples of what is no sum. */
function termsOf(graph: Graph, sum: Node): { readonly factor: number; readonly node: Node }[] {
  const terms: { factor: number; node: Node }[] = [];
  const open = [{ factor: 1, node: sum }];
  for (let term = open.pop(); term !== undefined; term = open.pop()) {
    const { factor, node } = term;
    const { kind, a, b } = graph.entries[node];
    if (kind === "add") open.push({ factor, node: a }, { factor, node: b });
    else if (kind === "subtract") open.push({ factor, node: a }, { factor: -factor, node: b });
    else if (kind === "negate") open.push({ factor: -factor, node: a });
    else if (kind === "multiply" && graph.isConstant(a))
      open.push({ factor: factor * graph.entries[a].value, node: b });
    else if (kind === "divide" && graph.isConstant(b)) open.push({ factor: factor / graph.entries[b].value, node: a });
    else if (!graph.isSteady(node)) terms.push({ factor, node });
  }
  return terms;
}

/** The coordinates of x_i − x_j, or of x_i from the origin, whose index is −1; null if it is neither. */
function displacement({ entries }: Graph, node: Node): readonly [number, number] | null {
  const { kind, a, b, value } = entries[node];
  if (kind === "input") return [value, -1];
  if (kind !== "subtract" || entries[a].kind !== "input" || entries[b].kind !== "input") return null;
  return [entries[a].value, entries[b].value];
}

const isEven = ({ entries }: Graph, node: Node): boolean =>
  entries[node].kind === "abs" || (entries[node].kind === "power" && entries[node].value % 2 === 0);
