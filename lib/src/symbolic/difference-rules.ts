/** How a difference over a step is made of those of the operands, forward, and handed to them, backward.
 *
 *  A piecewise operation is that of its piece where both ends have the same, and touches nothing else: beyond its piece an operand
 *  may be infinite. Where the piece changes,
 *
 *      if(c, f, g)     ½ of the slopes of f and of g, and the rest, ±½ [(g − f)_a + (g − f)_b], along c; where f or g is not finite,
 *                      all of V_b − V_a along c
 *      max(u, w)       the larger of u − w at both ends over the sum of both |u − w| along u, and the smaller, without its sign, along w; min(u, w) conversely
 *      sign, u < w     V_b − V_a along u and along u − w
 *
 *  Along c means by s_c/d_c, the slopes of the quantity that c compares over its change. A condition that is made of several
 *  comparisons c_k takes those that have changed: Σ d_k s_k/Σ d_k². Where there is none, it is Δq/|Δq|² of the coordinates in c. */
import { coneOf, type Graph, type Kind, type Node } from "./dag.js";
import type { DifferenceFormula, Ends } from "./ends.js";
import { slopesOf } from "./slopes.js";
import { type Condition, type Rule, type Send, unless, when } from "./sweep.js";

/** The first piece at both ends, and the second. */
interface Pieces {
  readonly first: Node;
  readonly second: Node;
  readonly both: Node;
  readonly neither: Node;
}

/** The pieces of if, min and max. */
function piecesOf({ graph, after }: Ends, node: Node): Pieces | null {
  const { kind, a, b, c } = graph.entries[node];
  const pieces = (condition: Node, first: Node, second: Node): Pieces => {
    const [zero, behind] = [graph.constant(0), after(condition)];
    return {
      first,
      second,
      both: graph.choose(condition, behind, zero),
      neither: graph.choose(condition, zero, graph.compare("equal", behind, zero)),
    };
  };
  if (kind === "if") return pieces(a, b, c);
  if (kind === "max") return pieces(graph.compare("lessEqual", b, a), a, b);
  if (kind === "min") return pieces(graph.compare("lessEqual", a, b), a, b);
  return null;
}

const STEEP: ReadonlySet<Kind> = new Set<Kind>(["asin", "acos", "log", "pow"]);

export const differenceFormula: DifferenceFormula = (ends, node) => {
  const { graph, after, difference } = ends;
  const slopes = slopesOf(ends, node);
  if (slopes !== null) {
    const { kind, value } = graph.entries[node];
    const steep = STEEP.has(kind) || (kind === "power" && value < 1);
    return slopes.reduce((sum, { operand, slope }) => {
      const change = graph.multiply(slope, difference(operand));
      // What rests at a point of infinite slope, such as sqrt(max(0, x)) below 0, does not change.
      return graph.add(sum, steep ? graph.choose(difference(operand), change, graph.constant(0)) : change);
    }, graph.constant(0));
  }
  const plain = graph.subtract(after(node), node);
  const pieces = piecesOf(ends, node);
  if (pieces === null) return plain;
  const { both, neither, first, second } = pieces;
  return graph.choose(both, difference(first), graph.choose(neither, difference(second), plain));
};

export const differenceRule =
  (ends: Ends): Rule =>
  (graph, node, w, send) => {
    const slopes = slopesOf(ends, node);
    if (slopes !== null) {
      for (const { operand, slope } of slopes) send(operand, graph.multiply(w, slope));
      return;
    }
    const pieces = piecesOf(ends, node);
    if (pieces === null) {
      const change = graph.subtract(ends.after(node), node);
      // Not a number where the operation is none: then nothing jumps.
      const jumps = graph.compare("less", graph.constant(0), graph.call("abs", change));
      along(ends, node, graph.multiply(w, change), [when(jumps)], send);
      return;
    }
    const { first, second, both, neither } = pieces;
    send(first, w, when(both));
    send(second, w, unless(both), when(neither));
    const across = [unless(both), unless(neither)];
    if (graph.entries[node].kind === "if") acrossBranches(ends, node, w, across, send);
    else acrossExtremes(ends, node, w, across, send);
  };

function acrossBranches(ends: Ends, node: Node, w: Node, across: readonly Condition[], send: Send): void {
  const { graph, after } = ends;
  const { a: condition, b: f, c: g } = graph.entries[node];
  const { add, subtract, multiply } = graph;
  const half = graph.constant(0.5);
  const finite = [f, after(f), g, after(g)]
    .map((value) => finiteAt(graph, value))
    .reduce((all, one) => and(graph, all, one));
  for (const branch of [f, g]) send(branch, multiply(half, w), ...across, when(finite));
  const gap = multiply(half, add(subtract(g, f), subtract(after(g), after(f))));
  const rest = graph.choose(finite, graph.choose(condition, gap, graph.negate(gap)), subtract(after(node), node));
  along(ends, condition, multiply(w, rest), across, send);
}

/** max(u, w) = w + max(x, 0) with x = u − w, which has another sign at the other end, y: the slope of max(x, 0) is the one of both that is positive over |x| + |y|. */
function acrossExtremes(ends: Ends, node: Node, w: Node, across: readonly Condition[], send: Send): void {
  const { graph, after } = ends;
  const { kind, a, b } = graph.entries[node];
  const { add, subtract, multiply, divide, call } = graph;
  const [before, behind] = [subtract(a, b), subtract(after(a), after(b))];
  const size = add(call("abs", before), call("abs", behind));
  const above = multiply(w, divide(graph.larger(before, behind), size));
  const below = multiply(w, divide(graph.negate(graph.smaller(before, behind)), size));
  send(a, kind === "max" ? above : below, ...across);
  send(b, kind === "max" ? below : above, ...across);
}

/** Sends an amount along the quantities that decide a condition. */
function along(ends: Ends, decision: Node, amount: Node, conditions: readonly Condition[], send: Send): void {
  const { graph, after, difference, count } = ends;
  const { add, subtract, multiply, divide, power, choose } = graph;
  const zero = graph.constant(0);
  const changes = comparisonsIn(graph, decision).map(({ truth, left, right }) => {
    const change = subtract(difference(left), difference(right));
    const moved = graph.compare("notEqual", truth, after(truth));
    return { left, right, change: choose(and(graph, moved, finiteAt(graph, change)), change, zero) };
  });
  const total = changes.reduce((sum, { change }) => add(sum, power(change, 2)), zero);
  for (const { left, right, change } of changes) {
    const share = multiply(amount, divide(change, total));
    send(left, share, ...conditions, when(total));
    send(right, graph.negate(share), ...conditions, when(total));
  }
  const inputs = coneOf(graph, [decision]).filter((node) => graph.entries[node].kind === "input");
  const steps = inputs.map((input) => subtract(graph.input(graph.entries[input].value + count), input));
  const length = steps.reduce((sum, step) => add(sum, power(step, 2)), zero);
  inputs.forEach((input, i) => {
    send(input, multiply(amount, divide(steps[i], length)), ...conditions, unless(total), when(length));
  });
}

/** What a condition is made of: left − right passes through 0 where the truth changes. */
interface Comparison {
  readonly truth: Node;
  readonly left: Node;
  readonly right: Node;
}

const LOGICAL: ReadonlySet<string> = new Set(["less", "lessEqual", "equal", "notEqual", "if"]);

function comparisonsIn(graph: Graph, decision: Node): readonly Comparison[] {
  const found = new Map<Node, Comparison>();
  const open = [decision];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const { kind, a, b, c } = graph.entries[node];
    if (graph.isSteady(node) || found.has(node)) continue;
    if (kind === "if") open.push(a, b, c);
    // not(…), and truth values that `and` and `or` compare with 0.
    else if ((kind === "equal" || kind === "notEqual") && LOGICAL.has(graph.entries[a].kind) && graph.isConstant(b, 0))
      open.push(a);
    else if (LOGICAL.has(kind)) found.set(node, { truth: node, left: a, right: b });
    else if (kind === "sign") found.set(node, { truth: node, left: a, right: graph.constant(0) });
    else
      found.set(node, {
        truth: graph.compare("notEqual", node, graph.constant(0)),
        left: node,
        right: graph.constant(0),
      });
  }
  return [...found.values()];
}

const and = (graph: Graph, a: Node, b: Node): Node => graph.choose(a, b, graph.constant(0));

const finiteAt = (graph: Graph, a: Node): Node =>
  graph.compare("less", graph.call("abs", a), graph.constant(Number.POSITIVE_INFINITY));
