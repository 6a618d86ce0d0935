import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { drawnAxis, extentOf } from "../../src/report/axis.js";

const room = { room: 0.05, ticks: 6 };
const linear = (values: readonly number[]) =>
  drawnAxis({ label: "E", unit: "J", scale: "linear" }, extentOf([values], "linear"), room);
const log = (values: readonly number[]) => drawnAxis({ label: "error", scale: "log" }, extentOf([values], "log"), room);
const texts = (axis: { ticks: readonly { text: string }[] }) => axis.ticks.map(({ text }) => text);

describe("a linear axis", () => {
  it("marks round numbers", () => {
    const axis = linear([-1.1, 1.1]);
    expect(axis.label).toBe("E (J)");
    expect(texts(axis)).toEqual(["−1.0", "−0.5", "0", "0.5", "1.0"]);
    expect(axis.ticks.map(({ isZero }) => isZero)).toEqual([false, false, true, false, false]);
  });

  it("takes a power of ten into its label", () => {
    const axis = linear([0, 5.2e-13]);
    expect(axis.label).toBe("E (10⁻¹³ J)");
    expect(texts(axis)).toEqual(["0", "1", "2", "3", "4", "5"]);
  });

  it("shows numbers that hardly differ as deviations from the first", () => {
    const ulp = 2 ** -48;
    const axis = linear([16.5, 16.5 + ulp, 16.5 - 2 * ulp]);
    expect(axis.label).toBe("E − 16.5 (10⁻¹⁵ J)");
    expect(texts(axis)).toEqual(["−6", "−4", "−2", "0", "2", "4"]);
    const [start, above, below] = axis.positions([16.5, 16.5 + ulp, 16.5 - 2 * ulp], 0, 1);
    // The deviations are exact in doubles, hence their places are to round-off.
    expect((start - below) / (above - start)).toBeCloseTo(2, 12);
  });

  it("keeps a very small reference readable", () => {
    expect(linear([2.5e-9, 2.5e-9 * (1 + 1e-9)]).label).toBe("E − 2.5·10⁻⁹ (10⁻¹⁸ J)");
  });

  it("keeps a negative reference readable", () => {
    expect(linear([-16.5, -16.5 + 2 ** -40]).label).toBe("E + 16.5 (10⁻¹³ J)");
  });

  it("marks the one value of a constant", () => {
    expect(texts(linear([16.5, 16.5]))).toEqual(["16.5"]);
    expect(texts(linear([0, 0]))).toEqual(["0"]);
  });

  it("has a place for every finite value, inside the plot, and few ticks", () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ noNaN: true, noDefaultInfinity: true, max: 1e300, min: -1e300 }), { minLength: 1 }),
        (values) => {
          const axis = linear(values);
          for (const place of axis.positions(values, 0, 100)) {
            expect(place).toBeGreaterThanOrEqual(0);
            expect(place).toBeLessThanOrEqual(100);
          }
          expect(axis.ticks.length).toBeGreaterThan(0);
          expect(axis.ticks.length).toBeLessThan(12);
          expect(new Set(texts(axis)).size).toBe(axis.ticks.length);
          for (const { at, text } of axis.ticks) {
            expect(at).toBeGreaterThanOrEqual(-1e-6);
            expect(at).toBeLessThanOrEqual(1 + 1e-6);
            expect(text.length).toBeLessThan(20);
          }
        },
      ),
      { seed: 2, numRuns: 500 },
    );
  });
});

describe("a logarithmic axis", () => {
  it("marks decades", () => {
    expect(texts(log([1e-12, 1e-2]))).toEqual(["10⁻¹²", "10⁻¹⁰", "10⁻⁸", "10⁻⁶", "10⁻⁴", "10⁻²"]);
  });

  it("marks 2 and 5 when there are few decades", () => {
    expect(texts(log([0.015, 0.21]))).toEqual(["0.02", "0.05", "0.1", "0.2"]);
  });

  it("has no place for what has no logarithm", () => {
    const axis = log([0.1, 10]);
    const [zero, negative, one] = axis.positions([0, -1, 1], 0, 1);
    expect([zero, negative]).toEqual([Number.NaN, Number.NaN]);
    expect(one).toBeCloseTo(0.5, 12);
  });
});

describe("the extent of data", () => {
  it("leaves out what is not finite, and for logarithms what is not positive", () => {
    const values = [Number.NaN, 3, Number.POSITIVE_INFINITY, -1, 0, 2];
    expect(extentOf([values], "linear")).toEqual({ min: -1, max: 3, first: 3 });
    expect(extentOf([values], "log")).toEqual({ min: 2, max: 3, first: 3 });
    expect(extentOf([[Number.NaN]], "linear")).toBeNull();
  });
});
