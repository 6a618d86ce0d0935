/** Compositions leave the step that they take: kinks and jumps of loads at its ends cost them no order. */
import { describe, expect, test } from "vitest";
import { slopeOf } from "../../src/analysis/order.js";
import { continuedLoad } from "../../src/core/continued-load.js";
import type { FixedStepMethod } from "../../src/core/method.js";
import { begin, run } from "../../src/core/run.js";
import type { TimeLoad } from "../../src/core/system.js";
import { scalarMass } from "../../src/linalg/mass.js";
import { fromRows } from "../../src/linalg/matrix.js";
import { gauss } from "../../src/methods/gauss.js";
import { newmark } from "../../src/methods/newmark.js";
import { oneFactor } from "../../src/methods/one-factor.js";
import { yoshida } from "../../src/methods/yoshida.js";
import { buildProblem, loadModel } from "../../src/model-file/index.js";
import { startingFrom } from "../../src/models/model.js";
import { timeLoadOf } from "../../src/symbolic/time-load.js";
import { linearSystem } from "../../src/systems/linear.js";
import { loadOf, tableLoad } from "../../src/systems/loads.js";

const oscillator = (load: TimeLoad) =>
  startingFrom(linearSystem({ mass: scalarMass(1, 1), stiffness: fromRows([[4]]), load }), [0.1], [0]);
const expression = (formula: string) => timeLoadOf({ expressions: [formula] });

/** Samples half a second apart, nothing before and after them. */
const record = tableLoad({ times: [0, 0.5, 1, 1.5], columns: [[0.4, 1, -0.6, 0.8]] });
const asFunction = loadOf([(t) => (t < 1 ? Math.sin(2 * t) : Math.cos(3 * t))], Float64Array.of(1));

const LOADS: [string, TimeLoad][] = [
  ["a square wave", expression("sign(sin(pi*t))")],
  ["a rectified wave", expression("abs(sin(pi*t))")],
  ["curved pieces with a jump", expression("if(t < 1, exp(t), cos(2*t))")],
  ["a ramp that turns", expression("if(t < 1, t, 2 - t)")],
  ["a record with samples where steps end", record],
  ["a function with a list of kinks", asFunction],
];

describe.each([4, 6, 8] as const)("yoshida of order %i keeps its order", (order) => {
  const method = yoshida({ order });
  // Errors down to 2e-12, above rounding; there the free motion shows 7.8 instead of 8.
  const parts = { 4: [16, 32, 64], 6: [8, 16, 32], 8: [10, 14, 20] }[order];

  test.each(LOADS)("under %s", (_, load) => {
    const problem = oscillator(load);
    // Five stages: below 1e-14 with this step.
    const exact = run(problem, gauss({ stages: 5 }), { time: { step: 1 / 32, steps: 64 } }).last;
    const errors = parts.map((steps) => {
      const { last } = run(problem, method, { time: { step: 1 / steps, steps: 2 * steps } });
      return { x: -Math.log(steps), y: Math.log(Math.hypot(2 * (last.q[0] - exact.q[0]), last.v[0] - exact.v[0])) };
    });
    expect(slopeOf(errors)).toBeGreaterThan(order - 0.4);
  });
});

test("the piece of a step goes on beyond its ends, the load itself up to the next kinks", () => {
  const dof = 1;
  const continued = continuedLoad(expression("if(t < 1, t^3, if(t < 2, 5 - t, 0))"), dof, 3);
  const at = (t: number) => {
    const out = new Float64Array(dof);
    continued.load.addTo(t, out, out, out);
    return out[0];
  };
  // Limits at kinks are taken 1e-11 beside them.
  continued.enter(0.5, 1);
  expect([0.2, 0.75, 1, 1.5].map((t) => Number(at(t).toFixed(9)))).toEqual([0.008, 0.421875, 1, 3.375]);
  continued.enter(1, 1.5);
  expect([0.75, 1, 1.25, 1.75, 2.25].map((t) => Number(at(t).toFixed(9)))).toEqual([4.25, 4, 3.75, 3.25, 2.75]);
  // Backwards in time it is the same step.
  continued.enter(1, 0.5);
  expect([0.75, 1, 1.5].map((t) => Number(at(t).toFixed(9)))).toEqual([0.421875, 1, 3.375]);
});

test("a piece that cannot be continued is refused, one that can be only roughly is spoken of", () => {
  const begun = (formula: string, step: number, method: FixedStepMethod = yoshida()) =>
    begin(oscillator(expression(formula)), method, { time: { step, steps: Math.round(2 / step) } }).notices;
  const compensated = newmark({ beta: 1 / 6, compensate: "fourth-order" });
  for (const method of [yoshida(), oneFactor(), compensated]) {
    const refusal = /derivatives of the load at its kinks, and those at t = 1 are too large .* or gauss/;
    expect(() => begun("if(t < 1, sqrt(1 - t), 0)", 0.125, method)).toThrow(refusal);
    expect(() => begun("sqrt(abs(sin(pi*t)))", 0.125, method)).toThrow(/or gauss/);
  }
  // Half a step inside, the series to the third power misses (π/2)⁵/120 = 0.08 of the load with two steps a period, 1e-7 with 32.
  expect(begun("abs(sin(pi*t))", 1)).toMatchObject([{ code: "load-kinks", message: expect.stringMatching(/roughly/) }]);
  expect(begun("abs(sin(pi*t))", 0.0625)).toEqual([]);
  // What is not stepped over does not count, nor do halves of steps with kinks of their own, which are spoken of as such.
  expect(begun("if(t < 2, t, sqrt(t - 2))", 0.125)).toEqual([]);
  expect(begun("if(t < 1, 1, if(t < 1.05, 100, 0))", 0.125)).toMatchObject([{ code: "load-jumps" }]);
});

test.each([
  yoshida({ order: 8 }),
  newmark({ beta: 1 / 6, compensate: "fourth-order" }),
  newmark({ beta: 1 / 12, process: true }),
])("so is one that ends a little beside a step point, where derivatives are taken ($id $parameters)", (method) => {
  const begun = (formula: string, step = 0.125) =>
    begin(oscillator(expression(formula)), method, { time: { step, steps: Math.round(2 / step) } });
  const refusal = /and those at t = 1 are too large .* or gauss/;
  expect(() => begun("if(t < 1.00001, sqrt(abs(1.00001 - t)), 0)")).toThrow(refusal);
  expect(() => begun("if(t < 0.99999, 0, sqrt(abs(t - 0.99999)))")).toThrow(refusal);
  // Far from the points, and where nothing is steep, kinks are only spoken of.
  for (const formula of [
    "if(t < 1.06, sqrt(abs(1.06 - t)), 0)",
    "if(t < 1.00001, 0, sqrt(abs(t - 1.00001)))",
    "abs(t - 1.00001)",
  ]) {
    const codes = begun(formula).notices.map(({ code }) => code);
    expect(codes.filter((code) => !/^load-(kinks|jumps)$/.test(code))).toEqual([]);
    expect(codes.length).toBeGreaterThan(0);
  }
});

test("one-factor integrates across such a kink instead", () => {
  const problem = oscillator(expression("if(t < 1.00001, sqrt(abs(1.00001 - t)), 0)"));
  const exact = run(problem, gauss({ stages: 4 }), { time: { step: 1 / 512, steps: 1024 } }).last;
  const { last } = run(problem, oneFactor(), { time: { step: 0.125, steps: 16 } });
  // Gauss' rule on √s, of three points: 2e-3 of it, over one step.
  expect(Math.abs(last.q[0] - exact.q[0])).toBeLessThan(1e-4);
});

test("newmark with process takes slopes of the load, and refuses those that are infinite", () => {
  const begun = (formula: string) =>
    begin(oscillator(expression(formula)), newmark({ beta: 1 / 12, process: true }), {
      time: { step: 0.125, steps: 16 },
    });
  expect(() => begun("if(t < 1, sqrt(1 - t), 0)")).toThrow(/newmark takes derivatives of the load at its kinks/);
  // Its second derivative is infinite, which nobody asks for; it costs an order all the same.
  expect(begun("if(t < 1, abs(1 - t)^1.5, 0)").notices).toMatchObject([
    { message: expect.stringMatching(/^the derivative of order 2 of the load is infinite at t = 1/) },
  ]);
  expect(begun("abs(sin(pi*t))").notices).toEqual([]);
});

test("a load that begins with all its derivatives zero is smooth, though their formulas are 0/0 where it begins", () => {
  const problem = oscillator(expression("if(t <= 1, 0, exp(-1/(t - 1)))"));
  const exact = run(problem, gauss({ stages: 5 }), { time: { step: 1 / 64, steps: 128 } }).last;
  const errors = [16, 32].map((steps) => {
    const runner = begin(problem, yoshida(), { time: { step: 2 / steps, steps } });
    expect(runner.notices).toEqual([]);
    while (runner.advance(steps));
    return Math.abs(runner.state.q[0] - exact.q[0]);
  });
  expect(Math.abs(Math.log2(errors[0] / errors[1]) - 4)).toBeLessThan(0.3);
});

test("a square wave ends where the exact motion does", () => {
  const { last } = run(oscillator(expression("sign(sin(pi*t))")), yoshida({ order: 8 }), {
    time: { step: 0.0625, steps: 32 },
  });
  // q'' + 4 q = 1 for a second, then −1 for a second.
  const [c, s] = [Math.cos(2), Math.sin(2)];
  const [q, v] = [0.25 + (0.1 - 0.25) * c, -2 * (0.1 - 0.25) * s];
  expect(last.q[0]).toBeCloseTo(-0.25 + (q + 0.25) * c + (v / 2) * s, 9);
  expect(last.v[0]).toBeCloseTo(v * c - 2 * (q + 0.25) * s, 9);
});

test.each(["if(t < 1, sin(pi*t)^4, 0)", "if(t < 1, (t*(1 - t))^4, 0)"])(
  "%s ends gently, which costs no order",
  (force) => {
    const plan = buildProblem(
      loadModel(`
noether: 1
system: { coordinates: [x], matrices: { mass: [1], stiffness: [4] }, force: ["${force}"] }
start: { q: [0.1], v: [0] }
method: { name: yoshida, order: 4 }
time: { end: 2, step: 0.0625 }
`),
    );
    expect(begin(plan.problem, plan.method, { time: plan.time }).notices).toEqual([]);
  },
);
