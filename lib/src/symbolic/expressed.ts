/** The expression that the potential of a system is, for who generates code from it. Systems carry it as something that only this file can
 *  open: `core` knows nothing of graphs. */
import { expressionSource, type System } from "../core/system.js";
import type { Built } from "./discrete-gradient.js";

const builders = new WeakMap<object, () => Built>();

/** What a system is to carry. */
export function sourceOf(build: () => Built): object {
  const source = {};
  builders.set(source, build);
  return source;
}

/** How to build V in a graph of its own, over the coordinates as inputs 0, 1, …; null where V is not known as an expression. */
export function expressionOf(system: System): (() => Built) | null {
  const source = expressionSource(system);
  return source === null ? null : (builders.get(source) ?? null);
}
