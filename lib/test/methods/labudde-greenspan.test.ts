import { expect, test } from "vitest";
import { run } from "../../src/core/run.js";
import { energyMomentum } from "../../src/methods/energy-momentum.js";
import { labuddeGreenspan } from "../../src/methods/labudde-greenspan.js";
import { centralSextic } from "../../src/models/oscillators/central-sextic.js";
import { elasticPendulum } from "../../src/models/oscillators/elastic-pendulum.js";
import { kepler } from "../../src/models/particles/kepler.js";
import { outerSolarSystem } from "../../src/models/particles/outer-solar-system.js";
import { extremes } from "../../src/observers/extremes.js";

test("one step: the force is ΔV/Δr² times the sum of both positions", () => {
  const { system, q0, v0 } = centralSextic();
  const h = 0.1;
  const { q, v } = run(centralSextic(), labuddeGreenspan(), { time: { step: h, steps: 1 } }).last;
  const square = (x: ArrayLike<number>) => x[0] * x[0] + x[1] * x[1];
  const slope = (system.potential(q) - system.potential(q0)) / (square(q) - square(q0));
  for (let i = 0; i < 2; i++) {
    expect(v[i] - v0[i]).toBeCloseTo(-h * slope * (q0[i] + q[i]), 14);
    expect(q[i] - q0[i]).toBeCloseTo((h / 2) * (v0[i] + v[i]), 14);
  }
});

test("is energy-momentum with momentum: angular", () => {
  const time = { step: 0.05, steps: 500 };
  const [a, b] = [labuddeGreenspan(), energyMomentum({ momentum: "angular" })].map(
    (method) => run(kepler(), method, { time }).last,
  );
  expect([...a.q]).toEqual([...b.q]);
});

test("six bodies keep energy, linear and angular momentum", () => {
  const problem = outerSolarSystem();
  const observe = { extremes: extremes(problem.system.invariants) };
  const { observed, status } = run(problem, labuddeGreenspan(), { time: { step: 50, steps: 1000 }, observe });
  expect(status).toBe("completed");
  // Of the size of what flows: the sun's and the planets' momenta cancel, and their rounding does not.
  const angular = Math.max(...observed.extremes.filter(({ name }) => name.startsWith("angular")).map((e) => e.max));
  for (const { name, min, max, initial } of observed.extremes) {
    const scale = name.startsWith("angular") ? angular : name === "energy" ? Math.abs(initial) : 1e-5;
    expect((max - min) / scale, name).toBeLessThan(1e-12);
  }
});

test("refuses potentials that are not of distances alone", () => {
  expect(() => run(elasticPendulum(), labuddeGreenspan(), { time: { step: 0.01, steps: 1 } })).toThrow(
    /distances alone/,
  );
  const free = run(elasticPendulum({ gravity: 0 }), labuddeGreenspan(), { time: { step: 0.01, steps: 1 } });
  expect(free.status).toBe("completed");
});
