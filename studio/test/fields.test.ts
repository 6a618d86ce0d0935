/** Sliders stand where the text says, and write what the file accepts. */
import { expect, test } from "vitest";
import { type Field, fieldGroups, sliderRange } from "../src/controls/fields.js";
import type { Facts } from "../src/engine/messages.js";
import { documentOf } from "../src/workbench/edit.js";

const TEXT = `noether: 1
system:
  coordinates: [angle]
  parameters: { m: 2, k: 3*m }
  mass: m
  potential: k*angle^2
start: { q: [3.1], v: [0] }
method: newmark
time: { end: 20, step: 0.01 }
`;
const facts = {
  ...{ title: "", unknowns: 1, labels: ["angle"], parameters: { m: 2, k: 6 } },
  ...{ settings: {}, span: [0, 20], step: 0.01, start: { q: [3.1], v: [0] } },
  ...{ units: { time: "s" }, columnUnits: {} },
} as Facts;

const fields = new Map(
  fieldGroups(documentOf(TEXT), facts, null)
    .flatMap((group) => group.fields)
    .map((field) => [field.path.join("."), field]),
);
const field = (path: string) => fields.get(path) as Field;

test("numbers have sliders, expressions are shown as they are", () => {
  expect(field("system.parameters.m").kind).toMatchObject({ of: "number", value: 2 });
  expect(field("system.parameters.k")).toMatchObject({ written: "3*m", kind: { of: "text" } });
  expect(field("start.q.0")).toMatchObject({ label: "angle", kind: { value: 3.1 } });
});

test("a step divides the time", () => {
  const { spell } = field("time.step");
  expect(spell(0.0501)).toBe("0.05");
  expect(spell(0.013)).toBe("20/1538");
  for (const h of [0.0137, 0.5, 1.7, 25]) {
    const [end = 0, count = 1] = spell(h).split("/").map(Number);
    const steps = 20 / (end / count);
    expect(Math.abs(steps - Math.round(steps))).toBeLessThan(1e-9 * steps);
  }
});

test("a slider has room on both sides of its value", () => {
  for (const each of fields.values()) {
    if (each.kind.of !== "number") continue;
    const { min, max } = sliderRange(each);
    expect(min).toBeLessThan(max);
    expect(each.kind.value).toBeGreaterThanOrEqual(min);
    expect(each.kind.value).toBeLessThanOrEqual(max);
  }
});

test("fields say their units, and bodies begin with a field in each direction", () => {
  expect(field("time.step").unit).toBe("s");
  expect(field("start.q.0").unit).toBeUndefined();
  const body = documentOf("noether: 1\nstart: { v: [1 + 2*Z, 0, -2] }\n");
  const labels = ["ux1", "uy1", "uz1", "ux2", "uy2", "uz2"];
  const columnUnits = { "v.x": "m/s", "v.y": "m/s", "v.z": "m/s" };
  const [start] = fieldGroups(body, { ...facts, labels, columnUnits, start: { q: [], v: [] } }, null);
  expect(start?.fields.map(({ label, unit }) => [label, unit])).toEqual([
    ["velocity in x", "m/s"],
    ["velocity in y", "m/s"],
    ["velocity in z", "m/s"],
  ]);
});
