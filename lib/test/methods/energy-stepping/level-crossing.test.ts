import { expect, test } from "vitest";
import { type Curve, crossingOf } from "../../../src/methods/energy-stepping/level-crossing.js";

const curve = (value: (t: number) => number, slope: (t: number) => number): Curve => ({
  at(t, out) {
    out[0] = value(t);
    out[1] = slope(t);
  },
});

test("a sine leaves its band at the first crossing, to the last digits", () => {
  const leave = crossingOf(curve(Math.sin, Math.cos));
  expect(leave(-0.5, 0.5, 0.1, 100)).toBeCloseTo(Math.PI / 6, 15);
  expect(leave(-0.5, 1.5, 0.1, 100)).toBeCloseTo((7 * Math.PI) / 6, 14);
  expect(leave(-1.5, 1.5, 0.1, 100)).toBe(Number.POSITIVE_INFINITY);
});

test("a start on an edge that moves inwards has not left; it leaves where it comes back", () => {
  // A parabola from 0 up and down again.
  const leave = crossingOf(
    curve(
      (t) => t * (1 - t),
      (t) => 1 - 2 * t,
    ),
  );
  expect(leave(0, 1, 0.01, 10)).toBeCloseTo(1, 15);
  expect(leave(0, 0.2, 5, 10)).toBeCloseTo((1 - Math.sqrt(0.2)) / 2, 15);
});

test("an excursion that is over before the step ends is seen", () => {
  // A bump of width 0.1 around t = 3, met with a first step of 8.
  const bump = (t: number) => Math.exp(-(((t - 3) / 0.1) ** 2));
  const leave = crossingOf(curve(bump, (t) => ((-2 * (t - 3)) / 0.01) * bump(t)));
  const found = leave(-1, 0.5, 0.2, 8) ?? Number.NaN;
  expect(bump(found)).toBeCloseTo(0.5, 12);
  expect(found).toBeLessThan(3);
});

test("a value that is not finite ends the search", () => {
  const leave = crossingOf(
    curve(
      (t) => (t > 1 ? Number.NaN : 0),
      () => 0,
    ),
  );
  expect(leave(-1, 1, 0.3, 10)).toBeNull();
});
