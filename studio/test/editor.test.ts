/** Completion and help know where the cursor is and what may stand there. */
import { modelSchema } from "noether/model-file";
import { expect, test } from "vitest";
import { cursorPlace } from "../src/editor/cursor-path.js";
import { keysAt, meaningOf, type Schema, valuesAt } from "../src/editor/schema.js";

/** The cursor is at the bar. */
const at = (text: string) => {
  const { path, part, word } = cursorPlace(text.replace("|", ""), text.indexOf("|"));
  return [path.join("."), part, word];
};

test.each([
  ["|", "", "key", ""],
  ["sys|", "", "key", "sys"],
  ["method: new|", "method", "value", "new"],
  ["method: { name: |", "method.name", "value", ""],
  ["method: { name: newmark, be|", "method", "key", "be"],
  ["method: { name: newmark, beta: 1/6 }\ntime: { |", "time", "key", ""],
  ["system:\n  para|", "system", "key", "para"],
  ["system:\n  solid:\n    mesh: { box: { size: [1, 1], cel|", "system.solid.mesh.box", "key", "cel"],
  ["system:\n  solid:\n    material: { model: |", "system.solid.material.model", "value", ""],
  ["system:\n  solid:\n    loads:\n      - { on: right, fo|", "system.solid.loads", "key", "fo"],
  ["system:\n  mass: m\nstart: { q: [0], |", "start", "key", ""],
])("%j", (text, path, part, word) => {
  expect(at(text)).toEqual([path, part, word]);
});

const schema = modelSchema() as unknown as Schema;

test("keys and values are those of the schema", () => {
  const words = (found: readonly { readonly word: string }[]) => found.map(({ word }) => word);
  expect(words(keysAt(schema, [], null))).toContain("system");
  expect(words(keysAt(schema, ["time"], null))).toEqual(["start", "end", "step", "steps"]);
  expect(words(valuesAt(schema, ["method"]))).toContain("energy-momentum");
  expect(words(keysAt(schema, ["method"], "hht"))).toContain("alpha");
  expect(words(keysAt(schema, ["method"], "hht"))).not.toContain("beta");
  expect(words(keysAt(schema, ["system", "solid", "loads"], null))).toContain("pressure");
});

test("help tells what a key means", () => {
  expect(meaningOf(schema, ["method", "beta"], "newmark")).toMatch(/weight of the new acceleration/);
  expect(meaningOf(schema, ["nothing"], null)).toBeNull();
});
