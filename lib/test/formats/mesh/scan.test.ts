import fc from "fast-check";
import { expect, test } from "vitest";
import { integer, real, scanOf, spotOf, word } from "../../../src/formats/mesh/scan.js";

const scan = (text: string) => scanOf(new TextEncoder().encode(text), "it");

test("numbers are rounded as the language rounds them, however they are written", () => {
  const spelt = fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .chain((x) =>
      fc.constantFrom(
        `${x}`,
        x.toExponential(),
        x.toExponential(20),
        x.toPrecision(17),
        x.toPrecision(6),
        Math.abs(x) < 1e20 ? x.toFixed(12) : `${x}`,
        `${x}`.replace("e", "D"),
        `  ${x}\r\n`,
      ),
    );
  fc.assert(
    fc.property(spelt, (text) => {
      expect(real(scan(text))).toBe(Number(text.replace("D", "e")));
    }),
    { numRuns: 3000, seed: 4 },
  );
});

test.each([
  ["+.5", 0.5],
  ["5.", 5],
  ["1.5-3", 0.0015],
  ["2+4", 20000],
  ["-0", -0],
  ["000000000000000000000000001", 1],
  ["0.000000000000000000000000000001", 1e-30],
  ["123456789012345678901234567890", 1.2345678901234568e29],
  ["9007199254740993", 9007199254740992],
])("%s", (text, value) => {
  expect(real(scan(text))).toBe(value);
});

test.each(["", "-", ".", "e5", "1e", "1e+", "nan", "inf", "1_0", "0x10", "1e999", "--1", "1.2.3"])(
  "%j is no number",
  (text) => {
    expect(() => real(scan(text))).toThrow(/is expected/);
  },
);

test("whole numbers", () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (n) => {
      expect(integer(scan(` ${n} `))).toBe(n === 0 ? 0 : n);
    }),
    { seed: 1 },
  );
  for (const text of ["1.0", "", "a", "99999999999999999999"])
    expect(() => integer(scan(text))).toThrow(/whole number/);
});

test("places are counted as editors count them", () => {
  const lines = "one\r\ntwo three\r\n  four";
  const at = scan(lines);
  for (const expected of ["one", "two", "three", "four", ""]) expect(word(at)).toBe(expected);
  const bytes = new TextEncoder().encode(lines);
  expect(spotOf(bytes, lines.indexOf("three"))).toEqual({ line: 2, column: 5 });
  expect(spotOf(bytes, lines.indexOf("four"))).toEqual({ line: 3, column: 3 });
});
