/** From a method's name and parameters to the method. */
import { InputError } from "../core/failure.js";
import type { Method, MethodFamily } from "../core/method.js";
import { accepted, type Parameter, type ParameterTable, type ParameterValue } from "../core/parameter.js";
import { didYouMean } from "../core/spelling.js";
import { methods } from "../methods/all.js";
import type { Entry } from "./entry.js";
import { entryOf } from "./entry.js";
import { methodInWords } from "./method-text.js";
import { treeFrom } from "./tree-of-data.js";

/** A method as text: `newmark(beta=1/6)`. */
export function methodOf(text: string): Method {
  const words = methodInWords(text);
  const root = treeFrom({ method: words }, undefined);
  const entry = entryOf(root, ["method"], {});
  try {
    return methodAt(entry);
  } catch (error) {
    // Line and column mean nothing in a command line.
    if (error instanceof InputError) throw new InputError(error.reason, { key: error.place.key }, error.code);
    throw error;
  }
}

export function methodAt(entry: Entry): Method {
  const named = entry.isMap() ? entry.at("name") : entry;
  const family = familyNamed(named);
  const given = entry.entries().filter(([key]) => key !== "name");
  return entry.blamed(() => family(parameterValues(family.id, family.parameters, given)));
}

function familyNamed(entry: Entry): MethodFamily {
  const name = entry.text();
  const family = methods.find(({ id }) => id === name);
  if (family !== undefined) return family;
  const known = methods.map(({ id }) => id);
  throw entry.error(`there is no method "${name}".${didYouMean(name, known)} Accepted: ${known.join(", ")}`);
}

/** The values given for a table of parameters; those that are numbers may be expressions. */
export function parameterValues(
  owner: string,
  table: ParameterTable,
  given: readonly (readonly [string, Entry])[],
): Record<string, ParameterValue> {
  return Object.fromEntries(
    given.map(([name, entry]) => {
      const parameter = Object.hasOwn(table, name) ? table[name] : undefined;
      if (parameter !== undefined) return [name, parameterValue(parameter, entry)];
      const known = Object.keys(table);
      const hint = `${didYouMean(name, known)} Accepted: ${known.length === 0 ? "none" : known.join(", ")}`;
      throw new InputError(`${owner} has no parameter "${name}".${hint}`, entry.keyPlace);
    }),
  );
}

function parameterValue(parameter: Parameter, entry: Entry): ParameterValue {
  const { value } = entry;
  if (value === null) throw entry.error(`found an empty value; accepted: ${accepted(parameter)}`);
  if (parameter.kind === "numbers" && entry.isList()) return entry.numbers();
  const isChoice = parameter.kind === "choice" && parameter.options.includes(value as string);
  const wantsNumber =
    parameter.kind === "number" || parameter.kind === "numbers" || typeof parameter.default === "number";
  // The table itself says what it accepts, in its own words.
  return wantsNumber && !isChoice && typeof value === "string" ? entry.number() : (value as ParameterValue);
}
