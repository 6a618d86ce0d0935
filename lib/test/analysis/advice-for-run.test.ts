/** Advice is tried in the run that follows it. */
import { describe, expect, test } from "vitest";
import { adviseForRun } from "../../src/analysis/advice-for-run.js";
import { modesOf } from "../../src/analysis/modes.js";
import type { FixedStepMethod } from "../../src/core/method.js";
import { begin, run } from "../../src/core/run.js";
import type { Problem } from "../../src/core/system.js";
import { matrixMass, scalarMass } from "../../src/linalg/mass.js";
import { fromRows } from "../../src/linalg/matrix.js";
import { centralDifference } from "../../src/methods/central-difference.js";
import { galerkin } from "../../src/methods/galerkin.js";
import { gauss } from "../../src/methods/gauss.js";
import { hht } from "../../src/methods/hht.js";
import { newmark } from "../../src/methods/newmark.js";
import { newmarkMinimization } from "../../src/methods/newmark-minimization.js";
import { simpson } from "../../src/methods/simpson.js";
import { twoStep } from "../../src/methods/two-step.js";
import { startingFrom } from "../../src/models/model.js";
import { linearSystem } from "../../src/systems/linear.js";
import { groundMotion, loadOf } from "../../src/systems/loads.js";

const mass = scalarMass(2, 1);
const stiffness = fromRows([
  [60, -30],
  [-30, 30],
]);
const rayleigh = fromRows([
  [0.32, -0.06],
  [-0.06, 0.26],
]);
const dashpot = fromRows([
  [3, 0],
  [0, 0],
]);
const dt = 0.01;
const values = Array.from(
  { length: 1001 },
  (_, n) => Math.sin(0.11 * n) * Math.exp(-(((n - 400) / 250) ** 2)) + 0.3 * Math.sin(n * n),
);
const record = groundMotion({ mass, record: { times: values.map((_, n) => n * dt), values } });
const tone = loadOf([(t) => Math.sin(3.1 * t), (t) => Math.cos(8 * t)]);
const at = (damping: typeof rayleigh | null, load: typeof record | null): Problem =>
  startingFrom(linearSystem({ mass, stiffness, damping, load }), [0, 0], load === null ? [1, 0] : [0, 0]);

const schemes = [
  newmark(),
  hht(),
  centralDifference(),
  gauss(),
  simpson(),
  galerkin({ degree: 3 }),
  newmark({ beta: 1 / 6, compensate: "fourth-order" }),
  newmarkMinimization(),
];

function peaks(problem: Problem, method: FixedStepMethod, step: number, end: number): number[] {
  const most = [0, 0];
  const watch = {
    observe({ q }: { readonly q: Float64Array }) {
      most.forEach((peak, i) => {
        most[i] = Math.max(peak, Math.abs(q[i]));
      });
    },
    finish: () => null,
  };
  const { status } = run(problem, method, { time: { step, steps: Math.round(end / step) }, observe: { watch } });
  expect(status).toBe("completed");
  return most;
}

describe.each([
  ["a record", at(rayleigh, record), 10],
  ["a record, coupled damping", at(dashpot, record), 10],
  ["a record, and an end that no step meets together with its samples", at(rayleigh, record), 9.5037],
  ["a smooth load", at(rayleigh, tone), 10],
])("%s", (_, problem, end) => {
  const found = modesOf(problem, 2);
  const advice = [0.01, 0.001].flatMap((tolerance) =>
    adviseForRun(schemes, problem, found, { tolerance, solveCost: 2, end }).map((each) => ({ ...each, tolerance })),
  );
  // Between its steps a peak of this motion is higher by 1e-5 of itself.
  const exact = peaks(problem, gauss({ stages: 3 }), end / Math.ceil((16 * end) / dt), end);

  test.each(advice.map((each) => [each.method.id, each.tolerance, each] as const))(
    "%s keeps every peak within a share of %d",
    (_, tolerance, each) => {
      const step = each.step ?? Number.NaN;
      expect(Math.abs(end / step - Math.round(end / step))).toBeLessThan(1e-9);
      const found = peaks(problem, each.method, step, end);
      found.forEach((peak, i) => {
        expect(Math.abs(peak - exact[i]) / exact[i]).toBeLessThan(tolerance + 1e-5);
      });
    },
  );
});

test("samples of a record are at ends of steps", () => {
  const problem = at(rayleigh, record);
  for (const { step } of adviseForRun(schemes, problem, modesOf(problem, 2), {
    tolerance: 0.2,
    solveCost: 2,
    end: 10,
  })) {
    const parts = dt / (step ?? Number.NaN);
    expect(Math.abs(parts - Math.round(parts))).toBeLessThan(1e-6);
  }
});

test("twelve storeys with a dashpot are advised in seconds", () => {
  // Eigenvalues of a step of two-step on them were sought for ever.
  const n = 12;
  const k = (i: number) => 3e4 + 1e3 * i;
  const K = Array.from({ length: n }, (_, i) =>
    Array.from({ length: n }, (_, j) => {
      if (i === j) return k(i) + (i + 1 < n ? k(i + 1) : 0);
      return Math.abs(i - j) === 1 ? -k(Math.max(i, j)) : 0;
    }),
  );
  const C = K.map((row, i) =>
    row.map((value, j) => 0.002 * value + (i === 4 || i === 5 ? (i === j ? 900 : i + j === 9 ? -900 : 0) : 0)),
  );
  const storeys = linearSystem({ mass: scalarMass(n, 20), stiffness: fromRows(K), damping: fromRows(C) });
  const problem = startingFrom(storeys, new Array(n).fill(0.1), new Array(n).fill(0));
  const [advice] = adviseForRun([twoStep()], problem, modesOf(problem, 10), {
    tolerance: 0.01,
    solveCost: 2,
    end: null,
  });
  // Of first order with damping: the highest of the modes takes a hundredth of what it takes a scheme of second order.
  expect(advice?.step).toBeGreaterThan(1e-5);
});

test("steps bounded by stability are accepted, and the energy stays where it is", () => {
  // Without damping the highest mode is next to the limit of those that have one.
  const problem = at(null, null);
  const found = modesOf(problem, 1);
  for (const { method, step } of adviseForRun(schemes, problem, found, { tolerance: 0.3, solveCost: 2, end: null })) {
    const runner = begin(problem, method, { time: { step: step ?? Number.NaN, steps: 5000 } });
    expect(runner.notices).toEqual([]);
    while (runner.advance(5000));
    expect(runner.status).toBe("completed");
  }
});

test("advice does not depend on units: displacements and rotations, in metres and in millimetres", () => {
  // A cantilever of one element, EI = 2000 and mass 60, and its equations with displacements in mm.
  const M = [
    [0.371, 0.0524],
    [0.0524, 0.00952],
  ].map((row) => row.map((x) => 60 * x)); // prettier-ignore
  const K = [
    [12, 6],
    [6, 4],
  ].map((row) => row.map((x) => 2000 * x)); // prettier-ignore
  const advised = (unit: number) => {
    const scaled = (A: number[][]) => fromRows(A.map((row, i) => row.map((x, j) => (x * unit ** (2 - i - j)) / unit)));
    const own = matrixMass(scaled(M));
    const load = loadOf([(t) => 300 * Math.sin(20 * t), (t) => (1 / unit) * Math.cos(3 * t)]);
    const problem = startingFrom(
      linearSystem({ mass: own, stiffness: scaled(K), damping: null, load }),
      [0, 0],
      [0, 0],
    );
    return adviseForRun([newmark(), hht()], problem, modesOf(problem, 2), { tolerance: 0.01, solveCost: 2, end: 2 });
  };
  const [metres, millimetres] = [1, 1e-3].map((unit) => advised(unit).map(({ step }) => step ?? 0));
  millimetres.forEach((step, k) => {
    expect(step / metres[k]).toBeCloseTo(1, 9);
  });
});
