/** The table of orders.md, recomputed. */
import { readFileSync } from "node:fs";
import { type FixedStepMethod, galerkin, gauss, newmark, type Problem, run, simpson } from "noether";
import { expect, test } from "vitest";
import { matrixMass } from "../../lib/src/linalg/mass.js";
import { fromRows } from "../../lib/src/linalg/matrix.js";
import { startingFrom } from "../../lib/src/models/model.js";
import { linearSystem } from "../../lib/src/systems/linear.js";
import { groundMotion, loadOf } from "../../lib/src/systems/loads.js";
import { root } from "../pages.js";

const M = [
  [2, 0.3, 0, 0.1],
  [0.3, 1.5, 0.2, 0],
  [0, 0.2, 1.2, -0.1],
  [0.1, 0, -0.1, 0.9],
];
const K = [
  [30, -12, 0, 0],
  [-12, 25, -9, 0],
  [0, -9, 21, -8],
  [0, 0, -8, 16],
];
const DAMPING = {
  none: null,
  C: fromRows([
    [0.8, -0.1, 0, 0],
    [-0.1, 0.3, 0.2, 0],
    [0, 0.2, 0.5, -0.3],
    [0, 0, -0.3, 0.6],
  ]),
  R: fromRows(M.map((row, i) => row.map((m, j) => 0.15 * m + 0.01 * K[i][j]))),
};
const mass = matrixMass(fromRows(M));
const values = [1.2, -0.7, 1.9, 0.3, -1.6, 0.8, -0.2, 1.1, -1.8, 0.6, 1.4, -0.9, 0.1, -1.3, 1.7, -0.4, 0.9];
const LOADS = {
  functions: loadOf([
    (t) => Math.sin(2.3 * t),
    (t) => Math.cos(1.1 * t + 0.4),
    (t) => 0.5 * Math.sin(3.1 * t),
    () => 0.2,
  ]),
  record: groundMotion({ mass, record: { times: values.map((_, k) => k / 8), values } }),
};
const END = 2.5;

/** By the name in the table: the method, and how many steps to begin with. */
const METHODS: Readonly<Record<string, readonly [FixedStepMethod, number]>> = {
  newmark: [newmark(), 80],
  simpson: [simpson(), 40],
  "galerkin, degree 3": [galerkin({ degree: 3 }), 20],
  "newmark, β = 1/6, fourth order": [newmark({ beta: 1 / 6, compensate: "fourth-order" }), 40],
  "newmark, β = 1/4, fourth order": [newmark({ compensate: "fourth-order" }), 40],
  "newmark, β = 1/4, sixth order": [newmark({ compensate: "sixth-order" }), 40],
  "newmark, β = 1/6, sixth order": [newmark({ beta: 1 / 6, compensate: "sixth-order" }), 40],
  "newmark, β = 1/6, eighth order": [newmark({ beta: 1 / 6, compensate: "eighth-order" }), 20],
  "newmark, β = 1/6, fourth order, form: complex": [
    newmark({ beta: 1 / 6, compensate: "fourth-order", form: "complex" }),
    40,
  ],
  "newmark, β = 1/12, process": [newmark({ beta: 1 / 12, process: true }), 40],
  "newmark, β = 0, sixth order, form: rational": [
    newmark({ beta: 0, compensate: "sixth-order", form: "rational" }),
    20,
  ],
  "newmark, β = 1/4, sixth order, form: rational": [newmark({ compensate: "sixth-order", form: "rational" }), 20],
  "newmark, γ = 0.6, coupled-damping": [newmark({ beta: 0.3025, gamma: 0.6, compensate: "coupled-damping" }), 80],
};

function ordersOf(problem: Problem, method: FixedStepMethod, first: number): number[] {
  const after = (by: FixedStepMethod, steps: number) => {
    const { last, status } = run(problem, by, { time: { step: END / steps, steps } });
    expect(status).toBe("completed");
    return last;
  };
  const exact = after(gauss({ stages: 3 }), 64 * first);
  const errors = [2, 4].map((times) => {
    const { q, v } = after(method, times * first);
    const apart = (x: Float64Array, y: Float64Array) => Math.hypot(...x.map((value, i) => value - y[i]));
    return [apart(q, exact.q), apart(v, exact.v)];
  });
  return [0, 1].map((k) => Math.log2(errors[0][k] / errors[1][k]));
}

const rows = readFileSync(`${root}docs/topics/orders.md`, "utf8")
  .split("\n")
  .filter((line) => /^\| (newmark|simpson|galerkin)/.test(line))
  .map((line) => line.split("|").map((cell) => cell.trim()));

test("has all rows", () => {
  expect(rows).toHaveLength(15);
});

test.each(rows.map(([, name, what, q, v]) => [name, what, Number(q), Number(v)] as const))(
  "%s, %s: %d, %d",
  (name, what, q, v) => {
    const [damping, load] = what.split(", ") as [keyof typeof DAMPING, keyof typeof LOADS];
    const system = linearSystem({ mass, stiffness: fromRows(K), damping: DAMPING[damping], load: LOADS[load] });
    const problem = startingFrom(system, [0.3, -0.2, 0.1, 0.25], [0.5, 0.1, -0.4, 0.2]);
    const [method, first] = METHODS[name];
    const [ofPositions, ofVelocities] = ordersOf(problem, method, first);
    // A halving of the step leaves what the next term of the error has of the first: a twentieth here.
    expect(ofPositions).toBeCloseTo(q, 1);
    expect(ofVelocities).toBeCloseTo(v, 1);
  },
);
