/** The parameters of a model. Each may be an expression of the others, in any order, as long as they do not go in circles. */

import { parsed } from "../symbolic/compile.js";
import { constant, type NamedNumbers } from "../symbolic/index.js";
import { isName, reservedMeaning } from "../symbolic/notation.js";
import { entryOf } from "./entry.js";
import type { Tree } from "./tree.js";

const PATH = ["system", "parameters"];

export function parametersOf(root: Tree): NamedNumbers {
  const entries = new Map(entryOf(root, PATH, {}).entries());
  const values: Record<string, number> = {};
  const open = new Set<string>();

  const resolve = (name: string): void => {
    const entry = entries.get(name);
    if (entry === undefined || Object.hasOwn(values, name)) return;
    const reason = reservedMeaning(name);
    if (!isName(name))
      throw entry.error(`a name is a letter followed by letters, digits and _; choose another than "${name}"`);
    if (reason !== null || name === "t") throw entry.error(`"${name}" is ${reason ?? "the time"}; choose another name`);
    if (open.has(name)) throw entry.error(`is defined by itself: ${[...open, name].join(" → ")}`);
    if (open.size > 100) throw entry.error("is the end of a chain of more than 100 definitions");
    if (typeof entry.value !== "string") {
      define(name, entry.number());
      return;
    }
    const formula = entry.formula();
    const expression = entry.blamed(() => parsed(formula));
    open.add(name);
    for (const step of expression.postfix) if (step.kind === "name") resolve(step.name);
    open.delete(name);
    define(
      name,
      entry.blamed(() => constant(formula, values)),
    );
  };
  const define = (name: string, value: number) => {
    Object.defineProperty(values, name, { value, enumerable: true });
  };

  for (const name of entries.keys()) resolve(name);
  return values;
}
