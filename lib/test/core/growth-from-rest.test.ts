/** Motions that start without any energy to compare with, and gain some that step points alone do not explain: none of them explodes. */
import { expect, test } from "vitest";
import type { Method } from "../../src/core/method.js";
import { run } from "../../src/core/run.js";
import { bathe } from "../../src/methods/bathe.js";
import { centralDifference } from "../../src/methods/central-difference.js";
import { gauss } from "../../src/methods/gauss.js";
import { generalizedAlpha } from "../../src/methods/generalized-alpha.js";
import { midpoint } from "../../src/methods/midpoint.js";
import { newmarkMinimization } from "../../src/methods/newmark-minimization.js";
import { oneFactor } from "../../src/methods/one-factor.js";
import { modelled } from "../contracts/bodies.js";

const mass = (stiffness: number, force: string) =>
  modelled({
    system: { matrices: { mass: [1], stiffness: [stiffness] }, coordinates: ["x"], force: [force] },
    start: { q: [0], v: [0] },
  });
const hanging = (more: object = {}) =>
  modelled({
    system: { coordinates: ["x"], mass: 1, potential: "0.5e4*x^2 - 10*x", ...more },
    start: { q: [0], v: [0] },
    method: "newmark-minimization",
  });

// The load vanishes at all step points; a pulse lies inside of the first step; a weight is part of V.
const cases: readonly [string, ReturnType<typeof mass>, Method, number, number, number][] = [
  ["1 − cos 2πt by gauss", mass(1e-4, "1 - cos(2*pi*t)"), gauss({ stages: 4 }), 1, 20, 199.1],
  ["1 − cos 2πt by midpoint", mass(1e-4, "1 - cos(2*pi*t)"), midpoint(), 1, 4, 16],
  ["a pulse by one-factor", mass(1e-2, "max(0, 0.2 - abs(t - 0.5))"), oneFactor(), 1, 10, 0.04 * 9.5],
  ["a weight on a stiff spring by bathe", hanging(), bathe(), 0.05, 300, 1e-3],
  ["damped, by central differences", hanging({ damping: 10 }), centralDifference(), 0.019, 300, 1e-3],
  ["damped, by generalized-alpha", hanging({ damping: 100 }), generalizedAlpha({ rho: 0 }), 0.05, 300, 1e-3],
  [
    "held by friction, by newmark-minimization",
    hanging({ friction: [{ on: "x", limit: 20 }] }),
    newmarkMinimization(),
    0.001,
    40,
    0,
  ],
];

test.each(cases)("%s, with a ledger and without", (_, problem, method, step, steps, end) => {
  for (const ledger of [true, false]) {
    const { status, last } = run(problem, method, { time: { step, steps }, ledger });
    expect(status).toBe("completed");
    // What the steps of 1 resolve of loads of period 1, and springs that swing a little.
    expect(Math.abs(last.q[0] - end)).toBeLessThanOrEqual(0.25 * end);
  }
});
