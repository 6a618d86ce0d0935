import { expect, test } from "vitest";
import { modesOf } from "../../src/analysis/modes.js";
import { growthOfSystem, schemeOfSystem } from "../../src/analysis/scheme-of-system.js";
import { stepLimit, stepLimitOf } from "../../src/analysis/stability-limit.js";
import { diagonalMass, scalarMass } from "../../src/linalg/mass.js";
import { fromRows, fromTriplets } from "../../src/linalg/matrix.js";
import { centralDifference } from "../../src/methods/central-difference.js";
import { newmark } from "../../src/methods/newmark.js";
import { startingFrom } from "../../src/models/model.js";
import { linearSystem } from "../../src/systems/linear.js";

/** Two unit masses in a row on springs of 100, a dashpot of 40 on the first: s⁴ + 40 s³ + 300 s² + 4000 s + 10⁴ = 0. */
const two = startingFrom(
  linearSystem({
    mass: scalarMass(2, 1),
    stiffness: fromRows([
      [200, -100],
      [-100, 100],
    ]),
    damping: fromRows([
      [40, 0],
      [0, 0],
    ]),
  }),
  [0, 0],
  [0, 0],
);

const characteristic = (re: number, im: number) => {
  let [x, y] = [1, 0];
  for (const c of [40, 300, 4000, 10_000]) [x, y] = [x * re - y * im + c, x * im + y * re];
  return Math.hypot(x, y);
};

test("a dashpot on one of two masses leaves one oscillation and two decays", () => {
  const { complex, coupling } = modesOf(two, 2);
  expect(coupling).toBeGreaterThan(0.5);
  expect(complex?.complete).toBe(true);
  const modes = complex?.modes ?? [];
  expect(modes).toHaveLength(3);
  // 1e-10 of the largest term: 1e4 for the small roots, s⁴ = 1.4e6 for the large one.
  for (const { root } of modes) expect(characteristic(root.real, root.imaginary)).toBeLessThan(1e-4);
  expect(modes.map(({ root }) => root.imaginary > 0)).toEqual([false, true, false]);
  expect(modes[1].frequency).toBeCloseTo(10, 9);
  expect(modes[1].damping).toBeCloseTo(0.134, 4);
});

test("proportional damping has none", () => {
  const { mass, stiffness } = two.system as never as { mass: ReturnType<typeof scalarMass>; stiffness: never };
  const damping = fromRows([
    [2.1, -1],
    [-1, 1.1],
  ]);
  expect(modesOf({ ...two, system: linearSystem({ mass, stiffness, damping }) }, 2).complex).toBeNull();
});

test("average acceleration steps complex modes by (1 + sh/2)/(1 − sh/2)", () => {
  const found = modesOf(two, 2);
  if (found.complex === null) throw new Error("they are coupled");
  const h = 0.02;
  const seen = schemeOfSystem(newmark(), found.complex.reduced, found.complex.modes, h);
  found.complex.modes.forEach(({ root }, k) => {
    const [x, y] = [(root.real * h) / 2, (root.imaginary * h) / 2];
    const modulus = Math.hypot(1 + x, y) / Math.hypot(1 - x, y);
    const angle = Math.atan2(y, 1 + x) + Math.atan2(y, 1 - x);
    expect(seen[k].spectralRadius).toBeCloseTo(modulus, 10);
    if (y === 0) {
      expect(seen[k].periodError).toBeNull();
      expect(seen[k].rateError).toBeCloseTo(Math.log(modulus) / (root.real * h) - 1, 9);
    } else {
      expect(seen[k].periodError).toBeCloseTo((2 * y) / angle - 1, 9);
      const decay = -Math.log(modulus);
      expect(seen[k].damping).toBeCloseTo(decay / Math.hypot(decay, angle), 9);
    }
  });
});

test("the longest stable step is that of the system, not of its modes one by one", () => {
  // A pair of dashpots so heavy that motions creep: central differences as they are run here (velocities half a step back) are
  // limited by both.
  const n = 12;
  const K = Array.from({ length: n }, (_, i) =>
    Array.from({ length: n }, (_, j) => (i === j ? 200 : Math.abs(i - j) === 1 ? -100 : 0)),
  );
  const C = K.map((row, i) => row.map((_, j) => (i === j && i === 0 ? 400 : 0)));
  const problem = startingFrom(
    linearSystem({ mass: scalarMass(n, 1), stiffness: fromRows(K), damping: fromRows(C) }),
    new Array(n).fill(0),
    new Array(n).fill(0),
  );
  const found = modesOf(problem, n);
  const method = newmark({ beta: 1 / 4, compensate: "fourth-order" });
  const limit = stepLimitOf(method, found) ?? Infinity;
  const modal = stepLimit(method, [...found.modes, found.highest]) ?? Infinity;
  expect(limit).toBeLessThan(modal);
  // Bisected in a factor of 1.4 to 1/256 of it.
  expect(growthOfSystem(method, found.complex?.reduced as never, 0.998 * limit)).toBeLessThan(1 + 1e-6);
  expect(growthOfSystem(method, found.complex?.reduced as never, 1.01 * limit)).toBeGreaterThan(1 + 1e-6);
  expect(stepLimitOf(newmark(), found)).toBeNull();
  expect(stepLimitOf(centralDifference(), found)).toBeGreaterThan(0);
});

test("of a large system the lowest complex modes come from its lowest real ones", () => {
  const n = 400;
  const at = Array.from({ length: n }, (_, i) =>
    [i - 1, i, i + 1].filter((j) => j >= 0 && j < n).map((j) => [i, j]),
  ).flat();
  const stiffness = fromTriplets(
    n,
    at.map(([i]) => i),
    at.map(([, j]) => j),
    at.map(([i, j]) => (i === j ? 2 : -1)),
  );
  const damping = fromTriplets(n, [200], [200], [0.01]);
  const mass = diagonalMass(new Array(n).fill(1));
  const problem = startingFrom(linearSystem({ mass, stiffness, damping }), new Array(n).fill(0), new Array(n).fill(0));
  const { complex, modes } = modesOf(problem, 4);
  expect(complex?.complete).toBe(false);
  // So little damping that perturbation theory holds: ζ = xᵀCx/2ω, with errors of ζ².
  complex?.modes.forEach(({ frequency, damping: ratio }, k) => {
    expect(frequency / modes[k].frequency).toBeCloseTo(1, 4);
    expect(Math.abs(ratio - modes[k].damping)).toBeLessThan(1e-4);
  });
});
