/** What loads do that jump where a step ends, in the ledger of schemes with compensated matrices. */
import { describe, expect, test } from "vitest";
import type { FixedStepMethod } from "../../../src/core/method.js";
import { run } from "../../../src/core/run.js";
import { scalarMass } from "../../../src/linalg/mass.js";
import { fromRows } from "../../../src/linalg/matrix.js";
import { gauss } from "../../../src/methods/gauss.js";
import { generalizedAlpha } from "../../../src/methods/generalized-alpha.js";
import { newmark } from "../../../src/methods/newmark.js";
import { startingFrom } from "../../../src/models/model.js";
import { timeLoadOf } from "../../../src/symbolic/time-load.js";
import { linearSystem } from "../../../src/systems/linear.js";

const oscillator = (damping: number, expression: string) =>
  startingFrom(
    linearSystem({
      mass: scalarMass(1, 1),
      stiffness: fromRows([[4]]),
      damping: damping === 0 ? null : fromRows([[damping]]),
      load: timeLoadOf({ expressions: [expression] }),
    }),
    [0.1],
    [0.2],
  );
const sixth = 1 / 6;

const METHODS: [string, FixedStepMethod][] = [
  ["damping", newmark({ compensate: "damping" })],
  ["coupled-damping", newmark({ compensate: "coupled-damping" })],
  ["fourth-order", newmark({ beta: sixth, compensate: "fourth-order" })],
  ["fourth-order, symmetric", newmark({ beta: sixth, compensate: "fourth-order", form: "symmetric" })],
  ["fourth-order, mass", newmark({ beta: sixth, compensate: "fourth-order", form: "mass" })],
  ["fourth-order, complex", newmark({ beta: sixth, compensate: "fourth-order", form: "complex" })],
  ["fourth-order, average acceleration", newmark({ compensate: "fourth-order" })],
  ["sixth-order", newmark({ compensate: "sixth-order" })],
  ["eighth-order", newmark({ compensate: "eighth-order" })],
  ["process", newmark({ beta: 1 / 12, process: true })],
  ["period", generalizedAlpha({ compensate: "period" })],
];

describe.each(METHODS)("%s", (_, method) => {
  test.each([0, 0.2])("with the damping %f, the work of a load that jumps is of second order", (damping) => {
    const problem = oscillator(damping, "if(t < 1, 1, -0.5)");
    const { q: q0 } = run(problem, gauss({ stages: 5 }), { time: { step: 1 / 16, steps: 16 } }).last;
    const { q: q1 } = run(problem, gauss({ stages: 5 }), { time: { step: 1 / 16, steps: 32 } }).last;
    const exact = q0[0] - 0.1 - 0.5 * (q1[0] - q0[0]);
    const errors = [16, 32, 64].map((steps) => {
      const { ledger } = run(problem, method, { time: { step: 1 / steps, steps: 2 * steps }, ledger: true });
      return Math.abs((ledger?.work ?? Number.NaN) - exact);
    });
    expect(Math.log2(errors[0] / errors[2]) / 2).toBeGreaterThan(1.8);
    // Of a work of size 1, a few h².
    expect(errors[0]).toBeLessThan(5e-3);
  });
});

test.each(METHODS.filter(([, { claims }]) => claims.symmetric))("%s goes back through a jump", (_, method) => {
  const problem = oscillator(0, "if(t < 1, t^2, -0.5)");
  const time = { step: 1 / 16, steps: 32 };
  const { q, v } = run(problem, method, { time }).last;
  const back = run({ ...problem, t0: 2, q0: q, v0: v }, method, { time: { ...time, step: -time.step } }).last;
  // Some tens of steps of rounding, and limits that are taken 1e-11 beside the jump.
  expect(Math.abs(back.q[0] - 0.1)).toBeLessThan(1e-10);
  expect(Math.abs(back.v[0] - 0.2)).toBeLessThan(1e-10);
});
