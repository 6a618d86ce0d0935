import fc from "fast-check";
import { expect, test } from "vitest";
import type { LocalTerms } from "../../../src/core/system.js";
import { gridOf } from "../../../src/methods/force-stepping/grid.js";
import { localSurface } from "../../../src/methods/force-stepping/surface.js";

function termsOn(sets: readonly (readonly number[])[]): LocalTerms {
  const start = [0];
  for (const set of sets) start.push(start[start.length - 1] + set.length);
  return {
    count: sets.length,
    start: Int32Array.from(start),
    coordinate: Int32Array.from(sets.flat()),
    value: () => 0,
    difference: () => 0,
  };
}

test("two coordinates are coupled where a term reads both, and nowhere else", () => {
  const dof = 30;
  const set = fc.uniqueArray(fc.nat(dof - 1), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(fc.array(set, { minLength: 1, maxLength: 40 }), (sets) => {
      const grid = gridOf(
        Array.from({ length: dof }, (_, i) => `x${i}`),
        { grid: 1, triangulation: "kuhn" },
      );
      const [base, side, bead, place] = Array.from({ length: 4 }, () => new Float64Array(dof + 1));
      const { coupled } = localSurface(termsOn(sets), grid, { base, side, y: new Float64Array(dof) }, { bead, place });
      for (let a = 0; a < dof; a++) {
        for (let b = 0; b < dof; b++) {
          if (a === b) continue;
          expect(coupled(a, b)).toBe(sets.some((one) => one.includes(a) && one.includes(b)));
        }
      }
    }),
    { seed: 8, numRuns: 30 },
  );
});

test("where everybody is coupled to everybody, that is known at once", () => {
  const grid = gridOf(["x", "y", "z"], { grid: 1, triangulation: "kuhn" });
  const [base, side, bead, place] = Array.from({ length: 4 }, () => new Float64Array(4));
  const { coupled } = localSurface(termsOn([[0, 1, 2]]), grid, { base, side, y: new Float64Array(3) }, { bead, place });
  expect([coupled(0, 1), coupled(2, 0), coupled(1, 2)]).toEqual([true, true, true]);
});
