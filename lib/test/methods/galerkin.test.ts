import { expect, test } from "vitest";
import { convergence } from "../../src/analysis/order.js";
import { begin, run } from "../../src/core/run.js";
import type { Problem } from "../../src/core/system.js";
import { centralDifference } from "../../src/methods/central-difference.js";
import { dop853 } from "../../src/methods/dop853.js";
import { halfTrace, lobattoPockets } from "../../src/methods/galerkin/lobatto-pockets.js";
import { galerkin } from "../../src/methods/galerkin.js";
import { duffing } from "../../src/models/oscillators/duffing.js";
import { pendulum } from "../../src/models/oscillators/pendulum.js";
import { kepler } from "../../src/models/particles/kepler.js";
import { shearBuilding } from "../../src/models/structures/shear-building.js";
import { lobattoTableau } from "../../src/stepping/stages/lobatto-tableau.js";
import { inPotential, spring, unsolvable } from "./oscillator.js";

test("degree 2: the printed pair Lobatto IIIA–IIIB", () => {
  // [hairer2006, ch. II.1.4, Tables 1.2 and 1.3], as â and a â.
  const tableau = lobattoTableau(2);
  const [nodes, weights] = [tableau.nodes.value, tableau.weights.value];
  const [velocity, position] = [tableau.velocity.value, tableau.position.value];
  const close = (found: readonly number[], printed: number[]) =>
    found.forEach((value, k) => {
      expect(value).toBeCloseTo(printed[k], 15);
    });
  close(nodes, [0, 1 / 2, 1]);
  close(weights, [1 / 6, 2 / 3, 1 / 6]);
  close(velocity[0], [1 / 6, -1 / 6, 0]);
  close(velocity[1], [1 / 6, 1 / 3, 0]);
  close(velocity[2], [1 / 6, 5 / 6, 0]);
  close(position[1], [1 / 12, 1 / 24, 0]);
});

test.each([1, 2, 3, 4, 5, 6, 7, 8])("degree %i: quadrature, and velocities of a polynomial", (s) => {
  const tableau = lobattoTableau(s);
  const [nodes, weights, velocity] = [tableau.nodes.value, tableau.weights.value, tableau.velocity.value];
  // Some ulps for each of s + 1 terms, some of which cancel.
  const rounding = 40 * (s + 1) * Number.EPSILON;
  for (let k = 1; k <= 2 * s; k++) {
    const sum = weights.reduce((total, b, i) => total + b * nodes[i] ** (k - 1), 0);
    expect(Math.abs(sum - 1 / k)).toBeLessThan(rounding);
  }
  // The first column moves all stages alike, the last none; â of degree s − 1 is exact for accelerations of degree s − 2.
  for (let i = 0; i <= s; i++) {
    expect(velocity[i][0]).toBe(weights[0]);
    expect(velocity[i][s]).toBe(0);
    for (let k = 1; k <= s - 1; k++) {
      const sum = velocity[i].reduce((total, a, j) => total + a * nodes[j] ** (k - 1), 0);
      expect(Math.abs(sum - nodes[i] ** k / k)).toBeLessThan(rounding);
    }
  }
});

const damped = (): Problem =>
  shearBuilding({ storeys: 3, mass: 1, stiffness: 1, damping: 0.05, peak: 0, displacement: 0.3 });
const driven = (): Problem => duffing({ damping: 0.05, force: 1.5, frequency: 1.3, position: 1.6, velocity: 0.4 });

test.each([
  ["Kepler", kepler({ eccentricity: 0.3 }), 6],
  ["Duffing, driven and damped", driven(), 6],
  ["damped shear building", damped(), 6],
] as const)("%s: order 2s", (_name, problem, end) => {
  const reference = run(problem, dop853({ tolerance: 1e-14 }), { time: { end } }).last;
  for (const degree of [1, 2, 3, 4]) {
    const { positionOrder, velocityOrder, positionErrors } = convergence(problem, galerkin({ degree }), {
      end,
      step: [0.05, 0.1, 0.3, 0.5][degree - 1],
      refinements: 6,
      ratio: Math.SQRT2,
      reference,
      floor: 1e-12,
    });
    const detail = `degree ${degree}: ${positionErrors.map((e) => e.toExponential(1)).join(" ")}`;
    expect(Math.abs(positionOrder - 2 * degree), `q, ${positionOrder}, ${detail}`).toBeLessThan(0.25);
    expect(Math.abs(velocityOrder - 2 * degree), `v, ${velocityOrder}, ${detail}`).toBeLessThan(0.25);
  }
});

test("degree 1 is the central difference method", () => {
  const swing = pendulum({ angle: 2, rate: 0.3 });
  const time = { step: 0.05, steps: 100 };
  const [a, b] = [galerkin({ degree: 1 }), centralDifference()].map((method) => run(swing, method, { time }).last);
  // A hundred steps of a pendulum that multiplies errors by about ten.
  expect(Math.abs(a.q[0] - b.q[0])).toBeLessThan(1e-12);
  expect(Math.abs(a.v[0] - b.v[0])).toBeLessThan(1e-12);
});

test("pockets of instability: by hand for degrees 1 and 2, by an independent scan for the others", () => {
  const edges = (degree: number) =>
    lobattoPockets(degree)
      .flatMap(({ from, to }) => [from, to])
      .filter(Number.isFinite);
  const close = (found: readonly number[], known: readonly number[], digits: number) =>
    known.forEach((value, k) => {
      expect(found[k], `${found}`).toBeCloseTo(value, digits);
    });
  // R touches −1 there: its crossing is found to the root of its rounding.
  close(edges(1), [2], 6);
  close(edges(2), [Math.sqrt(8), Math.sqrt(12), Math.sqrt(24)], 6);
  // Scanned with a step of 0.001.
  close(edges(3), [3.113, 3.163, 5.478, 7.746, 8.621], 2);
  close(edges(4), [3.1412, 3.143, 6.055, 6.481, 8.255, 13.044, 13.541], 2);
});

test("R of degree 2 in closed form", () => {
  for (const z of [0.3, 1.7, 3.1, 4.4]) {
    const x = z * z;
    expect(halfTrace(2)(z)).toBeCloseTo(1 - (x * (1 - x / 24)) / (1 + x / 24) / 2, 13);
  }
});

test("a step in a pocket is refused, one beyond it is not", () => {
  const outcome = (step: number) => () => begin(spring(), galerkin({ degree: 3 }), { time: { step, steps: 1 } });
  expect(outcome(3.1)).not.toThrow();
  expect(outcome(3.14)).toThrow(/galerkin amplifies one mode of 1/);
  expect(outcome(4)).not.toThrow();
});

test("a step without a solution fails by name and leaves the state", () => {
  const { failure, last } = run(inPotential(unsolvable, 0, 0), galerkin(), { time: { step: 2, steps: 1 } });
  expect(failure?.kind).toBe("newton");
  expect([...last.q, ...last.v]).toEqual([0, 0]);
});
