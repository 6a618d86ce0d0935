/** Fourth-order compensation by shifted factors, against the mass form that it solves. */
import { describe, expect, test } from "vitest";
import { convergence } from "../../../src/analysis/order.js";
import { begin, run } from "../../../src/core/run.js";
import type { Problem, TimeLoad } from "../../../src/core/system.js";
import { matrixMass } from "../../../src/linalg/mass.js";
import { combination, fromRows, fromTriplets } from "../../../src/linalg/matrix.js";
import { dop853 } from "../../../src/methods/dop853.js";
import { newmark } from "../../../src/methods/newmark.js";
import { startingFrom } from "../../../src/models/model.js";
import { rayleighOf } from "../../../src/stepping/compensation/shifted-newmark.js";
import { linearSystem } from "../../../src/systems/linear.js";
import { tableLoad } from "../../../src/systems/loads.js";
import { harmonicLoad, threeMasses } from "../../methods/three-masses.js";

const fourth = (form: "paper" | "mass" | "complex" = "paper") =>
  newmark({ beta: 1 / 6, compensate: "fourth-order", form });

function orders(problem: Problem, method: ReturnType<typeof newmark>, end: number, step: number, refinements: number) {
  const reference = run(problem, dop853({ tolerance: 1e-13 }), { time: { end } }).last;
  return convergence(problem, method, { end, step, refinements, reference, floor: 1e-12 });
}

describe("form: complex", () => {
  const rayleigh = (a: number, b: number, load: TimeLoad | null = null) => {
    const { system } = threeMasses();
    if (system.kind !== "linear") throw new Error("it is linear");
    const damping = a === 0 && b === 0 ? null : combination([a, b], [system.mass.matrix, system.stiffness]);
    return startingFrom(
      linearSystem({ mass: system.mass, stiffness: system.stiffness, damping, load }),
      [0.1, 0, 0.05],
      [0, 0.1, 0],
    );
  };

  // One real factor, one real factor, two real ones, one complex: h < 12.9 b.
  test.each([
    [0, 0],
    [0.1, 0],
    [0.05, 0.01],
    [0.05, 0.3],
  ])("is the mass form, with C = %f M + %f K", (a, b) => {
    const time = { step: 0.2, steps: 100 };
    const complex = run(rayleigh(a, b, harmonicLoad()), fourth("complex"), { time }).last;
    const mass = run(rayleigh(a, b, harmonicLoad()), fourth("mass"), { time }).last;
    // The same equations solved in another way: rounding of a hundred steps.
    complex.q.forEach((x, i) => {
      expect(Math.abs(x - mass.q[i])).toBeLessThan(1e-13);
    });
    const { positionOrder, velocityOrder } = orders(rayleigh(a, b, harmonicLoad()), fourth("complex"), 8, 0.4, 3);
    expect(Math.abs(positionOrder - 4)).toBeLessThan(0.15);
    expect(Math.abs(velocityOrder - 4)).toBeLessThan(0.15);
  });

  test.each([1e-9, 1e-14])("a damping of %d is no growth", (a) => {
    expect(run(rayleigh(a, 0), fourth("complex"), { time: { step: 0.2, steps: 5 } }).status).toBe("completed");
  });

  test("records keep order four", () => {
    const record = tableLoad({
      times: [0, 1, 2, 4, 8],
      columns: [
        [0, 1, -1, 0.5, 0],
        [0.3, 0, 0.2, -0.1, 0.2],
        [0, 0, 0.4, 0, 0],
      ],
    });
    const { positionOrder } = orders(rayleigh(0.05, 0.1, record), fourth("complex"), 8, 0.25, 3);
    expect(Math.abs(positionOrder - 4)).toBeLessThan(0.15);
  });

  test("takes the place of the mass form for large systems with a consistent mass and Rayleigh damping", () => {
    const n = 500;
    const at = Array.from({ length: n }, (_, i) =>
      [i - 1, i, i + 1].filter((j) => j >= 0 && j < n).map((j) => [i, j]),
    ).flat();
    const matrix = (own: number, next: number) =>
      fromTriplets(
        n,
        at.map(([i]) => i),
        at.map(([, j]) => j),
        at.map(([i, j]) => (i === j ? own : next)),
      );
    const [M, K] = [matrix(4 / 6, 1 / 6), matrix(2, -1)];
    const system = linearSystem({ mass: matrixMass(M), stiffness: K, damping: combination([0.02, 0.05], [M, K]) });
    const problem = startingFrom(
      system,
      Array.from({ length: n }, (_, i) => Math.exp(-((i - 100) ** 2) / 200)),
      new Array(n).fill(0),
    );
    const runner = begin(problem, fourth(), { time: { step: 0.4, steps: 1 } });
    expect(runner.notices).toMatchObject([{ message: expect.stringMatching(/the complex form is used/) }]);
    const { positionOrder } = orders(problem, fourth(), 8, 0.5, 2);
    expect(Math.abs(positionOrder - 4)).toBeLessThan(0.15);
    const told = () => begin(problem, fourth(), { time: { step: 1.2, steps: 1 } });
    expect(told).toThrow(/grows by a factor of \S+ a step of 1\.2; take 0\.6, with which it does not, or take gauss/);
    expect(run(problem, fourth(), { time: { step: 0.6, steps: 200 } }).status).toBe("completed");
  });
});

describe("Rayleigh damping is recognised", () => {
  const M = fromRows([
    [4, 1],
    [1, 4],
  ]);
  const X = fromRows([
    [2, -1],
    [-1, 3],
  ]);
  // K = M + part X: nearly parallel to M; and units in which squares underflow.
  test.each([
    [1, 1],
    [1e-5, 1],
    [1e-7, 1e9],
    [1, 1e-200],
    [1, 1e170],
  ])("stiffness apart from the mass by %d, in units of %d", (part, unit) => {
    const [mass, stiffness] = [combination([unit], [M]), combination([unit, unit * part], [M, X])];
    const damping = combination([0.3, 0.02], [mass, stiffness]);
    const found = rayleighOf(linearSystem({ mass: matrixMass(mass), stiffness, damping, labels: ["x", "y"] }));
    // The roundings of C, over how far K is apart from M.
    expect(Math.abs((found?.a ?? Number.NaN) - 0.3)).toBeLessThan(1e-14 / part);
    expect(Math.abs((found?.b ?? Number.NaN) - 0.02)).toBeLessThan(1e-14 / part);
  });

  test("and what is none is not", () => {
    const damping = fromRows([
      [1, 0],
      [0, 0],
    ]);
    expect(rayleighOf(linearSystem({ mass: matrixMass(M), stiffness: X, damping, labels: ["x", "y"] }))).toBeNull();
  });
});
