/** The expression that the potential of a system is, for who generates code from it. Systems carry it as something that only this file can
 *  open: `core` knows nothing of graphs. */
import { type Expressed, expressionSource, type System } from "../core/system.js";
import { bind, scopeOf } from "./bind.js";
import { type Formula, parsed } from "./compile.js";
import { emptyGraph } from "./dag.js";
import type { Built } from "./discrete-gradient.js";
import { isAdjustable, type ParameterNumbers } from "./parameters.js";

interface Source {
  readonly build: () => Built;
  /** Were the functions of the system compiled from it, so that they have its digits? */
  readonly own: boolean;
  /** Does it have parameters that can be set again? */
  readonly adjustable: boolean;
}

const sources = new WeakMap<object, Source>();

/** What a system is to carry whose functions were compiled from it. */
export function sourceOf(build: () => Built, parameters: ParameterNumbers = {}): object {
  return carried({ build, own: true, adjustable: isAdjustable(parameters) && parameters.all.length > 0 });
}

function carried(source: Source): object {
  const key = {};
  sources.set(key, source);
  return key;
}

/** V of functions that somebody has written, once more as an expression: the same function, with the same discrete gradient. It is parsed when code
 *  is generated from it. */
export function expressedAs(
  coordinates: readonly string[],
  { potential, parameters }: { readonly potential: Formula; readonly parameters?: ParameterNumbers },
  functions: Omit<Expressed, "source">,
): Expressed {
  const build = () => {
    const graph = emptyGraph();
    return { graph, root: bind(graph, parsed(potential), scopeOf(graph, coordinates, parameters)) };
  };
  const source = carried({ build, own: false, adjustable: false });
  return { ...functions, source };
}

/** `build` makes V in a graph of its own, over the coordinates as inputs 0, 1, …; null where V is not known as an expression. */
export function expressionOf(system: System): Source | null {
  const source = expressionSource(system);
  return source === null ? null : (sources.get(source) ?? null);
}
