import { expect, test } from "vitest";
import { run } from "../../src/core/run.js";
import { matrixMass } from "../../src/linalg/mass.js";
import { fromRows } from "../../src/linalg/matrix.js";
import { centralDifference } from "../../src/methods/central-difference.js";
import { newmark } from "../../src/methods/newmark.js";
import { startingFrom } from "../../src/models/model.js";
import { centralSextic } from "../../src/models/oscillators/central-sextic.js";
import { duffing } from "../../src/models/oscillators/duffing.js";
import { linearSystem } from "../../src/systems/linear.js";
import { exponential, inPotential, spring } from "./oscillator.js";

test("one step by hand", () => {
  const { last } = run(spring({ q: 1, v: 2 }), centralDifference(), { time: { step: 0.5, steps: 1 } });
  const q1 = 1 + 0.5 * 2 - 0.125;
  expect(last.q[0]).toBeCloseTo(q1, 15);
  expect(last.v[0]).toBeCloseTo(2 - 0.25 * (1 + q1), 15);
});

test("stable below h ω = 2 and unstable above", () => {
  const reach = (step: number) => {
    const { status, last } = run(spring(), centralDifference(), { time: { step, steps: 400 } });
    return status === "completed" ? Math.abs(last.q[0]) : Infinity;
  };
  expect(reach(1.99)).toBeLessThan(20);
  expect(reach(2.01)).toBeGreaterThan(1e10);
});

test("where forces read the velocity, and where the mass is full, it is Newmark with β = 0", () => {
  const damped = duffing({ damping: 0.3, force: 0.5, frequency: 2 });
  const mass = matrixMass(
    fromRows([
      [2, 0.5],
      [0.5, 1],
    ]),
  );
  const full = startingFrom(
    linearSystem({
      mass,
      stiffness: fromRows([
        [3, -1],
        [-1, 2],
      ]),
    }),
    [1, 0],
    [0, 1],
  );
  for (const problem of [damped, full]) {
    const end = [centralDifference(), newmark({ beta: 0 })].map(
      (method) => run(problem, method, { time: { step: 0.05, steps: 200 } }).last,
    );
    expect([...end[0].q, ...end[0].v]).toEqual([...end[1].q, ...end[1].v]);
  }
});

test("a motion that leaves the range of doubles ends as a failure, with the last good state", () => {
  const falling = inPotential(
    { value: (x) => -Math.exp(x), slope: (x) => -Math.exp(x), bend: (x) => -Math.exp(x) },
    1,
    1,
  );
  const { status, failure, last } = run(falling, centralDifference(), { time: { step: 0.5, steps: 1000 } });
  expect(status).toBe("failed");
  expect(failure).toMatchObject({ kind: "growth" }); // Its energies overflow before its position does.
  expect(Number.isFinite(last.q[0]) && Number.isFinite(last.v[0])).toBe(true);
});

test("needs no tangent", () => {
  const problem = inPotential(exponential, 0, 0);
  const bare = { ...problem, system: { ...problem.system, tangent: null } as never };
  expect(run(bare, centralDifference(), { time: { step: 0.01, steps: 3 } }).status).toBe("completed");
  expect(() => run(bare, newmark(), { time: { step: 0.01, steps: 3 } })).toThrow(/newmark needs the tangent/);
});

test("looking does not change the motion: the same bits with a ledger and without", () => {
  const problem = { ...centralSextic(), q0: Float64Array.of(0.5, 0.2), v0: Float64Array.of(0.3, 0.4) };
  const time = { step: 0.05, steps: 500 };
  const [alone, watched] = [false, true].map((ledger) => run(problem, centralDifference(), { time, ledger }).last);
  expect([...watched.q, ...watched.v]).toEqual([...alone.q, ...alone.v]);
});
