/** The shapes of the parameters of a method or a builtin model, for editors. */
import { accepted, type Parameter, type ParameterTable } from "../core/parameter.js";
import { number, numbers } from "./atoms.js";
import { choice, flag, oneOf, optional, type Shape } from "./shape.js";

export function shapesOf(table: ParameterTable): Record<string, Shape> {
  return Object.fromEntries(Object.entries(table).map(([name, parameter]) => [name, shapeOf(parameter)]));
}

function shapeOf(parameter: Parameter): Shape {
  const byDefault = parameter.required === true ? "required" : `default ${parameter.default ?? "none"}`;
  const meaning = `${parameter.meaning} (${accepted(parameter)}; ${byDefault})`;
  const inner = shapeOfKind(parameter);
  return parameter.required === true
    ? { ...inner, schema: { ...inner.schema, description: meaning } }
    : optional(inner, meaning);
}

function shapeOfKind(parameter: Parameter): Shape {
  switch (parameter.kind) {
    case "flag":
      return flag("true or false");
    case "choice":
      return choice(parameter.meaning, parameter.options);
    case "number":
      return number;
    case "numbers":
      return oneOf(accepted(parameter), [number, numbers]);
  }
}
