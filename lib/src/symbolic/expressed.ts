/** The expression that the potential of a system is, for generated code. Systems carry it as an opaque key, since `core` does not import
 *  graphs; this file has the expressions by their keys. */
import { expressionSource, type System } from "../core/system.js";
import type { Built } from "./discrete-gradient.js";
import { isAdjustable, type ParameterNumbers } from "./parameters.js";

interface Source {
  readonly build: () => Built;
  /** Does it have parameters that can be set again? */
  readonly adjustable: boolean;
}

const sources = new WeakMap<object, Source>();

/** What a system is to carry whose functions were compiled from it. */
export function sourceOf(build: () => Built, parameters: ParameterNumbers = {}): object {
  const key = {};
  sources.set(key, { build, adjustable: isAdjustable(parameters) && parameters.all.length > 0 });
  return key;
}

/** `build` makes V in a graph of its own, over the coordinates as inputs 0, 1, …; null where V is not known as an expression. */
export function expressionOf(system: System): Source | null {
  const source = expressionSource(system);
  return source === null ? null : (sources.get(source) ?? null);
}
