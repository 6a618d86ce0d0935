import { expect, test } from "vitest";
import { readRows, writeRows } from "../../src/formats/rows.js";
import { survives } from "./hostile.js";

const read = (text: string) => readRows(text, { file: "it" });

test.each(["1,2\n3,4\n", "# x y\n 1 2\r\n\r\n 3 4", "1 ; 2\n3;4\n", "1\t2\n3 ,4"])("reads %j", (text) => {
  expect(read(text)).toEqual([
    [1, 2],
    [3, 4],
  ]);
});

test("reads back what it writes", () => {
  const rows = [
    [0.1, -1e-300],
    [1 / 3, 5e300],
  ];
  expect(read(writeRows(rows))).toEqual(rows);
});

test("refuses, naming file and line", () => {
  expect(() => read("1 2\n\n3\n")).toThrow(/^it:3: found 1 numbers, and 2 in the rows before/);
  expect(() => read("1 2\nnan 3\n")).toThrow(/^it:2: found "nan" where a number is expected/);
  expect(() => read("1,,2\n")).toThrow(/^it:1: found ""/);
  expect(() => read("# nothing\n")).toThrow(/^it: is empty/);
});

test("a damaged file is refused as wrong input", () => {
  survives("1, 2, 3\n4, 5, 6\n-7.5, 8e3, .9\n", read, 1000);
});
