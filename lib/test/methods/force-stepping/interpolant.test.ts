/** V_h of a polynomial in four coordinates against 50 digits; continuity; equality with V at the corners. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { gridOf } from "../../../src/methods/force-stepping/grid.js";
import { interpolant } from "../../../src/methods/force-stepping/interpolant.js";
import { particles } from "../../../src/models/particles/particle-system.js";
import { springChain } from "../../../src/models/particles/spring-chain.js";

const LABELS = ["a", "b", "c", "d"];
const TRIANGULATIONS = ["kuhn", "j1", "orthant"] as const;
const potential = ([a, b, c, d]: Float64Array) => {
  const own = [a, b, c, d].reduce((sum, q, j) => sum + ((j + 1) * q * q) / 2 + q ** 4 / 8, 0);
  const quartic = (a * a * b * b) / 3 + (b * b * c * c) / 4 + (c * c * d * d) / 2 + (a * a * d * d) / 5;
  return own + quartic + (a * b) / 3 - (b * c) / 4 + (c * d) / 5 - (a * c) / 7 + d ** 3 / 9;
};

test.each([
  { q: [0.123, -0.456, 0.789, -0.321], kuhn: 1.4825399050714286, orthant: 1.4827397577380952, j1: 1.4828624517857143 },
  { q: [-0.051, 0.204, -0.333, 0.101], kuhn: 0.23932086147222222, orthant: 0.2393791571388889, j1: 0.2393858321388889 },
  { q: [1.007, 0.002, -1.5001, 0.75], kuhn: 6.595225141825, orthant: 6.595226978510714, j1: 6.595225141825 },
])("values at $q", ({ q, ...expected }) => {
  for (const triangulation of TRIANGULATIONS) {
    const grid = gridOf(LABELS, { grid: [0.05, 0.04, 0.06, 0.05], origin: 0, triangulation });
    expect(interpolant({ potential }, grid)(Float64Array.from(q))).toBeCloseTo(expected[triangulation], 13);
  }
});

describe.each(TRIANGULATIONS)("%s", (triangulation) => {
  test("is V at the corners, and continuous", () => {
    const grid = gridOf(LABELS, { grid: 0.25, origin: 0, triangulation });
    const V = interpolant({ potential }, grid);
    const corner = fc.array(fc.integer({ min: -4, max: 4 }), { minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(
        corner,
        fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 4, maxLength: 4 }),
        (z, e) => {
          const q = Float64Array.from(z, (i) => i / 4);
          expect(V(q)).toBeCloseTo(potential(q), 12);
          // Across whatever faces meet here: the slope of V is below 50 in this box.
          const near = q.map((x, j) => x + 1e-9 * e[j]);
          expect(Math.abs(V(near) - V(q))).toBeLessThan(4 * 50e-9);
        },
      ),
      { seed: 5, numRuns: 100 },
    );
  });

  test("of a sum is the sum of its terms", () => {
    for (const system of [
      springChain({ masses: 6, cubic: 0.3, quartic: 0.2 }).system,
      particles({ dimension: 2, masses: [1, 2, 3], pair: { gravity: { G: 1 } } }),
    ]) {
      const grid = gridOf(system.labels, { grid: 0.07, triangulation });
      const whole = interpolant({ potential: system.potential }, grid);
      const byTerms = interpolant(system, grid);
      for (let k = 0; k < 20; k++) {
        const q = Float64Array.from({ length: system.dof }, (_, j) => 0.8 * j + 0.3 * Math.sin(7 * k + 3 * j));
        expect(byTerms(q)).toBeCloseTo(whole(q), 11);
      }
    }
  });
});
