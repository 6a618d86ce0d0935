/** The JSON Schema of model files, for editors: completion, descriptions, and what is wrong while it is typed. */
import type { JsonObject } from "../formats/json.js";
import { methods } from "../methods/all.js";
import { shapesOf } from "./parameter-shapes.js";
import { modelShape } from "./schema.js";
import { choice, keys, oneOf } from "./shape.js";
import type { SystemKind } from "./system-kind.js";
import { systemKinds } from "./system-kinds.js";

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
  const kinds: readonly SystemKind[] = systemKinds;
  const system = oneOf(
    "one kind of system",
    kinds.flatMap(({ shape, choices }) => choices?.() ?? [shape]),
  );
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Noether model file, version 1",
    ...modelShape(system, method).schema,
  };
}
