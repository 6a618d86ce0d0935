/** Values of steady nodes, made of constants and parameters alone, while code is being made. */
import { coneOf, type Graph, type Node } from "./dag.js";
import { settle } from "./machine.js";
import { assemble } from "./program.js";
import { tapeMachine } from "./tape.js";

/** A function that gives them for the parameters as they are when it is called. */
export function steadyValues(graph: Graph, nodes: readonly Node[]): () => ReadonlyMap<Node, number> {
  const program = assemble(graph, 0, [nodes]);
  const machine = tapeMachine(program);
  const [{ output, run }] = machine.routines;
  return () => {
    settle(machine, program.parameters);
    run();
    return new Map(nodes.map((node, i) => [node, output[i]]));
  };
}

/** The value of a node, taken for good: its parameters can no longer change. `why` completes "k …". */
export function pinned(graph: Graph, node: Node, why: string): number {
  pin(graph, node, why);
  return graph.isConstant(node) ? graph.entries[node].value : steadyValues(graph, [node])().get(node)!;
}

/** Every parameter that the node reads can no longer change. */
export function pin(graph: Graph, root: Node, why: string): void {
  for (const node of coneOf(graph, [root])) {
    const { kind, value } = graph.entries[node];
    if (kind === "parameter") graph.parameters[value].pin(why);
  }
}
