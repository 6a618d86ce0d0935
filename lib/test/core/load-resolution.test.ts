/** Steps that are too long for their load are spoken of, whatever the load is; those that are not, are not. */
import { describe, expect, test } from "vitest";
import { begin } from "../../src/core/run.js";
import type { TimeLoad } from "../../src/core/system.js";
import { diagonalMass } from "../../src/linalg/mass.js";
import { fromRows } from "../../src/linalg/matrix.js";
import { gauss, midpoint, newmark, oneFactor } from "../../src/methods/index.js";
import { startingFrom } from "../../src/models/model.js";
import { timeLoadOf } from "../../src/symbolic/time-load.js";
import { linearSystem } from "../../src/systems/linear.js";
import { loadOf, tableLoad } from "../../src/systems/loads.js";

/** Three masses, of which the last is pushed. */
const problemWith = (load: TimeLoad) =>
  startingFrom(
    linearSystem({
      mass: diagonalMass([1, 2, 1]),
      stiffness: fromRows([
        [4, -2, 0],
        [-2, 5, -3],
        [0, -3, 3],
      ]),
      load,
    }),
    [0, 0, 0],
    [0, 0, 0],
  );
const pushing = (formula: string) => problemWith(timeLoadOf({ expressions: ["0", "0", formula] }));
const compensated = newmark({ beta: 1 / 6, compensate: "fourth-order" });
const codesOf = (problem: ReturnType<typeof pushing>, method: ReturnType<typeof newmark>, step: number, end: number) =>
  begin(problem, method, { time: { step, steps: Math.round(end / step) } }).notices.map(({ code }) => code);
const codes = (formula: string, method: ReturnType<typeof newmark>, step: number) =>
  codesOf(pushing(formula), method, step, 4);

/** Noise, the same in every run. */
const NOISE = Array.from({ length: 401 }, (_, k) => Math.sin(7919 * k * k));
const record = problemWith(
  tableLoad({ times: NOISE.map((_, k) => k / 100), columns: [NOISE.map(() => 0), NOISE.map(() => 0), NOISE] }),
);

describe("a load that a step does not see", () => {
  test.each([
    ["a pulse between step points, newmark", "exp(-((t - 1.05)/0.02)^2)", newmark(), 0.1],
    ["a pulse at a step point, compensated newmark", "exp(-((t - 1)/0.02)^2)", compensated, 0.1],
    ["a sine with three steps a period", "sin(2*pi*t/0.3)", newmark(), 0.1],
    ["a sine with two steps a period, of order four", "sin(2*pi*t/0.21)", gauss({ stages: 2 }), 0.1],
    ["backwards", "exp(-((t + 1.05)/0.02)^2)", midpoint(), -0.1],
  ])("%s", (_, formula, method, step) => {
    const end = step < 0 ? -4 : 4;
    expect(codesOf(pushing(formula), method, step, end)).toContain("load-unresolved");
  });

  test("a record with five samples a step, and the message says where and how much", () => {
    expect(codesOf(record, newmark(), 0.05, 4)).toContain("load-unresolved");
    const [{ message }] = begin(record, newmark(), { time: { step: 0.05, steps: 80 } }).notices;
    expect(message).toMatch(
      /^the load changes too much within a step to be seen by it: at t = [\d.]+ it differs by \d+ % of its largest value/,
    );
  });
});

describe("a load that a step sees", () => {
  test.each([
    ["ten steps a period", "sin(2*pi*t)", newmark(), 0.1],
    ["four steps a period under order four", "cos(2*pi*t/0.4)", gauss({ stages: 2 }), 0.1],
    ["a pulse as wide as three steps", "exp(-((t - 1)/0.2)^2)", newmark(), 0.1],
    ["jumps at step points", "sign(sin(pi*t))", newmark(), 0.1],
    ["a rectified sine, of order four and six", "abs(sin(pi*t))", oneFactor(), 0.1],
  ])("%s", (_, formula, method, step) => expect(codes(formula, method, step)).toEqual([]));

  test("a record with a sample a step, and a function", () => {
    expect(codesOf(record, newmark(), 0.01, 4)).toEqual([]);
    expect(codesOf(problemWith(loadOf([() => 0, () => 1, Math.sin])), newmark(), 0.1, 4)).toEqual([]);
  });

  test("a jump inside of a step is spoken of as one, not as this", () =>
    expect(codes("if(t < 1.05, 0, 1)", newmark(), 0.1)).toEqual(["load-jumps"]));
});

describe("derivatives that are infinite at a step point cost an order", () => {
  test.each([
    ["max(0, t - 1)^1.5", gauss({ stages: 2 }), 2],
    ["max(0, t - 1)^0.5", newmark(), 1],
    ["max(0, t - 1)^2.5", gauss({ stages: 2 }), 3],
  ])("%s under %o", (formula, method, k) => {
    const { notices } = begin(pushing(formula), method, { time: { step: 0.1, steps: 40 } });
    expect(notices).toEqual([
      {
        code: "load-kinks",
        message: `the derivative of order ${k} of the load is infinite at t = 1, which leaves ${method.id} an order below ${k + 1} there`,
      },
    ]);
  });

  test.each([
    ["max(0, t - 1)^1.5", newmark()],
    ["max(0, t - 1)^4", gauss({ stages: 2 })],
  ])("but not %s under %o", (formula, method) => expect(codes(formula, method, 0.1)).toEqual([]));
});
