/** The JSON Schema of model files, for editors: completion, descriptions, and what is wrong while it is typed. */
import * as z from "zod";
import { accepted, type Parameter, type ParameterTable } from "../core/parameter.js";
import { methods } from "../methods/all.js";
import { models } from "../models/all.js";
import { builtinSystem, matricesSystem, modelKeys, number, particlesSystem, potentialSystem } from "./schema.js";

export function modelSchema(): Record<string, unknown> {
  const names = methods.map(({ id }) => id) as [string, ...string[]];
  const method = z.union([
    z.enum(names).describe("A method with the defaults of its parameters"),
    ...methods.map(({ id, title, summary, parameters }) =>
      z.strictObject({ name: z.literal(id), ...shapeOf(parameters) }).describe(`${title}. ${summary}`),
    ),
  ]);
  const builtins = models.map(({ id, title, summary, parameters }) =>
    z
      .strictObject({
        ...builtinSystem.shape,
        model: z.literal(id),
        with: z.strictObject(shapeOf(parameters)).optional(),
      })
      .describe(`${title}. ${summary}`),
  );
  const system = z.union([potentialSystem, matricesSystem, particlesSystem, ...builtins]);
  const file = z.strictObject(modelKeys(system, method));
  return {
    title: "Noether model file, version 1",
    ...z.toJSONSchema(file, { io: "input", unrepresentable: "any" }),
  };
}

function shapeOf(table: ParameterTable): Record<string, z.ZodType> {
  return Object.fromEntries(Object.entries(table).map(([name, parameter]) => [name, schemaOf(parameter).optional()]));
}

function schemaOf(parameter: Parameter): z.ZodType {
  const words = `${parameter.meaning} (${accepted(parameter)}; default ${parameter.default})`;
  switch (parameter.kind) {
    case "flag":
      return z.boolean().describe(words);
    case "choice":
      return z.literal([...parameter.options]).describe(words);
    case "number":
      return number.describe(words);
  }
}
