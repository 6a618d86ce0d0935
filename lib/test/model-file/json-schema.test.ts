import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/formats/json.js";
import { methods } from "../../src/methods/all.js";
import { modelSchema } from "../../src/model-file/json-schema.js";
import { loadModel } from "../../src/model-file/load.js";
import { models } from "../../src/models/all.js";
import { ALL, readFile } from "./models.js";

const schema = modelSchema();

/** As much of JSON Schema as is used here. */
function fits(
  data: unknown,
  { type, enum: options, anyOf, properties, required, additionalProperties, items, not }: JsonObject,
): boolean {
  const inner = (value: unknown, rule: unknown) => fits(value, rule as JsonObject);
  if (not !== undefined && inner(data, not)) return false;
  if (options !== undefined && !(options as unknown[]).includes(data)) return false;
  if (anyOf !== undefined && !(anyOf as JsonObject[]).some((rule) => inner(data, rule))) return false;
  const kind = Array.isArray(data) ? "array" : typeof data;
  if (type !== undefined && ![type].flat().includes(kind)) return false;
  if (kind === "array") return (data as unknown[]).every((item) => items === undefined || inner(item, items));
  if (kind !== "object" || type !== "object") return true;
  const known = (properties ?? {}) as JsonObject;
  const map = data as Record<string, unknown>;
  if (((required ?? []) as string[]).some((key) => !Object.hasOwn(map, key))) return false;
  return Object.entries(map).every(([key, value]) =>
    Object.hasOwn(known, key)
      ? inner(value, known[key])
      : additionalProperties !== false && (additionalProperties === undefined || inner(value, additionalProperties)),
  );
}

describe("the schema for editors", () => {
  test.each(Object.entries(ALL))("%s fits", (_name, text) => {
    expect(fits(loadModel(text, { readFile }).data, schema)).toBe(true);
  });

  const folder = fileURLToPath(new URL("../../../examples/", import.meta.url));
  test.each(readdirSync(folder).filter((name) => name.endsWith(".yaml")))("examples/%s fits", (name) => {
    const { data } = loadModel(readFileSync(folder + name, "utf8"), {
      readFile: (file) => readFileSync(folder + file),
    });
    expect(fits(data, schema)).toBe(true);
  });

  test.each([
    (model: Record<string, unknown>) => ({ ...model, methd: "rk4" }),
    (model: Record<string, unknown>) => ({ ...model, method: "rk5" }),
    (model: Record<string, unknown>) => ({ ...model, method: { name: "newmark", rho: 1 } }),
    (model: Record<string, unknown>) => ({ ...model, noether: 2 }),
    (model: Record<string, unknown>) => ({ ...model, time: { end: [] } }),
    (model: Record<string, unknown>) => ({ ...model, system: { model: "kepler", with: { ecentricity: 0.5 } } }),
    ({ system: _, ...model }: Record<string, unknown>) => model,
  ])("what is wrong does not (%#)", (spoil) => {
    expect(fits(spoil(loadModel(ALL.PENDULUM).data), schema)).toBe(false);
  });

  test("it knows every method and model, with their parameters and meanings", () => {
    const text = JSON.stringify(schema);
    for (const { id, parameters } of [...methods, ...models]) {
      expect(text).toContain(`"${id}"`);
      for (const [name, { meaning }] of Object.entries(parameters)) {
        expect(text).toContain(`"${name}"`);
        expect(text).toContain(JSON.stringify(meaning).slice(1, -1));
      }
    }
  });
});
