import { expect, test } from "vitest";
import { timeLoadOf } from "../../src/symbolic/time-load.js";

const none = new Float64Array(2);

test("a load of time", () => {
  const load = timeLoadOf({ parameters: { w: 3 }, expressions: ["sin(w*t)", "2"] });
  const out = Float64Array.of(1, 1);
  load.addTo(0.5, none, none, out);
  expect([...out]).toEqual([1 + Math.sin(1.5), 3]);
  expect(load.kinks).toBeNull();
});

test("kinks are where a condition on time changes", () => {
  const load = timeLoadOf({ parameters: { ramp: 2 }, expressions: ["min(t/ramp, 1)", "if(3*t > 1.5, abs(t - 1), 0)"] });
  expect([...(load.kinks ?? [])]).toEqual([0.5, 1, 2]);
});

test("coordinates are unknown", () => {
  expect(() => timeLoadOf({ expressions: ["x"] })).toThrow(/unknown name "x"\. Known here: t, pi, e/);
});

test.each([
  ["max(0, 1 - abs(t - 1))", [0, 1, 2]],
  ["abs(abs(t - 3) - 1)", [2, 3, 4]],
  ["min(max(t, 0), max(4 - t, 0))", [0, 2, 4]],
  ["if(abs(t - 1) < 0.25, cos(t), 0)", [0.75, 1, 1.25]],
])("kinks of %s, whose conditions are made of pieces", (expression, times) => {
  const load = timeLoadOf({ expressions: [expression] });
  expect(Array.from(load.kinks ?? [], (t) => Number(t.toFixed(12)))).toEqual(times);
  expect(load.unlisted).toBeUndefined();
});

test.each(["sign(sin(2*pi*t))", "max(t^2 - 2, 0)", "abs(sin(t))"])("%s has kinks without a list", (expression) => {
  expect(timeLoadOf({ expressions: [expression] }).unlisted).toBe(true);
});
