/** Potentials as sums of local terms: the terms add up to V, and the difference that a move makes is that of the values. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { System } from "../../src/core/system.js";
import { particles } from "../../src/models/particles/particle-system.js";
import { springChain } from "../../src/models/particles/spring-chain.js";

const systems: readonly { readonly name: string; readonly system: System }[] = [
  { name: "chain between walls", system: springChain({ masses: 5, cubic: 0.3, quartic: 0.2 }).system },
  { name: "free chain", system: springChain({ masses: 4, cubic: 0.3, ends: "free" }).system },
  { name: "linear chain", system: springChain({ masses: 5, cubic: 0 }).system },
  { name: "gravity", system: particles({ dimension: 3, masses: [1, 2, 3], pair: { gravity: { G: 2 } } }) },
  {
    name: "Lennard-Jones, cut and shifted, with a bond, in a box",
    system: particles({
      dimension: 2,
      masses: [1, 1, 1, 1],
      pair: { lennardJones: { sigma: 0.5, cutoff: 2, shift: true } },
      bonds: [{ between: [0, 2], stiffness: 3, length: 0.4 }],
      box: [4, 5],
    }),
  },
];

describe.each(systems)("$name", ({ system }) => {
  const terms = system.terms;
  if (terms === undefined) throw new Error("terms expected");
  const { count, start, coordinate, value, difference } = terms;
  const place = fc.array(fc.double({ min: -2, max: 2, noNaN: true }), { minLength: system.dof, maxLength: system.dof });
  // Apart from each other, where nothing is singular.
  const spread = (q: number[]) => Float64Array.from(q, (x, i) => 0.3 * x + 0.9 * i);
  const localOf = (q: Float64Array, e: number) =>
    Array.from({ length: start[e + 1] - start[e] }, (_, k) => q[coordinate[start[e] + k]]);

  test("terms add up to V", () => {
    fc.assert(
      fc.property(place, (given) => {
        const q = spread(given);
        let sum = 0;
        for (let e = 0; e < count; e++) sum += value(e, Float64Array.from(localOf(q, e)));
        expect(Math.abs(sum - system.potential(q))).toBeLessThan(1e-13 * Math.max(1, Math.abs(sum)));
      }),
      { numRuns: 50, seed: 1 },
    );
  });

  test("a move of one coordinate costs the difference of the values", () => {
    fc.assert(
      fc.property(place, fc.double({ min: -0.2, max: 0.2, noNaN: true }), (given, step) => {
        const q = spread(given);
        for (let e = 0; e < count; e++) {
          for (let k = 0; k < start[e + 1] - start[e]; k++) {
            const x = Float64Array.from(localOf(q, e));
            const moved = x.slice();
            moved[k] += step;
            const plain = value(e, moved) - value(e, x);
            const scale = Math.max(1, Math.abs(value(e, x)), Math.abs(value(e, moved)));
            expect(Math.abs(difference(e, x, k, step) - plain)).toBeLessThan(1e-12 * scale);
          }
        }
      }),
      { numRuns: 50, seed: 2 },
    );
  });
});

test("a law that jumps where it is cut has no terms", () => {
  const system = particles({ dimension: 2, masses: [1, 1], pair: { lennardJones: { cutoff: 2 } } });
  expect(system.terms).toBeUndefined();
});
