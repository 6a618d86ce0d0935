import { describe, expect, test } from "vitest";
import { energyHold } from "../../src/methods/energy-momentum-hold.js";
import { duffing } from "../../src/models/oscillators/duffing.js";
import { elasticPendulum } from "../../src/models/oscillators/elastic-pendulum.js";
import { argonCluster } from "../../src/models/particles/argon-cluster.js";

describe("what rounding took is given back", () => {
  const problem = elasticPendulum({ gravity: 0, vx: 2, vy: 1 });
  const { system, q0, v0 } = problem;
  const energy = (v: Float64Array) => system.invariants[0].value(0, q0, v);
  const dv = Float64Array.of(0.3, -0.1);

  test("within the blur of the energy itself", () => {
    const hold = energyHold(problem);
    // 40 ulps of the velocity: more than one step may correct.
    const v = v0.map((x) => x * (1 + 40 * Number.EPSILON));
    const off = energy(v) - energy(v0);
    hold.settle(q0, v, dv);
    const left = energy(v) - energy(v0);
    expect(left).toBeLessThan(off);
    for (let step = 0; step < 10; step++) hold.settle(q0, v, dv);
    expect(Math.abs(energy(v) - energy(v0))).toBeLessThan(4 * Number.EPSILON * energy(v0));
    // And then it is left alone.
    const settled = v.slice();
    hold.settle(q0, v, dv);
    expect([...v]).toEqual([...settled]);
  });

  test("a loss that is no rounding stays", () => {
    const hold = energyHold(problem);
    const v = v0.map((x) => (1 - 1e-8) * x);
    const lost = v.slice();
    hold.settle(q0, v, dv);
    expect([...v]).toEqual([...lost]);
  });
});

test("a velocity that does not change is not corrected, and neither is one across it", () => {
  const problem = elasticPendulum({ gravity: 0, vx: 2 });
  const hold = energyHold(problem);
  for (const dv of [Float64Array.of(0, 0), Float64Array.of(0, 1)]) {
    const v = Float64Array.of(2 + 1e-12, 0);
    hold.settle(problem.q0, v, dv);
    expect([...v]).toEqual([2 + 1e-12, 0]);
  }
});

test("linear momentum does not feel it", () => {
  const problem = argonCluster();
  const { system, q0, v0 } = problem;
  const forces = new Float64Array(system.dof);
  system.gradient(q0, forces);
  const dv = new Float64Array(system.dof);
  system.mass.solve(forces, dv);
  const v = v0.map((x) => x * (1 + 1e-12));
  const momenta = system.invariants.filter(({ name }) => name.startsWith("linear-momentum"));
  const before = momenta.map(({ value }) => value(0, q0, v));
  energyHold(problem).settle(q0, v, dv);
  const sizes = v.reduce((sum, x, i) => sum + Math.abs(x) * (system.mass.diagonal?.[i] ?? 0), 0);
  expect(momenta).toHaveLength(2);
  for (const [i, { value }] of momenta.entries()) {
    // A rounding of each term of the sum, no more.
    expect(Math.abs(value(0, q0, v) - before[i])).toBeLessThan(Number.EPSILON * sizes);
  }
});

test("nothing is held where something does work", () => {
  const hold = energyHold(duffing({ damping: 0.1 }));
  const v = Float64Array.of(3);
  hold.settle(Float64Array.of(1), v, Float64Array.of(1));
  expect([hold.memory.length, v[0]]).toEqual([0, 3]);
});
