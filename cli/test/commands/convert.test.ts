import { readFileSync } from "node:fs";
import { encodeResultCsv, type ResultTable } from "noether/formats";
import { describe, expect, test } from "vitest";
import { workplace } from "../program.js";

const { write, noether, path } = workplace();
const content = (name: string) => readFileSync(path(name), "utf8");

test("a matrix goes to rows and back", () => {
  write("k.mtx", "%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n1 1 2.5\n2 1 -1\n");
  expect(noether("convert", "k.mtx", "k.csv")).toMatchObject({ status: 0, stdout: "matrix k.mtx → k.csv\n" });
  expect(content("k.csv")).toBe("2.5,-1\n-1,0\n");
  expect(noether("convert", "k.csv", "back.mtx", "--quiet")).toMatchObject({ status: 0, stdout: "" });
  expect(content("back.mtx")).toBe(
    "%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n1 1 2.5000000000000000e+0\n2 1 -1.0000000000000000e+0\n",
  );
  expect(noether("convert", "back.mtx", "k.json").status).toBe(0);
  expect(JSON.parse(content("k.json"))).toEqual([
    [2.5, -1],
    [-1, 0],
  ]);
});

test("a record goes to a table and back", () => {
  write("r.at2", "A record\nIN UNITS OF G\nNPTS= 3, DT= .01\n.1 -.2 .3\n");
  expect(noether("convert", "r.at2", "r.csv").status).toBe(0);
  expect(content("r.csv")).toBe('t,"A record [G]"\n0,0.1\n0.01,-0.2\n0.02,0.3\n');
  expect(noether("convert", "r.csv", "again.at2").status).toBe(0);
  expect(content("again.at2")).toContain("NPTS= 3, DT= 0.01 SEC\n");
});

test("a table goes to JSON and back", () => {
  write("t.txt", "0 1 2\n1 3 4\n");
  expect(noether("convert", "t.txt", "t.json").status).toBe(0);
  expect(JSON.parse(content("t.json"))).toEqual({ t: [0, 1], x1: [1, 3], x2: [2, 4] });
  expect(noether("convert", "t.json", "t.csv").status).toBe(0);
  expect(content("t.csv")).toBe("t,x1,x2\n0,1,2\n1,3,4\n");
});

test("a result goes through all three formats without losing a bit", () => {
  const result: ResultTable = {
    header: {
      name: "x",
      model: { noether: 1 },
      method: { name: "newmark" },
      version: "0.1.0",
      citations: ["a"],
      units: { time: "s" },
      labels: ["x"],
      columns: ["t", "q.x", "ledger.work", "ledger.residual"],
    },
    data: [
      Float64Array.of(0, 0.1),
      Float64Array.of(-0, 1 / 3),
      Float64Array.of(1e-300, 2),
      Float64Array.of(Number.NaN, 4),
    ],
    summary: { status: "completed" },
  };
  write("a.csv", encodeResultCsv(result));
  expect(noether("convert", "a.csv", "a.h5")).toMatchObject({ status: 0, stdout: "result a.csv → a.h5\n" });
  expect(noether("convert", "a.h5", "a.json").status).toBe(0);
  expect(noether("convert", "a.json", "b.csv").status).toBe(0);
  expect(content("b.csv")).toBe(content("a.csv"));
});

describe("refuses", () => {
  test.each([
    ["a missing file", ["none.mtx", "x.csv"], /none\.mtx: there is no such file/],
    ["an unknown ending", ["a.xls", "x.csv"], /a\.xls: ends in "\.xls"; accepted: \.mtx/],
    ["NaN in a matrix", ["nan.mtx", "x.csv"], /nan\.mtx:3: found "NaN" where a number is expected/],
    [
      "a format that cannot hold it",
      ["ok.mtx", "x.at2"],
      /x\.at2: cannot hold a matrix; accepted: \.mtx, \.csv, \.json/,
    ],
    ["a file that exists", ["ok.mtx", "ok.mtx"], /ok\.mtx: exists already/],
    ["too few words", ["ok.mtx"], /missing required argument 'out'/],
  ])("%s", (_, words, message) => {
    write("a.xls", "");
    write("ok.mtx", "%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 1\n");
    write("nan.mtx", "%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 NaN\n");
    const { status, stdout, stderr } = noether("convert", ...words);
    expect(stderr).toMatch(message);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  });
});
