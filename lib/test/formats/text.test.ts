import { describe, expect, test } from "vitest";
import { countOf, linesOf, numberOf, quoted } from "../../src/formats/text.js";

describe("lines", () => {
  test.each([
    ["LF", "a\nb\n\nc"],
    ["CR LF", "a\r\nb\r\n\r\nc\r\n"],
    ["CR CR LF", "a\r\r\nb\r\r\n\r\r\nc"],
    ["CR", "a\rb\r\rc"],
    ["a byte-order mark", "\uFEFFa\nb\n\nc\n"],
  ])("with %s", (_, text) => {
    expect([...linesOf(text)]).toEqual([
      { number: 1, text: "a" },
      { number: 2, text: "b" },
      { number: 3, text: "" },
      { number: 4, text: "c" },
    ]);
  });

  test("of an empty text there are none", () => {
    expect([...linesOf("")]).toEqual([]);
  });
});

describe("numbers", () => {
  test.each([
    ["1", 1],
    ["-.5", -0.5],
    ["+5.", 5],
    ["1.25E-02", 0.0125],
    ["1.25d-2", 0.0125],
    ["4e-324", 5e-324],
  ])("%s", (word, value) => {
    expect(numberOf(word)).toBe(value);
  });

  test.each(["", ".", "-", "nan", "Infinity", "0x10", "1e", "1.2.3", "1e999", "1 2", "١"])("%j is none", (word) => {
    expect(numberOf(word)).toBeNaN();
  });

  test.each(["-1", "1.0", "1e3", "99999999999999999"])("%s is no count", (word) => {
    expect(countOf(word)).toBeNaN();
  });

  test("a million digits and a letter are refused in linear time", () => {
    expect(numberOf(`${"1".repeat(1e6)}x`)).toBeNaN();
  });
});

test("what is quoted in a message is short and printable", () => {
  expect(quoted(`\u0000${"x".repeat(1000)}`)).toBe(`"\\u0000${"x".repeat(39)}…"`);
});
