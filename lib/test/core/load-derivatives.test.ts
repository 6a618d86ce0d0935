import { expect, test } from "vitest";
import { derivativesOf } from "../../src/core/load-derivatives.js";
import type { TimeLoad } from "../../src/core/system.js";

const loadOf = (...values: ((t: number) => number)[]) =>
  ({
    byPosition: null,
    byVelocity: null,
    addTo(t: number, _q: Float64Array, _v: Float64Array, out: Float64Array) {
      values.forEach((value, i) => {
        out[i] += value(t);
      });
    },
  }) as unknown as TimeLoad;

/** k (k − 1) … of tᵖ, at t. */
function ofPower(p: number, k: number, t: number): number {
  let factor = 1;
  for (let j = 0; j < k; j++) factor *= p - j;
  return p < k ? 0 : factor * t ** (p - k);
}

test.each([0, 1, 2, 3, 4, 5, 6])("derivative %i: exact for powers up to the next, and added to what is there", (k) => {
  const h = 0.5;
  const t = 1.25;
  for (let p = 0; p <= k + 1; p++) {
    const out = Float64Array.of(10, 20);
    derivativesOf(
      loadOf(
        (s) => s ** p,
        (s) => -3 * s ** p,
      ),
      h,
    )(k, t, 1, out);
    const expected = ofPower(p, k, t);
    // Values up to 3⁷ over h⁶, a few ulps each.
    expect(out[0] - 10).toBeCloseTo(expected, 7);
    expect(out[1] - 20).toBeCloseTo(-3 * expected, 7);
  }
});

test("those that the load knows itself are taken", () => {
  const own = { ...loadOf(Math.sin), addDerivative: () => undefined };
  expect(derivativesOf(own, 0.1)).toBe(own.addDerivative);
});
