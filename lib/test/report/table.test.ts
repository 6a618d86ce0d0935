import { expect, it } from "vitest";
import { markdownTable, type PrintedTable, textTable } from "../../src/report/table.js";

const table: PrintedTable = {
  columns: [
    { head: "method" },
    { head: "order" },
    { head: "error", unit: "m", digits: 3 },
    { head: "cost", digits: 4 },
    { head: "exact" },
  ],
  rows: [
    ["newmark", 2, 1.234e-5, 0.1, true],
    ["gauss|3", 6, -1.2e-13, 12.5, false],
    ["rk4", 4, null, Math.PI, null],
    ["none", 0, Number.NaN, 0, null],
  ],
};

it("lines up points and exponents", () => {
  expect(textTable(table)).toBe(
    [
      "method   order  error (m)    cost  exact",
      "───────  ─────  ─────────  ──────  ─────",
      "newmark      2   1.23e-05   0.100  yes",
      "gauss|3      6  -1.20e-13  12.500  no",
      "rk4          4          –   3.142  –",
      "none         0        NaN   0.000  –",
      "",
    ].join("\n"),
  );
});

it("escapes what Markdown reads as a border", () => {
  expect(markdownTable(table).split("\n").slice(0, 4)).toEqual([
    "| method   | order | error (m) |   cost | exact |",
    "| -------- | ----: | --------: | -----: | ----- |",
    "| newmark  |     2 |  1.23e-05 |  0.100 | yes   |",
    "| gauss\\|3 |     6 | -1.20e-13 | 12.500 | no    |",
  ]);
});

it("holds heads alone", () => {
  expect(textTable({ columns: [{ head: "a" }, { head: "b" }], rows: [] })).toBe("a    b\n───  ───\n");
});

it("says a row that is too short with dashes", () => {
  expect(textTable({ columns: [{ head: "a" }, { head: "b" }], rows: [[1]] })).toContain("  1  –");
});

it("counts characters as they are seen", () => {
  const lines = textTable({
    columns: [{ head: "" }, { head: "x" }],
    rows: [
      ["u̇ 🪐", "y"],
      ["abcd", "z"],
    ],
  }).split("\n");
  expect(lines[2]).toBe("u̇ 🪐   y");
});
