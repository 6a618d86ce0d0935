/** The JSON Schema of model files, for editors: completion, descriptions, and what is wrong while it is typed. */
import { accepted, type Parameter, type ParameterTable } from "../core/parameter.js";
import type { JsonObject } from "../formats/json.js";
import { methods } from "../methods/all.js";
import { models } from "../models/all.js";
import { number, numbers } from "./atoms.js";
import { builtin, KINDS, modelShape } from "./schema.js";
import { choice, flag, keys, oneOf, optional, type Shape } from "./shape.js";

export function modelSchema(): JsonObject {
  const method = oneOf("a method", [
    choice(
      "a method with the defaults of its parameters",
      methods.map(({ id }) => id),
    ),
    ...methods.map(({ id, title, summary, parameters }) =>
      keys(`${title}. ${summary}`, { name: choice("the method", [id]), ...shapesOf(parameters) }),
    ),
  ]);
  const builtins = models.map(({ id, title, summary, parameters }) =>
    builtin(choice(`${title}. ${summary}`, [id]), keys("parameters of the model", shapesOf(parameters))),
  );
  const system = oneOf("one kind of system", [
    KINDS.potential,
    KINDS.matrices,
    KINDS.particles,
    KINDS.solid,
    KINDS.frame,
    ...builtins,
  ]);
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Noether model file, version 1",
    ...modelShape(system, method).schema,
  };
}

function shapesOf(table: ParameterTable): Record<string, Shape> {
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
