import { expect, test } from "vitest";
import { noWork } from "../../src/core/method.js";
import { ALLOWANCE, type Equation, newton, SIZE } from "../../src/methods/newton.js";

/** r(x) = x + x³ − 2, whose root is 1, with `slope` in place of its derivative; counts the tangents that are asked for. */
function cubic(slope: (x: number) => number) {
  const measures = new Float64Array(2);
  let [at, tangent, tangents] = [0, 1, 0];
  const equation: Equation = {
    measures,
    residual(x, r) {
      at = x[0];
      r[0] = at + at ** 3 - 2;
      measures[SIZE] = Math.abs(r[0]);
      measures[ALLOWANCE] = Number.EPSILON * Math.abs(at);
    },
    renewTangent() {
      tangent = slope(at);
      tangents++;
      return null;
    },
    solve(r, d) {
      d[0] = r[0] / tangent;
      return null;
    },
    floor: () => 4 * Number.EPSILON,
    notFinite: () => ({ kind: "not-finite", dof: 0, term: "position" }),
    stuck: (_r, residual, iterations) => ({
      kind: "newton",
      residual,
      tolerance: 0,
      iterations,
      dof: 0,
      term: "potential",
    }),
  };
  const work = noWork();
  const solve = newton(1, equation, work);
  return { solve, work, tangents: () => tangents };
}

test("with the derivative the root is found, and a factor is kept while the residual falls fast", () => {
  const { solve, tangents } = cubic((x) => 1 + 3 * x * x);
  const x = Float64Array.of(1.3);
  expect(solve(x)).toBe(null);
  expect(Math.abs(x[0] - 1)).toBeLessThan(4 * Number.EPSILON);
  expect(tangents()).toBeLessThanOrEqual(3);
});

test("a tangent that leaves something out is kept when a new one does not do better", () => {
  // A quarter too stiff: every iteration, with a new tangent or an old one, leaves about a fifth of the residual.
  const { solve, work, tangents } = cubic((x) => 1.25 * (1 + 3 * x * x));
  const x = Float64Array.of(1.05);
  expect(solve(x)).toBe(null);
  expect(Math.abs(x[0] - 1)).toBeLessThan(4 * Number.EPSILON);
  expect(work.iterations).toBeGreaterThan(10);
  expect(tangents()).toBeLessThanOrEqual(4);
});
