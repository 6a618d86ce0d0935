import { expect, test } from "vitest";
import { run } from "../../../src/core/run.js";
import { dop853 } from "../../../src/methods/dop853.js";
import { kepler } from "../../../src/models/particles/kepler.js";

test.each([{ eccentricity: 0 }, { eccentricity: 0.6 }, { eccentricity: 0.9, axis: 2.5, strength: 3 }])(
  "after 2π √(a³/μ) the planet is back: %j",
  (parameters) => {
    const problem = kepler(parameters);
    const { axis = 1, strength = 1 } = parameters;
    const end = 2 * Math.PI * Math.sqrt(axis ** 3 / strength);
    const { last } = run(problem, dop853({ tolerance: 1e-13 }), { time: { end } });
    // The tolerance times some hundred steps, along the orbit where it is fastest.
    last.q.forEach((x, i) => {
      expect(Math.abs(x - problem.q0[i])).toBeLessThan(1e-10);
    });
  },
);

test("energy −μ/(2a) and angular momentum √(μ a (1 − e²))", () => {
  const { system, q0, v0 } = kepler({ eccentricity: 0.85, axis: 2, strength: 3 });
  const [energy, angularMomentum] = system.invariants;
  expect(energy.value(0, q0, v0)).toBeCloseTo(-3 / 4, 13);
  expect(angularMomentum.name).toBe("angular-momentum-z");
  expect(angularMomentum.value(0, q0, v0)).toBeCloseTo(Math.sqrt(6 * (1 - 0.85 ** 2)), 13);
});

test("the start that gonzalez2010 uses", () => {
  const { q0, v0 } = kepler({ eccentricity: 0.85 });
  expect(q0[0]).toBeCloseTo(0.15, 15);
  expect(v0[1]).toBeCloseTo(3.511884584284246, 14);
});
