import { expect, test } from "vitest";
import { linearSolver } from "../../src/linalg/linear-equations.js";
import type { Equations } from "../../src/linalg/nonlinear.js";

/** (c + k) x = b with a factor that is off by `error`, as where terms cancel. */
function equations(b: number, error: number, count: { factors: number; residuals: number }): Equations {
  return {
    unknowns: 1,
    residual(x, r, size) {
      count.residuals++;
      r[0] = 3 * x[0] - b;
      size[0] = Math.abs(3 * x[0]) + Math.abs(b);
    },
    rounding: () => {},
    factor() {
      count.factors++;
      return null;
    },
    solve(r, d) {
      d[0] = (r[0] / 3) * (1 + error);
      return null;
    },
    notFinite: () => ({ kind: "not-finite", dof: 0, term: "load" }),
    dominantTerm: () => ({ dof: 0, term: "load" }),
  };
}

test("one factor for all solutions, and one correction each", () => {
  const count = { factors: 0, residuals: 0 };
  const solve = linearSolver(equations(6, 0, count));
  const [x, before] = [Float64Array.of(7), count.residuals];
  expect(solve(x)).toBeNull();
  expect(solve(x)).toBeNull();
  expect(x[0]).toBe(2);
  expect(count.factors).toBe(1);
  expect(count.residuals - before).toBe(2);
});

test("where a correction leaves more than rounding, there are two", () => {
  const x = Float64Array.of(0);
  expect(linearSolver(equations(6, 1e-7, { factors: 0, residuals: 0 }))(x)).toBeNull();
  // What one leaves, 1e-7, is left of that again.
  expect(Math.abs(x[0] - 2)).toBeLessThan(1e-13);
});

test("what is not finite fails", () => {
  const solve = linearSolver(equations(Number.POSITIVE_INFINITY, 0, { factors: 0, residuals: 0 }));
  expect(solve(Float64Array.of(0))).toEqual({ kind: "not-finite", dof: 0, term: "load" });
});

test("so does a solution that overflows, though the equations at rest do not", () => {
  const solve = linearSolver(equations(1e308, 1e10, { factors: 0, residuals: 0 }));
  expect(solve(Float64Array.of(0))).toEqual({ kind: "not-finite", dof: 0, term: "load" });
});
