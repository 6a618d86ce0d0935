/** Elements interpolated in differences of their nodes: energy and linear momentum to rounding, no events by flight, and the motion of the paper's form
 *  in the same potential, of which nothing but V_h is known. */
import { describe, expect, test } from "vitest";
import type { OwnClockStepper } from "../../../src/core/method.js";
import { run } from "../../../src/core/run.js";
import type { Problem } from "../../../src/core/system.js";
import { forceStepping } from "../../../src/methods/force-stepping.js";
import { startingFrom } from "../../../src/models/model.js";
import { cantilever } from "../../../src/models/structures/cantilever.js";
import { tossedBlock } from "../../../src/models/structures/tossed-block.js";
import { extremes } from "../../../src/observers/extremes.js";

const method = forceStepping({ grid: 0.05, interpolation: "pairs" });
const prepared = (problem: Problem): OwnClockStepper => {
  if (method.clock === "own") return method.prepare(problem, null);
  throw new Error("it has its own clock");
};
const still = (problem: Problem): Problem => ({ ...problem, v0: new Float64Array(problem.system.dof) });
const pushed = (problem: Problem, by: readonly number[]): Problem => ({
  ...problem,
  v0: problem.v0.map((v, i) => v + by[i % 3]),
});

describe("a block of tetrahedra", () => {
  const block = tossedBlock({ cells: 1 });

  test("keeps energy and linear momentum", () => {
    const { observed, status, steps } = run(block, method, {
      time: { end: 0.2, interval: 0.02 },
      observe: (invariants) => ({ extremes: extremes(invariants, { on: "frames" }) }),
    });
    expect(status).toBe("completed");
    expect(steps).toBeGreaterThan(1000);
    const of = (name: string) => observed.extremes.find((each) => each.name === name)!;
    const energy = of("energy");
    // Thousands of events, each of some roundings.
    expect((energy.max - energy.min) / energy.max).toBeLessThan(1e-12);
    for (const axis of ["x", "y", "z"]) {
      const momentum = of(`linear-momentum-${axis}`);
      // 2000 kg at 1 m/s.
      expect(momentum.max - momentum.min).toBeLessThan(1e-11 * 2000);
    }
  });

  test("which in coordinates it does not", () => {
    const { observed } = run(block, forceStepping({ grid: 0.05 }), {
      time: { end: 0.02, interval: 0.02 },
      observe: (invariants) => ({ extremes: extremes(invariants, { on: "frames" }) }),
    });
    const momentum = observed.extremes.find(({ name }) => name === "linear-momentum-z")!;
    expect(momentum.max - momentum.min).toBeGreaterThan(1e-3);
  });

  test("that flies has the events of one that does not", () => {
    const time = { end: 0.05, interval: 0.05 };
    const [rest, flight] = [block, pushed(block, [7, -11, 30])].map((problem) => run(problem, method, { time }));
    expect(flight.steps).toBe(rest.steps);
    rest.last.q.forEach((q, i) => {
      // Differences of positions that have moved by 1.5 m.
      expect(flight.last.q[i] - 0.05 * [7, -11, 30][i % 3]).toBeCloseTo(q, 12);
    });
  });

  test("goes back to where it came from", () => {
    const time = { end: 0.05, interval: 0.05 };
    const there = run(block, method, { time }).last;
    const back = run({ ...block, q0: there.q, v0: there.v.map((v) => -v) }, method, { time }).last;
    back.q.forEach((q, i) => {
      expect(q).toBeCloseTo(block.q0[i], 11);
    });
  });
});

test("moves as Verlet does with short steps in the same potential", () => {
  // Of V_h nothing is known but its values. Steps that cross a face err by a part of its kick.
  const block = tossedBlock({ cells: 1 });
  const end = 0.004;
  const found = run(block, method, { time: { end, interval: end } }).last;
  const { system } = block;
  const n = system.dof;
  const { energy } = prepared(block);
  const zero = new Float64Array(n);
  const V = (q: Float64Array) => energy?.value(0, q, zero) ?? Number.NaN;
  const mass = system.mass.diagonal!;
  const slope = (q: Float64Array) => {
    const out = new Float64Array(n);
    const x = q.slice();
    for (let i = 0; i < n; i++) {
      const d = 1e-7;
      x[i] = q[i] + d;
      const above = V(x);
      x[i] = q[i] - d;
      out[i] = (above - V(x)) / (2 * d);
      x[i] = q[i];
    }
    return out;
  };
  const steps = 60;
  const h = end / steps;
  const q = block.q0.slice();
  const v = block.v0.slice();
  for (let k = 0; k < steps; k++) {
    for (let i = 0; i < n; i++) q[i] += (h / 2) * v[i];
    const g = slope(q);
    for (let i = 0; i < n; i++) v[i] -= (h * g[i]) / mass[i];
    for (let i = 0; i < n; i++) q[i] += (h / 2) * v[i];
  }
  const change = Math.max(...found.v.map((w, i) => Math.abs(w - block.v0[i])));
  found.v.forEach((w, i) => {
    // Of the change of velocities, the part of one step at each of some faces.
    expect(Math.abs(w - v[i])).toBeLessThan(0.05 * change);
  });
});

test("a bar with a clamped end keeps its energy", () => {
  const beam = cantilever({ cells: 1, mass: "lumped" });
  const problem = startingFrom(
    beam.system,
    beam.q0,
    Float64Array.from(beam.v0, (_, i) => 0.01 * Math.sin(i)),
  );
  const { status, observed } = run(problem, forceStepping({ grid: 0.01, interpolation: "pairs" }), {
    time: { end: 1e-4, interval: 1e-5 },
    observe: (invariants) => ({ extremes: extremes(invariants, { on: "frames" }) }),
  });
  expect(status).toBe("completed");
  const [energy] = observed.extremes;
  expect(energy.max - energy.min).toBeLessThan(1e-11 * Math.abs(energy.max));
});

test("a body at rest trembles within a box", () => {
  const block = still(tossedBlock({ cells: 1 }));
  const { last, status } = run(block, method, { time: { end: 1, interval: 1 } });
  expect(status).toBe("completed");
  expect(Math.max(...last.q.map(Math.abs))).toBeLessThan(0.05);
});
