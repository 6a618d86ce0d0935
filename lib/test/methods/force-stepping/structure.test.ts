/** The structure of the motion in V_h: symplectic, reversible over many steps, and nothing allocated on the way. */
import { describe, expect, test } from "vitest";
import { jacobian } from "../../../src/analysis/step-map.js";
import { begin, run } from "../../../src/core/run.js";
import type { Problem } from "../../../src/core/system.js";
import { energyStepping } from "../../../src/methods/energy-stepping.js";
import { forceStepping } from "../../../src/methods/force-stepping.js";
import { henonHeiles } from "../../../src/models/oscillators/henon-heiles.js";
import { argonCluster } from "../../../src/models/particles/argon-cluster.js";
import { radialKepler } from "../../../src/models/particles/radial-kepler.js";
import { springChain } from "../../../src/models/particles/spring-chain.js";
import { keptPerStep } from "../../contracts/heap.js";

const moving = (problem: Problem, speed: number): Problem => ({
  ...problem,
  v0: problem.v0.map((_, i) => speed * Math.sin(3 * i + 1)),
});
const planar: Problem = { ...henonHeiles(), q0: Float64Array.of(0.12, 0.13), v0: Float64Array.of(0.31, 0.22) };

describe("symplectic: the flow over some events", () => {
  test.each([
    {
      name: "force-stepping, ring",
      problem: planar,
      method: forceStepping({ grid: 0.05, matchEnergy: false }),
      end: 1.5,
    },
    {
      name: "force-stepping, sparse",
      problem: moving(springChain({ masses: 3, cubic: 0.3 }), 0.4),
      method: forceStepping({ grid: 0.2, matchEnergy: false, algorithm: "sparse" }),
      end: 1.5,
    },
    { name: "energy-stepping", problem: planar, method: energyStepping({ energyStep: 0.01 }), end: 1.5 },
  ])("$name", ({ problem, method, end }) => {
    const d = problem.q0.length;
    const counts = new Set<number>();
    const flow = (z: Float64Array, out: Float64Array) => {
      const start = { ...problem, q0: z.slice(0, d), v0: z.slice(d) };
      const { last, steps } = run(start, method, { time: { end, interval: end } });
      counts.add(steps);
      out.set(last.q);
      out.set(last.v, d); // the masses are one
    };
    const z = Float64Array.from([...problem.q0, ...problem.v0]);
    const defects = [1e-4, 3e-5, 1e-5].map((width) => {
      const J = jacobian(flow, z, new Float64Array(2 * d).fill(width));
      let worst = 0;
      for (let i = 0; i < 2 * d; i++) {
        for (let j = 0; j < i; j++) {
          let form = 0;
          for (let k = 0; k < d; k++) {
            form += J[k * 2 * d + i] * J[(d + k) * 2 * d + j] - J[(d + k) * 2 * d + i] * J[k * 2 * d + j];
          }
          worst = Math.max(worst, Math.abs(form - (i === j + d ? -1 : 0)));
        }
      }
      return worst;
    });
    expect([...counts][0]).toBeGreaterThan(5);
    // Rounding of the flow over the narrowest width that keeps the events in order.
    expect(Math.min(...defects), `${defects}`).toBeLessThan(1e-9);
  });
});

test("10⁴ steps and back: to 1e-10 where nothing is chaotic", () => {
  const problem = radialKepler({ eccentricity: 0.85 });
  const method = forceStepping({ grid: 0.0067, matchEnergy: false });
  const end = 42 * Math.PI;
  const time = { end, interval: end };
  const there = run(problem, method, { time });
  expect(there.steps).toBeGreaterThan(10_000);
  const back = run({ ...problem, q0: there.last.q, v0: there.last.v.map((v) => -v) }, method, { time }).last;
  expect(Math.abs(back.q[0] - problem.q0[0])).toBeLessThan(1e-10);
  expect(Math.abs(back.v[0])).toBeLessThan(1e-10);
});

test.each([
  { name: "ring", problem: argonCluster(), method: forceStepping({ grid: 0.02, algorithm: "ring" }) },
  { name: "sparse", problem: moving(springChain({ masses: 30 }), 0.4), method: forceStepping({ grid: 0.05 }) },
  { name: "energy-stepping", problem: planar, method: energyStepping({ energyStep: 0.002 }) },
])("the heap does not grow: $name", ({ problem, method }) => {
  const runner = begin(problem, method, { time: { end: 1e9, interval: 1e9 } });
  // The smallest object takes some ten bytes.
  expect(keptPerStep(runner, 40_000)).toBeLessThan(2);
  expect(runner.status).toBe("running");
});
