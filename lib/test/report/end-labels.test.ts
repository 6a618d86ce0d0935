import fc from "fast-check";
import { expect, it } from "vitest";
import { apart } from "../../src/report/end-labels.js";

it("leaves labels alone that have room", () => {
  expect(apart([80, 10, 40], 14, 0, 100)).toEqual([80, 10, 40]);
});

it("spreads equal request around them", () => {
  expect(apart([50, 50, 50], 10, 0, 100)).toEqual([40, 50, 60]);
});

it("keeps labels apart, inside, and in the order of their lines", () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 168, noNaN: true }), { minLength: 1, maxLength: 10 }), (wanted) => {
      const places = apart(wanted, 14, 0, 168);
      const order = wanted.map((_, i) => i).sort((a, b) => wanted[a] - wanted[b] || a - b);
      for (const [k, i] of order.entries()) {
        expect(places[i]).toBeGreaterThanOrEqual(-1e-9);
        expect(places[i]).toBeLessThanOrEqual(168 + 1e-9);
        if (k > 0) expect(places[i] - places[order[k - 1]]).toBeGreaterThanOrEqual(14 - 1e-9);
      }
    }),
    { seed: 4 },
  );
});
