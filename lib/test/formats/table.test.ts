import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cellOf, cellsOf, readTable, writeTable } from "../../src/formats/table.js";
import { survives } from "./hostile.js";

const plain = (text: string) => {
  const { times, columns, names } = readTable(text);
  return { times: [...times], columns: columns.map((column) => [...column]), names };
};

describe("reads", () => {
  const expected = { times: [0, 0.5, 2], columns: [[1, 2, 3]], names: null };
  test.each([
    ["commas", "0,1\n0.5,2\n2,3\n"],
    ["commas and blanks", " 0 , 1\n.5 ,2\n2, 3"],
    ["semicolons", "0;1\r\n0.5;2\r\n2;3\r\n"],
    ["tabs", "0\t1\n0.5\t2\n2\t3\n"],
    ["blanks and comments", "# time force\n 0  1\n\n% more\n 5e-1  2\n 2  3\n"],
  ])("%s", (_, text) => {
    expect(plain(text)).toEqual(expected);
  });

  test("names, in quotation marks too", () => {
    expect(plain('t,"left, top",right\n0,1,2\n').names).toEqual(["left, top", "right"]);
    expect(plain("t left right\n0 1 2\n").names).toEqual(["left", "right"]);
  });
});

describe("refuses, naming file and line,", () => {
  const refusal = (text: string, columns?: number) => {
    try {
      readTable(text, { file: "load.csv", columns });
    } catch (error) {
      return (error as Error).message;
    }
    return "accepted";
  };
  test.each([
    ["an empty file", "\n# nothing\n", /^load\.csv: is empty/],
    ["names alone", "t,x\n", /^load\.csv: has a line of names and no numbers/],
    ["one column", "1\n2\n", /^load\.csv:1: found one column/],
    ["a ragged line", "0,1\n1,2,3\n", /^load\.csv:2: found 3 columns, and 2 in the lines before/],
    ["NaN", "0,1\n1,NaN\n", /^load\.csv:2: column 2: found "NaN"/],
    ["decimal commas", "0;1\n1;0,5\n", /^load\.csv:2: column 2: found "0,5" .* with a decimal point/],
    ["times that go back", "0,1\n2,1\n\n1,1\n", /^load\.csv:4: the time 1 does not come after 2/],
    ["a time twice", "0,1\n0,1\n", /^load\.csv:2: the time 0 does not come after 0/],
  ])("%s", (_, text, message) => {
    expect(refusal(text)).toMatch(message);
  });

  test("another number of columns than is wanted", () => {
    expect(refusal("0,1\n", 2)).toMatch(/^load\.csv:1: found 2 columns; accepted: 3/);
  });
});

test("what is written is read back bit for bit", () => {
  const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((x) => x + 0);
  const times = fc.uniqueArray(number, { minLength: 1, maxLength: 9 }).map((list) => Float64Array.from(list).sort());
  fc.assert(
    fc.property(times, number, (t, scale) => {
      const table = { times: t, columns: [t.map((x) => (x / 2) * Math.sign(scale))], names: ["a b"] };
      const back = readTable(writeTable(table));
      expect(back.times).toEqual(table.times);
      expect(back.names).toEqual(["a b"]);
    }),
    { seed: 2 },
  );
});

test("a name survives its cell", () => {
  fc.assert(
    fc.property(fc.string(), (name) => {
      fc.pre(name.trim() === name && !/[\r\n]/.test(name));
      expect(cellsOf(`${cellOf(name)},x`)).toEqual([name, "x"]);
    }),
    { seed: 3 },
  );
});

test("a damaged file is refused as wrong input", () => {
  survives('t,"a, b",c\n0,1,2\n0.5,-1e-3,4\n1,.5,6\n2,7,8\n', (text) => readTable(text, { file: "it" }), 3000);
});
