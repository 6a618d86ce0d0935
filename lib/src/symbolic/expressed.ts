/** The expression that the potential of a system is, for who generates code from it. Systems carry it as something that only this file can
 *  open: `core` knows nothing of graphs. */
import { type Expressed, expressionSource, type System } from "../core/system.js";
import { bind, scopeOf } from "./bind.js";
import { type Formula, parsed } from "./compile.js";
import { emptyGraph } from "./dag.js";
import type { Built } from "./discrete-gradient.js";
import type { ParameterNumbers } from "./parameters.js";

const builders = new WeakMap<object, () => Built>();

/** What a system is to carry. */
export function sourceOf(build: () => Built): object {
  const source = {};
  builders.set(source, build);
  return source;
}

/** V of functions that somebody has written, once more as an expression: the same function, with the same discrete gradient. It is parsed when code
 *  is generated from it. */
export function expressedAs(
  coordinates: readonly string[],
  { potential, parameters }: { readonly potential: Formula; readonly parameters?: ParameterNumbers },
  functions: Omit<Expressed, "source">,
): Expressed {
  const source = sourceOf(() => {
    const graph = emptyGraph();
    return { graph, root: bind(graph, parsed(potential), scopeOf(graph, coordinates, parameters)) };
  });
  return { ...functions, source };
}

/** How to build V in a graph of its own, over the coordinates as inputs 0, 1, …; null where V is not known as an expression. */
export function expressionOf(system: System): (() => Built) | null {
  const source = expressionSource(system);
  return source === null ? null : (builders.get(source) ?? null);
}
