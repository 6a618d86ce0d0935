/** What other solvers are given: run by a scheme that knows nothing but matrices, a start and one load a step. */
import { describe, expect, test } from "vitest";
import { slopeOf } from "../../../src/analysis/order.js";
import { run } from "../../../src/core/run.js";
import type { LinearSystem, Problem } from "../../../src/core/system.js";
import { asMatrix, product, square, weighted } from "../../../src/linalg/square.js";
import { dop853 } from "../../../src/methods/dop853.js";
import { coefficientsOf } from "../../../src/methods/generalized-alpha.js";
import { foreignAlpha, foreignNewmark as processed } from "../../../src/stepping/compensation/foreign-solver.js";
import { tableLoad } from "../../../src/systems/loads.js";
import { linearBuilding, MASSES, nonlinearBuilding } from "../../methods/damped-building.js";
import { foreignNewmark } from "../../methods/foreign-newmark.js";

const END = 3;
const times = Array.from({ length: 13 }, (_, j) => 0.25 * j);
const record = tableLoad({
  times,
  columns: MASSES.map((m) => times.map((_, j) => -2 * m * Math.sin(1.3 * j * j + 0.6))),
});

function order(
  problem: Problem,
  end: (h: number, steps: number) => Float64Array,
  counts: readonly number[] = [240, 480, 960],
): number {
  const exact = run(problem, dop853({ tolerance: 1e-13 }), { time: { end: END } }).last.q;
  return slopeOf(
    counts.map((steps) => {
      const error = end(END / steps, steps).reduce((most, q, i) => Math.max(most, Math.abs(q - exact[i])), 0);
      return { x: -Math.log(steps), y: Math.log(error) };
    }),
  );
}

describe.each([
  ["shaken", linearBuilding()],
  ["under a record", linearBuilding({ load: record })],
])("a damped building %s", (_, problem) => {
  const system = problem.system as LinearSystem;

  test("Newmark with β = 1/12 gives order four", () => {
    const measured = order(problem, (h, steps) => {
      const { mass, damping, velocity, load } = processed(problem, h, steps);
      if (damping === null || load === null) throw new Error("it is damped and loaded");
      const [C, B] = [square(damping.constant), square(damping.byTangent)];
      const model = {
        mass,
        damping: asMatrix(6, weighted([1, 1], [C, product(6, B, square(system.stiffness))])),
        stiffness: system.stiffness,
      };
      return foreignNewmark(model, { beta: 1 / 12, gamma: 0.5, h }, { q: problem.q0, v: velocity }, load)[steps];
    });
    expect(Math.abs(measured - 4)).toBeLessThan(0.1);
  });

  test.each([0, 0.3, 0.5])("generalised-α with ρ = %f gives order three", (rho) => {
    const coefficients = coefficientsOf(rho);
    const end = (h: number, steps: number) => {
      const { parts, velocity, load } = foreignAlpha(problem, system, h, steps, coefficients);
      return foreignNewmark(parts, { ...coefficients, h }, { q: problem.q0, v: velocity }, load ?? [])[steps];
    };
    expect(Math.abs(order(problem, end) - 3)).toBeLessThan(0.15);
    // A start that is off by a thousandth of its correction is of order two, and seen at short steps.
    expect(Math.abs(order(problem, end, [3840, 7680]) - 3)).toBeLessThan(0.05);
  });
});

test("of C = a M the factors of Rayleigh damping are told, of other damping none are", () => {
  const [a, h] = [0.4, 0.05];
  const x = (h * h) / 12;
  const { rayleigh } = processed(nonlinearBuilding({ consistent: false, damped: "mass" }), h, 10);
  expect(rayleigh?.heavier).toBeCloseTo(1 + a * a * x, 15);
  // (α M̂ + β ∇²V) v = (a M + a h²/12 ∇²V) v.
  expect((rayleigh?.mass ?? 0) * (1 + a * a * x)).toBeCloseTo(a, 15);
  expect(rayleigh?.tangent).toBeCloseTo(a * x, 15);
  expect(processed(nonlinearBuilding({ consistent: false }), h, 10).rayleigh).toBeNull();
  expect(processed(nonlinearBuilding({ damped: "mass" }), h, 10).rayleigh).toBeNull();
  expect(processed(nonlinearBuilding({ consistent: false, damped: false }), h, 10)).toMatchObject({
    damping: null,
    rayleigh: { heavier: 1, mass: 0, tangent: 0 },
  });
});
