import { expect, test } from "vitest";
import { continuation } from "../../src/linalg/continuation.js";
import { nonlinearSolver } from "../../src/linalg/nonlinear.js";
import { type Counted, equationsOf, residualRatioAt, scalar } from "./equations.js";

function followed(equations: Counted, unknowns = 1) {
  const x = new Float64Array(unknowns).fill(17);
  const { shorten } = equations;
  if (shorten === undefined) throw new Error("equations to be followed have shorter steps");
  return { reached: continuation(equations, shorten, x), x };
}

/** s = w³ − w/2 + ½ with w = x/unit − 1: rises to 0.636, falls to 0.364 and reaches 1 in x = 2 only. */
const folded = (unit: number): Counted =>
  scalar(
    (x, s) => {
      const w = x / unit - 1;
      return [w ** 3, -w / 2, 0.5, -s];
    },
    (x) => (3 * (x / unit - 1) ** 2 - 0.5) / unit,
    { shortens: true },
  );

test.each([1e-9, 1, 1e9])("a curve that turns back twice on its way, in units of %d", (unit) => {
  const { reached, x } = followed(folded(unit));
  expect(reached).toBe(1);
  expect(x[0] / unit).toBeCloseTo(2, 6);
});

test("Newton's iteration alone is caught under the fold; the solver is not", () => {
  const equations = folded(1);
  const { shorten, ...alone } = equations;
  const x = new Float64Array(1);
  expect(nonlinearSolver(alone, { iterations: 0 }).solve(x)).toMatchObject({ kind: "newton" });
  x.fill(0);
  expect(nonlinearSolver(equations, { iterations: 0 }).solve(x)).toBeNull();
  expect(Math.abs(x[0] - 2)).toBeLessThan(4 * Number.EPSILON);
  expect(shorten).toBeDefined();
});

test("a curve that passes s < 0 is followed there only if it is told to", () => {
  // Von Mises' truss, s = w³ − w with w = x − 1: it rises to 0.385, falls to −0.385 and rises again.
  const truss = scalar(
    (x, s) => [(x - 1) ** 3, 1 - x, -s],
    (x) => 3 * (x - 1) ** 2 - 1,
    { shortens: true },
  );
  expect(followed(truss).reached).toBeLessThan(0.4);
  const { reached, x } = followed({ ...truss, reverses: true });
  expect(reached).toBe(1);
  expect((x[0] - 1) ** 3 - (x[0] - 1)).toBeCloseTo(1, 6);
});

test("a solution that changes its sign on the way", () => {
  const equations = scalar(
    (x, s) => [x, -1, 3 * s, 0.1 * s * Math.sin(x)],
    (x, s) => 1 + 0.1 * s * Math.cos(x),
    { shortens: true },
  );
  const { reached, x } = followed(equations);
  expect(reached).toBe(1);
  expect(x[0]).toBeLessThan(-1.5);
});

test("it ends with the equations of the whole step in place", () => {
  const equations = folded(1);
  followed(equations);
  expect(residualRatioAt(equations, Float64Array.of(2))).toBe(0);
});

test("a system without a solution: how far it went", () => {
  // x = s (1 + x²) has none beyond s = ½; y follows.
  const equations = equationsOf({
    unknowns: 2,
    residual([x, y], s, r, size) {
      r.set([x - s * (1 + x * x), y - x * s]);
      size.set([Math.abs(x) + s * (1 + x * x), Math.abs(y) + Math.abs(x * s)]);
    },
    tangent: ([x], s, out) => out.set([1 - 2 * s * x, 0, -s, 1]),
    shortens: true,
  });
  const { reached } = followed(equations, 2);
  expect(reached).toBeGreaterThan(0.49);
  expect(reached).toBeLessThan(0.501);
});

test("a force that fades: the curve runs to infinity and is left there", () => {
  const equations = scalar(
    (x, s) => [x / Math.hypot(1, x), -2 * s],
    (x) => Math.hypot(1, x) ** -3,
    { shortens: true },
  );
  const { reached } = followed(equations);
  expect(reached).toBeGreaterThan(0.45);
  expect(reached).toBeLessThan(0.5 + 1e-6);
});

test("what cannot be solved without a step reaches nothing", () => {
  const equations = scalar(
    (x) => [x, -1],
    () => 0,
    { shortens: true },
  );
  expect(followed(equations).reached).toBe(0);
});

test("the work: some fifteen steps where nothing turns", () => {
  const equations = scalar(
    (x, s) => [x, x ** 3, -2 * s],
    (x) => 1 + 3 * x * x,
    { shortens: true },
  );
  const { reached, x } = followed(equations);
  expect(reached).toBe(1);
  expect(x[0]).toBeCloseTo(1, 6);
  // One factor a predictor and one a correction, of which three are enough.
  expect(equations.asked.factors).toBeLessThan(80);
});
