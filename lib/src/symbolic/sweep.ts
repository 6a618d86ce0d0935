/** The backward sweep over a graph: the adjoint of a node is what the result changes by when the node does, and a rule hands it on
 *  from a node to its operands. With the rules of derivative-rules.ts it is reverse differentiation, with those of
 *  difference-rules.ts it gives slopes over a finite step.
 *
 *  Piecewise functions are swept piece by piece, and the adjoint keeps the conditions of the pieces beside the values
 *  instead of multiplying by 0: beyond its piece a derivative may be infinite, and 0·∞ would spoil the sum. So an adjoint
 *  is a sum of terms, each valid along a path of conditions; d/dx if(x > 0, x^1.5, 0) is if(x > 0, 1.5 sqrt(x), 0) and
 *  its derivative if(x > 0, 0.75/sqrt(x), 0), both 0 for negative x. Where nothing infinite can follow, the terms are
 *  added up. */
import { InputError } from "../core/failure.js";
import { coneOf, type Graph, type Node } from "./dag.js";

/** A node that is to be true (not 0) or false. */
export interface Condition {
  readonly condition: Node;
  readonly holds: boolean;
}

export const when = (condition: Node): Condition => ({ condition, holds: true });
export const unless = (condition: Node): Condition => ({ condition, holds: false });

/** Adds to the adjoint of an operand, where the conditions hold. */
export type Send = (operand: Node, value: Node, ...conditions: readonly Condition[]) => void;

/** Hands a term of a node's adjoint on to its operands. */
export type Rule = (graph: Graph, node: Node, adjoint: Node, send: Send) => void;

/** Conditions that hold (or not) where a term of an adjoint counts; `key` tells paths apart. */
interface Path {
  readonly key: string;
  readonly conditions: readonly Condition[];
}

const ALWAYS: Path = { key: "", conditions: [] };

/** Conditions that overlap so often are not written by hand; following all of them could take for ever. */
const MOST_PATHS = 64;

const tooManyConditions = () =>
  new InputError(
    `more than ${MOST_PATHS} conditions act on one another; write the expression with fewer if, min and max`,
  );

interface Term {
  readonly path: Path;
  value: Node;
}

/** The adjoints of the inputs, by index; those that vanish identically are left out. Nodes that `follows` denies are no way to an
 *  input that matters. */
export function sweep(graph: Graph, root: Node, rule: Rule, follows?: (node: Node) => boolean): Map<number, Node> {
  const found = adjointsOf(graph, root, rule, (node) => graph.entries[node].kind === "input", follows);
  return new Map([...found].map(([node, adjoint]) => [graph.entries[node].value, adjoint]));
}

/** The adjoints of the nodes at which the sweep ends, as if they were inputs. */
export function adjointsOf(
  graph: Graph,
  root: Node,
  rule: Rule,
  isEnd: (node: Node) => boolean,
  follows: (node: Node) => boolean = () => true,
): Map<Node, Node> {
  const { entries } = graph;
  const adjoints = new Map<Node, Term[]>([[root, [{ path: ALWAYS, value: graph.constant(1) }]]]);

  const add = (to: Node, path: Path, value: Node) => {
    if (graph.isConstant(value, 0) || entries[to].steady || !follows(to)) return;
    if (path !== ALWAYS && (isEnd(to) || !entries[to].wild)) {
      add(to, ALWAYS, under(graph, path, value));
      return;
    }
    const adjoint = adjoints.get(to);
    if (adjoint === undefined) {
      adjoints.set(to, [{ path, value }]);
      return;
    }
    const sum = adjoint.find((term) => term.path.key === path.key);
    if (sum === undefined) {
      if (adjoint.length >= MOST_PATHS) throw tooManyConditions();
      adjoint.push({ path, value });
    } else sum.value = graph.add(sum.value, value);
  };

  const result = new Map<Node, Node>();
  for (const node of coneOf(graph, [root]).reverse()) {
    const adjoint = adjoints.get(node);
    if (adjoint === undefined) continue;
    adjoints.delete(node);
    if (isEnd(node)) {
      const [{ value }] = adjoint;
      if (!graph.isConstant(value, 0)) result.set(node, value);
      continue;
    }
    for (const { path, value } of adjoint) {
      rule(graph, node, value, (operand, part, ...conditions) => {
        const further = conditions.reduce(extended, path);
        if (further !== null) add(operand, further, part);
      });
    }
  }
  return result;
}

/** The path with a further condition; null where the two exclude each other. */
function extended(path: Path | null, { condition, holds }: Condition): Path | null {
  if (path === null) return null;
  const met = path.conditions.find((entry) => entry.condition === condition);
  if (met !== undefined) return met.holds === holds ? path : null;
  if (path.conditions.length >= MOST_PATHS) throw tooManyConditions();
  return {
    key: `${path.key} ${holds ? "" : "not "}${condition}`,
    conditions: [...path.conditions, { condition, holds }],
  };
}

/** The value where the conditions of the path hold, 0 elsewhere. */
function under(graph: Graph, path: Path, value: Node): Node {
  const zero = graph.constant(0);
  return path.conditions.reduceRight(
    (inner, { condition, holds }) => graph.choose(condition, holds ? inner : zero, holds ? zero : inner),
    value,
  );
}
