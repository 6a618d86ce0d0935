import { expect, test } from "vitest";
import { begin, run } from "../../src/core/run.js";
import { scalarMass } from "../../src/linalg/mass.js";
import { fromRows } from "../../src/linalg/matrix.js";
import { COEFFICIENTS, DENSE_STAGES, ERROR5, NODES, ORDER3 } from "../../src/methods/dop853/coefficients.js";
import { dop853 } from "../../src/methods/dop853.js";
import { startingFrom } from "../../src/models/model.js";
import { kepler } from "../../src/models/particles/kepler.js";
import { trajectory } from "../../src/observers/trajectory.js";
import { linearSystem } from "../../src/systems/linear.js";
import { loadOf } from "../../src/systems/loads.js";
import { inPotential, spring } from "./oscillator.js";

const sum = (row: readonly (readonly [number, number])[], of: (j: number) => number) =>
  row.reduce((total, [j, a]) => total + a * of(j), 0);

test("the coefficients obey the conditions that a misprint would break", () => {
  // Terms up to 240, of either sign: rounding is some 1e-14.
  for (const [i, row] of COEFFICIENTS.entries()) expect(Math.abs(sum(row, () => 1) - NODES[i])).toBeLessThan(1e-13);
  for (let k = 1; k <= 8; k++)
    expect(Math.abs(sum(COEFFICIENTS[12], (j) => NODES[j] ** (k - 1)) - 1 / k)).toBeLessThan(1e-13);
  expect(Math.abs(sum(ORDER3, () => 1) - 1)).toBeLessThan(1e-15);
  // The error estimate vanishes on polynomials up to degree 4.
  for (let k = 1; k <= 5; k++) expect(Math.abs(sum(ERROR5, (j) => NODES[j] ** (k - 1)))).toBeLessThan(1e-14);
  expect(DENSE_STAGES).toHaveLength(12);
});

test("ends exactly at the end, and frames at exactly their times", () => {
  const { last, observed } = run(spring(), dop853({ tolerance: 1e-12 }), {
    time: { end: 7.3, interval: 0.1 },
    observe: { path: trajectory() },
  });
  expect(last.t).toBe(7.3);
  expect(Math.abs(last.q[0] - Math.cos(7.3))).toBeLessThan(1e-11);
  expect(observed.path.t).toHaveLength(74);
  observed.path.t.forEach((t, k) => {
    expect(t).toBeCloseTo(0.1 * k, 12);
    // Dense output of order 7 inside steps that keep 1e-12.
    expect(Math.abs(observed.path.q[k][0] - Math.cos(t))).toBeLessThan(1e-10);
    expect(Math.abs(observed.path.v[k][0] + Math.sin(t))).toBeLessThan(1e-10);
  });
});

test("without an interval its own steps are the frames", () => {
  const { observed, steps } = run(spring(), dop853(), { time: { end: 20 }, observe: { path: trajectory() } });
  expect(observed.path.t).toHaveLength(steps + 1);
});

test("steps end at the kinks of a load, and full accuracy is kept across them", () => {
  // F = |t − 1| as a table of three points; the motion of a free mass is cubic on either side.
  const load = loadOf([(t) => Math.abs(t - 1)], Float64Array.of(1));
  const system = linearSystem({ mass: scalarMass(1, 1), stiffness: fromRows([[0]]), load });
  const { last, steps } = run(startingFrom(system, [0], [1]), dop853({ tolerance: 1e-12 }), { time: { end: 2 } });
  expect(last.q[0]).toBeCloseTo(2 + (1 / 3 + 1 / 2) + 1 / 6, 12);
  expect(steps).toBeLessThan(20);
});

test("Kepler with eccentricity 0.9, one period, to the tolerance", () => {
  const problem = kepler({ eccentricity: 0.9 });
  const { last, steps } = run(problem, dop853({ tolerance: 1e-13 }), { time: { end: 2 * Math.PI } });
  // The phase error of a close orbit multiplies the errors of single steps by the speed at its perihelion.
  expect(Math.hypot(last.q[0] - problem.q0[0], last.q[1] - problem.q0[1])).toBeLessThan(1e-9);
  expect(steps).toBeLessThan(400);
});

test("a collision ends as a failure, not in NaN", () => {
  const { status, failure, last } = run(
    inPotential(
      { value: (x) => -1 / Math.abs(x), slope: (x) => Math.sign(x) / (x * x), bend: (x) => -2 / Math.abs(x) ** 3 },
      1,
      0,
    ),
    dop853(),
    { time: { end: 5 } },
  );
  expect(status).toBe("failed");
  expect(failure?.kind).toBe("step-size");
  expect(Number.isFinite(last.q[0])).toBe(true);
  // Free fall from 1 under 1/x² takes π/(2√2).
  expect(Math.abs(last.t - Math.PI / (2 * Math.SQRT2))).toBeLessThan(1e-6);
});

test("from rest, with nothing to set the scale, a load still gets going", () => {
  const load = loadOf([Math.sin]);
  const system = linearSystem({ mass: scalarMass(1, 1), stiffness: fromRows([[4]]), load });
  const { last } = run(startingFrom(system, [0], [0]), dop853({ tolerance: 1e-11 }), { time: { end: 3 } });
  const exact = (Math.sin(3) - Math.sin(6) / 2) / 3;
  expect(Math.abs(last.q[0] - exact)).toBeLessThan(1e-9);
});

test("a run towards a later end repeats the bits of an uninterrupted one", () => {
  const options = (end: number) => ({ time: { end, interval: 0.07 }, observe: { path: trajectory() } });
  const whole = run(spring(), dop853(), options(10));
  const first = begin(spring(), dop853(), options(4));
  while (first.advance(1));
  const from = first.snapshot();
  const rest = run(spring(), dop853(), { ...options(10), from });
  expect(rest.last.q).toEqual(whole.last.q);
  // Frames after the snapshot are shown again, from the same steps.
  expect([...rest.observed.path.q].map((q) => q[0])).toEqual(
    whole.observed.path.q.slice(from.frames + 1).map((q) => q[0]),
  );
});

test("a wild trial step does not excuse its own error: a stiff spring from its slow motion", () => {
  // x'' = −10⁸ (x − cos t) − cos t from the slow solution x = cos t: the first trial is far too long.
  const curve = { value: (x: number) => 5e7 * x * x, slope: (x: number) => 1e8 * x, bend: () => 1e8 };
  const load = loadOf([(t) => (1e8 - 1) * Math.cos(t)]);
  const { status, last } = run(inPotential(curve, 1, 0, load), dop853({ tolerance: 1e-8 }), { time: { end: 0.3 } });
  expect(status).toBe("completed");
  expect(Math.abs(last.q[0] - Math.cos(0.3))).toBeLessThan(1e-6);
});
