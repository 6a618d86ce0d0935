import { expect, test } from "vitest";
import { run } from "../../src/core/run.js";
import { dop853 } from "../../src/methods/dop853.js";
import { yoshida } from "../../src/methods/yoshida.js";
import { duffing } from "../../src/models/oscillators/duffing.js";
import { spring } from "./oscillator.js";

test("order 4 by hand: three Verlet steps of the triple jump", () => {
  const w = 1 / (2 - Math.cbrt(2));
  let [q, v] = [1, 0.5];
  for (const fraction of [w, 1 - 2 * w, w]) {
    const h = 0.2 * fraction;
    v -= (h / 2) * q;
    q += h * v;
    v -= (h / 2) * q;
  }
  const { last } = run(spring({ q: 1, v: 0.5 }), yoshida(), { time: { step: 0.2, steps: 1 } });
  expect(last.q[0]).toBeCloseTo(q, 14);
  expect(last.v[0]).toBeCloseTo(v, 14);
});

test.each([
  [4, 3],
  [6, 7],
  [8, 15],
] as const)("order %i costs %i gradients a step", (order, gradients) => {
  const { work } = run(spring(), yoshida({ order }), { time: { step: 0.1, steps: 10 } });
  expect(work.gradients).toBe(1 + 10 * gradients);
});

test.each([4, 6, 8] as const)("half the step: 2 to the power of %i less error", (order) => {
  const problem = duffing();
  const end = (steps: number) => run(problem, yoshida({ order }), { time: { step: 2 / steps, steps } }).last.q[0];
  const coarse = order === 4 ? 40 : 16;
  const exact = run(problem, dop853({ tolerance: 1e-14 }), { time: { end: 2 } }).last.q[0];
  const [first, second] = [coarse, 2 * coarse].map((steps) => Math.abs(end(steps) - exact));
  expect(second).toBeGreaterThan(1e-13);
  // Where order 8 could be told to a tenth, rounding would be all that is left; a wrong coefficient leaves order 2.
  expect(Math.abs(Math.log2(first / second) - order)).toBeLessThan(1);
});

test("damping is refused in words", () => {
  expect(() => run(duffing({ damping: 0.1 }), yoshida(), { time: { step: 0.1, steps: 1 } })).toThrow(
    /yoshida is explicit only while forces do not depend on the velocity/,
  );
});
