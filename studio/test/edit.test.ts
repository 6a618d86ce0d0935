/** A slider changes one number in the text and nothing else. */
import { expect, test } from "vitest";
import { documentOf } from "../src/workbench/edit.js";

const TEXT = `# A comment
noether: 1
system:
  coordinates: [x, y] # both
  parameters: { m: 1,   l0: 1.50, g: 10 } # in SI
  mass: m
start: { q: [0, 1.1], v: [0, 0] }
method: newmark   # the method
time:
  end: 6
  step: 1/50 # fifty a second
`;

test("a value is replaced where it stands", () => {
  const changed = documentOf(TEXT).with(["system", "parameters", "l0"], "2.25");
  expect(changed).toBe(TEXT.replace("1.50", "2.25"));
  expect(documentOf(TEXT).with(["start", "q", 1], "-3")).toBe(TEXT.replace("1.1", "-3"));
  expect(documentOf(TEXT).with(["time", "step"], "6/100")).toBe(TEXT.replace("1/50", "6/100"));
});

test("values are read as they are written", () => {
  const document = documentOf(TEXT);
  expect(document.written(["system", "parameters", "l0"])).toBe("1.50");
  expect(document.written(["time", "step"])).toBe("1/50");
  expect(document.written(["start"])).toBeNull();
  expect(document.keys(["system", "parameters"])).toEqual(["m", "l0", "g"]);
  expect(document.length(["start", "q"])).toBe(2);
});

test("a setting that is missing is added: to a name, to a map in braces, to a map in lines", () => {
  const once = documentOf(TEXT).with(["method", "beta"], "1/6") ?? "";
  expect(once).toBe(TEXT.replace("newmark ", "{ name: newmark, beta: 1/6 } "));
  const twice = documentOf(once).with(["method", "gamma"], "0.6") ?? "";
  expect(twice).toBe(TEXT.replace("newmark ", "{ name: newmark, beta: 1/6, gamma: 0.6 } "));
  const lines = documentOf(TEXT).with(["time", "start"], "1") ?? "";
  expect(documentOf(lines).written(["time", "start"])).toBe("1");
  expect(documentOf(lines).written(["time", "step"])).toBe("1/50");
});

test("text that is no YAML has no values, and is left alone", () => {
  const document = documentOf("{ a: [1, ");
  expect(document.written(["a", 3])).toBeNull();
  expect(documentOf("").with(["a"], "1")).toBeNull();
});
