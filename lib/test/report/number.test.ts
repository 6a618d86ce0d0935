import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decade, powerOfTen, quantity, significant, typeset } from "../../src/report/number.js";

describe("significant", () => {
  it.each([
    [0, "0"],
    [-0, "0"],
    [1, "1"],
    [9.80665, "9.80665"],
    [1 / 3, "0.333333"],
    [123456, "123456"],
    [1234567, "1.23457e6"],
    [1e-5, "1e-5"],
    [-1.23456789e-13, "-1.23457e-13"],
    [Number.NaN, "NaN"],
    [Number.POSITIVE_INFINITY, "Infinity"],
  ])("writes %d as %s", (value, text) => {
    expect(significant(value)).toBe(text);
  });

  it("keeps the digits it promises", () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, min: -1e307, max: 1e307 }),
        fc.integer({ min: 1, max: 15 }),
        (value, digits) => {
          const read = Number(significant(value, digits));
          // Half a unit in the last digit kept; below the normal doubles there are fewer digits to keep.
          expect(Math.abs(read - value)).toBeLessThanOrEqual(0.50001 * 10 ** (1 - digits) * Math.abs(value) + 1e-308);
        },
      ),
      { seed: 1 },
    );
  });
});

describe("decade", () => {
  it("is exact at every power of ten that is a double", () => {
    for (let n = -323; n <= 308; n++) expect(decade(Number(`-1e${n}`))).toBe(n);
  });
});

describe("figures' notation", () => {
  it("has true minus signs and superscripts", () => {
    expect(typeset("-1.5e-13")).toBe("−1.5·10⁻¹³");
    expect(typeset("1.5e-13")).toBe("1.5·10⁻¹³");
    expect(typeset("-2e6")).toBe("−2·10⁶");
    expect(typeset("12")).toBe("12");
    expect(powerOfTen(-120)).toBe("10⁻¹²⁰");
  });

  it("puts units after a space", () => {
    expect(quantity(9.81, "m/s²")).toBe("9.81 m/s²");
    expect(quantity(9.81)).toBe("9.81");
  });
});
