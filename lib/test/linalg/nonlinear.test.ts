import { describe, expect, test } from "vitest";
import { type Equations, nonlinearSolver } from "../../src/linalg/nonlinear.js";
import { keptPerStep } from "../contracts/heap.js";
import { type Counted, equationsOf, residualRatioAt, scalar } from "./equations.js";

function solved(equations: Equations, start: number | Float64Array, tolerance = 0) {
  const x = typeof start === "number" ? Float64Array.of(start) : start.slice();
  const work = { iterations: 0 };
  const failure = nonlinearSolver(equations, work, tolerance).solve(x);
  return { x, failure, iterations: work.iterations };
}

/** x + x³ = 2, solved by 1. */
const cubic = (wrong = 1): Counted =>
  scalar(
    (x) => [x, x ** 3, -2],
    (x) => wrong * (1 + 3 * x * x),
  );

describe("x + x³ = 2", () => {
  test.each([-3, 0, 0.9, 1, 5, 1e6])("from %d", (start) => {
    const equations = cubic();
    const { x, failure } = solved(equations, start);
    expect(failure).toBeNull();
    // An ulp of the terms 1, 1 and 2 over the slope 4.
    expect(Math.abs(x[0] - 1)).toBeLessThanOrEqual(Number.EPSILON);
  });

  test("what it costs: a factor is kept while it contracts tenfold", () => {
    const equations = cubic();
    const { iterations } = solved(equations, 0.9);
    expect(iterations).toBe(equations.asked.residuals);
    expect(equations.asked).toEqual({ residuals: 9, factors: 2, solves: 10, bounds: 0 });
    const solution = cubic();
    expect(solved(solution, 1).iterations).toBe(1);
    expect(solution.asked).toEqual({ residuals: 1, factors: 1, solves: 1, bounds: 0 });
  });

  test("what is of the order of rounding is asked for where the residual is, and nowhere else", () => {
    const near: number[] = [];
    const far: number[] = [];
    const { residual, ...rest } = cubic();
    const refined: Equations = {
      ...rest,
      residual(x, r, size) {
        residual(x, r, size);
        const units = Math.abs(r[0]!) / (Number.EPSILON * size[0]!);
        (units <= 64 ? near : far).push(units);
      },
      // x + x³ = 2 − 6 ε: two ulps below 1, where the terms lose an ulp of 2.
      refine(r) {
        near.pop();
        r[0]! += 6 * Number.EPSILON;
      },
    };
    const { x, failure } = solved(refined, 0.9);
    expect(failure).toBeNull();
    expect(near, "places near the solution that were not refined").toEqual([]);
    expect(far.length).toBeGreaterThan(1);
    expect(x[0]! - 1).toBeLessThanOrEqual(-Number.EPSILON);
    expect(x[0]! - 1).toBeGreaterThanOrEqual(-2 * Number.EPSILON);
  });

  test("a solution that the equations do not confirm is a failure; one that another start finds is taken", () => {
    const unknown = { work: 3, accepted: 0.5 };
    const answers = [unknown];
    const once = { ...cubic(), doubt: () => answers.shift() ?? null };
    expect(solved(once, 0.9).failure).toBeNull();
    expect(answers).toEqual([]);
    const { failure, iterations } = solved({ ...cubic(), doubt: () => unknown }, 0.9);
    expect(failure).toMatchObject({ kind: "newton", dof: 0, residual: 3, tolerance: 0.5, judged: "work" });
    // Of the first start; the second has its own.
    expect((failure as { iterations: number }).iterations).toBeLessThan(iterations);
  });

  test.each([0.75, 1.25])("a tangent that is wrong by a quarter (%d) costs iterations, and nothing else", (wrong) => {
    for (const start of [-3, 0, 0.9, 5]) {
      const equations = cubic(wrong);
      const { x, failure } = solved(equations, start);
      expect(failure).toBeNull();
      // A contraction by three or four an iteration, until it comes to rest: what is then accepted are 16 ε S = 64 ε over the slope.
      expect(Math.abs(x[0] - 1)).toBeLessThanOrEqual(16 * Number.EPSILON);
      expect(equations.asked.residuals).toBeLessThan(60);
    }
  });
});

/** atan(x − 3) = 0. What the rounding of x and 3 makes of it fades with the slope. */
function fading(): Counted {
  const slope = (x: number) => 1 / (1 + (x - 3) ** 2);
  return scalar((x) => [Math.atan(x - 3)], slope, {
    rounding: ([x], out) => out.fill(Number.EPSILON * (slope(x) * (Math.abs(x) + 3) + Math.abs(Math.atan(x - 3)))),
  });
}

describe("far from the solution", () => {
  test("where the slope fades, Newton's steps overshoot and are shortened", () => {
    // Undamped, the iteration diverges from |x − 3| > 1.39.
    for (const start of [-30, 0, 5, 30, 1000]) {
      const { x, failure } = solved(fading(), start);
      expect(failure, `from ${start}`).toBeNull();
      expect(Math.abs(x[0] - 3), `from ${start}`).toBeLessThan(16 * Number.EPSILON);
    }
  });

  test.each([
    ["from within the wall, where it is 10⁹ times too steep", 0.2],
    ["from outside, where a full step ends behind it", 3],
    ["from its foot", 1],
  ])("a wall r⁻¹³: %s", (_, start) => {
    const equations = scalar(
      (r) => (r > 0 ? [r, 2, -(r ** -13)] : [Number.NaN]),
      (r) => 1 + 13 * r ** -14,
    );
    const { x, failure } = solved(equations, start);
    expect(failure).toBeNull();
    // r⁻¹³ makes 13 roundings of one in r.
    expect(residualRatioAt(equations, x)).toBeLessThan(16);
    expect(x[0]).toBeCloseTo(0.9208556, 7);
  });

  test("not a number at the start, and solved from 0", () => {
    const equations = scalar(
      (x) => [Math.log(2 - x), -0.5],
      (x) => -1 / (2 - x),
    );
    const { x, failure } = solved(equations, 5);
    expect(failure).toBeNull();
    expect(x[0]).toBeCloseTo(2 - Math.exp(0.5), 14);
  });

  test("not a number anywhere", () => {
    const equations = scalar(
      () => [Number.NaN],
      () => 1,
    );
    expect(solved(equations, 1).failure).toEqual({ kind: "not-finite", dof: 0, term: "potential" });
  });
});

describe("what is accepted", () => {
  /** x = 1, but that its residual is never below a floor: what rounding does. */
  const floored = (floor: number, bound: number): Counted =>
    equationsOf({
      residual([x], _s, r, size) {
        r[0] = (x < 1 ? -1 : 1) * Math.max(Math.abs(x - 1), floor);
        size[0] = 1;
      },
      tangent: (_x, _s, out) => out.fill(1),
      rounding: (_x, out) => out.fill(bound),
    });
  const bound = 1e3 * Number.EPSILON;

  test("a residual that is all rounding", () => {
    const { x, failure } = solved(floored(bound, bound), 3);
    expect(failure).toBeNull();
    expect(Math.abs(x[0] - 1)).toBeLessThan(2 * bound);
  });

  test("not one of a hundred times that, however long it has been looked for", () => {
    const { failure } = solved(floored(100 * bound, bound), 3);
    expect(failure).toMatchObject({ kind: "newton", residual: 100 * bound, tolerance: 4 * bound });
  });

  test("nothing where the bound is infinite: it bounds nothing", () => {
    const { failure } = solved(floored(1e-3, Number.POSITIVE_INFINITY), 3);
    expect(failure).toMatchObject({ kind: "newton", residual: 1e-3 });
  });

  test("not a correction that is small because the tangent is large", () => {
    // The residual stays 10⁻³ of its terms, and no correction moves x.
    const stiff = scalar(
      (x) => [x, -1.001],
      () => 1e30,
    );
    expect(solved(stiff, 1).failure).toMatchObject({ kind: "newton", residual: expect.closeTo(1e-3, 12) });
  });

  test("not a residual that is small beside the terms of another place", () => {
    // Terms of 10²⁰ on the way to a place where they are 1, and the residual 1 as well.
    const equations = scalar(
      (x) => [x ** 10, 1],
      (x) => 10 * x ** 9,
    );
    const { failure } = solved(equations, 100);
    expect(failure).toMatchObject({ kind: "newton" });
  });

  test("every equation by its own terms: a small one is not solved by being small", () => {
    const equations = equationsOf({
      unknowns: 2,
      residual([x, y], _s, r, size) {
        r.set([1e20 * (x - 1), 1e-20 * (y * y * y + y - 2)]);
        size.set([1e20 * (Math.abs(x) + 1), 1e-20 * (Math.abs(y * y * y) + Math.abs(y) + 2)]);
      },
      tangent: ([, y], _s, out) => out.set([1e20, 0, 0, 1e-20 * (1 + 3 * y * y)]),
    });
    const { x, failure } = solved(equations, Float64Array.of(7, -4));
    expect(failure).toBeNull();
    expect(residualRatioAt(equations, x)).toBeLessThan(4);
  });

  test("what a tolerance allows, in units of the terms, for less work", () => {
    const work = (tolerance: number) => {
      const equations = cubic(1.25);
      const { x, failure } = solved(equations, 5, tolerance);
      expect(failure).toBeNull();
      expect(residualRatioAt(equations, x) * Number.EPSILON).toBeLessThan(Math.max(tolerance, Number.EPSILON));
      return equations.asked.residuals;
    };
    const [exact, fine, coarse] = [0, 1e-10, 1e-3].map(work);
    expect(exact).toBeGreaterThan(fine);
    expect(fine).toBeGreaterThan(coarse);
  });
});

describe("what fails", () => {
  test("a tangent that is singular everywhere", () => {
    const equations = scalar(
      (x) => [x, -1],
      () => 0,
    );
    expect(solved(equations, 3).failure).toMatchObject({ kind: "singular", row: 0 });
  });

  test("not one that is singular at the start only", () => {
    const equations = scalar(
      (x) => [(x - 3) ** 2, -4],
      (x) => 2 * (x - 3),
    );
    const { x, failure } = solved(equations, 3);
    expect(failure).toBeNull();
    expect(x[0]).toBeCloseTo(1, 14);
  });

  test("equations without a solution", () => {
    const alone = scalar(
      (x) => [x * x, 1],
      (x) => 2 * x,
    );
    const { failure } = solved(alone, 3);
    expect(failure).toMatchObject({ kind: "newton" });
    expect(failure).not.toHaveProperty("solvable");
  });

  test("and how long a step could be solved: 4 s x² − x + 1 = 0 has no solution beyond s = 1/16", () => {
    const equations = scalar(
      (x, s) => [4 * s * x * x, -x, 1],
      (x, s) => 8 * s * x - 1,
      { shortens: true },
    );
    const { failure } = solved(equations, 0.3);
    expect(failure?.kind).toBe("newton");
    const solvable = failure?.kind === "newton" ? (failure.solvable ?? 0) : 0;
    expect(solvable).toBeGreaterThan(0.99 / 16);
    expect(solvable).toBeLessThan(1.001 / 16);
  });

  test("a function that is not convex is not tried from elsewhere", () => {
    const equations: Equations = {
      ...cubic(),
      factor: () => ({ kind: "not-convex", dof: 0, curvature: -1 }),
    };
    expect(solved(equations, 3).failure).toMatchObject({ kind: "not-convex" });
  });
});

describe("undamped iterations", () => {
  /** A stiff rod that hangs from the origin by 1 and is pulled along x: k e (x, y) = (1, 0), e = (x² + y² − 1)/2. */
  const rod = (k: number): Counted =>
    equationsOf({
      unknowns: 2,
      residual([x, y], _s, r, size) {
        const e = (x * x + y * y - 1) / 2;
        r.set([k * e * x - 1, k * e * y]);
        const inside = k * (x * x + y * y + 1);
        size.set([inside * Math.abs(x) + 1, inside * Math.abs(y)]);
      },
      tangent([x, y], _s, out) {
        const e = (x * x + y * y - 1) / 2;
        out.set([k * (e + x * x), k * x * y, k * x * y, k * (e + y * y)]);
      },
    });

  test.each([1e2, 1e4])("swing a rod of stiffness %d round, by way of places where it is stretched", (k) => {
    const equations = rod(k);
    const x = Float64Array.of(Math.cos(0.3), Math.sin(0.3)).map((xi) => xi * (1 + 1 / k));
    expect(nonlinearSolver(equations, { iterations: 0 }, 0, 60).solve(x)).toBeNull();
    // Hanging from the origin along x, and not folded into it: there is a solution near x = −2/k, too.
    expect(x[0]).toBeCloseTo(1 + 1 / k, 3);
    expect(Math.abs(x[1])).toBeLessThan(1e-12);
    expect(equations.asked.factors).toBeLessThan(40);
  });

  test("where they lead nowhere, damped ones begin at the start again", () => {
    const visited: number[] = [];
    const plain = fading();
    const equations: Equations = {
      ...plain,
      residual(x, r, size) {
        visited.push(x[0]);
        plain.residual(x, r, size);
      },
    };
    const x = Float64Array.of(30);
    expect(nonlinearSolver(equations, { iterations: 0 }, 0, 10).solve(x)).toBeNull();
    expect(Math.abs(x[0] - 3)).toBeLessThan(16 * Number.EPSILON);
    expect(visited.slice(1)).toContain(30);
  });
});

/** A chain of masses between springs e + e³, pulled about. */
function chain(n: number): Counted {
  return equationsOf({
    unknowns: n,
    residual(x, _s, r, size) {
      for (let i = 0; i < n; i++) {
        const [left, right] = [x[i] - (x[i - 1] ?? 0), (x[i + 1] ?? 0) - x[i]];
        const pull = 5 * Math.sin(3 * i);
        const terms = [left, left ** 3, -right, -(right ** 3), -pull];
        r[i] = terms.reduce((sum, term) => sum + term, 0);
        size[i] = terms.reduce((sum, term) => sum + Math.abs(term), 0);
      }
    },
    tangent(x, _s, out) {
      out.fill(0);
      for (let i = 0; i < n; i++) {
        const left = 1 + 3 * (x[i] - (x[i - 1] ?? 0)) ** 2;
        const right = 1 + 3 * ((x[i + 1] ?? 0) - x[i]) ** 2;
        out[i * n + i] = left + right;
        if (i > 0) out[i * n + i - 1] = -left;
        if (i < n - 1) out[i * n + i + 1] = -right;
      }
    },
  });
}

test("fifty unknowns that are coupled", () => {
  const equations = chain(50);
  for (const scale of [0, 1, 30]) {
    const { x, failure } = solved(
      equations,
      Float64Array.from({ length: 50 }, (_, i) => scale * Math.cos(2 * i)),
    );
    expect(failure).toBeNull();
    // The springs are differences of positions, whose own rounding they feel.
    expect(residualRatioAt(equations, x)).toBeLessThan(16);
  }
  expect(equations.asked.factors).toBeLessThan(equations.asked.residuals);
});

test("nothing is kept of a solution", () => {
  const equations = chain(4);
  const { solve } = nonlinearSolver(equations, { iterations: 0 });
  const x = new Float64Array(4);
  const runner = {
    advance(times: number) {
      for (let k = 0; k < times; k++) {
        x.fill(k % 7);
        solve(x);
      }
      return true;
    },
  };
  // The smallest object takes some ten bytes.
  expect(keptPerStep(runner, 4000)).toBeLessThan(2);
});
