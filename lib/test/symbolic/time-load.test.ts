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
  expect(load.listed).toBeUndefined();
});

test.each(["max(t^2 - 2, 0)", "sign(sin(t^2))", "sign(sin(t) + sin(1.4142*t))", "abs(abs(sin(t)) - 0.5)"])(
  "%s has kinks without a list",
  (expression) => {
    const corners = expression.startsWith("sign") ? {} : { corners: true };
    expect(timeLoadOf({ expressions: [expression] }).listed).toEqual({ from: 0, to: 0, ...corners });
  },
);

test.each([
  ["sign(sin(2*pi*t))", 0.5, 0],
  ["abs(sin(t))", Math.PI, 0],
  ["max(3*sin(t/7 + 1) - 4*cos(t/7), 0)", 7 * Math.PI, 7 * Math.atan2(4 - 3 * Math.sin(1), 3 * Math.cos(1))],
])("%s changes every %f", (expression, every, first) => {
  const { kinks, listed } = timeLoadOf({ expressions: [expression] });
  expect(listed?.to).toBeCloseTo(4096 * every, 6);
  const near = [...(kinks ?? [])].filter((t) => Math.abs(t) < 10 * every);
  expect(near.length).toBeGreaterThanOrEqual(19);
  for (const t of near) {
    const turns = (t - first) / every;
    // Eight times the rounding of a quotient of this size.
    expect(Math.abs(turns - Math.round(turns))).toBeLessThan(2e-14);
  }
});

test("times of two conditions: those of the one that has fewer are the limit", () => {
  const { listed } = timeLoadOf({ expressions: ["sign(sin(t)) + sign(cos(10*t)) + if(t < 3, 1, 0)"] });
  expect(listed?.to).toBeCloseTo((2048 * 2 * Math.PI) / 10, 6);
});
