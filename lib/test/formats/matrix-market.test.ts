import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readMatrixMarket, writeMatrixMarket } from "../../src/formats/matrix-market.js";
import { fromRows, toRows } from "../../src/linalg/matrix.js";
import { survives } from "./hostile.js";

const rowsOf = (text: string) => toRows(readMatrixMarket(text, { file: "it" }).matrix);
const refusal = (text: string, square = true) => {
  try {
    readMatrixMarket(text, { file: "K.mtx", square });
  } catch (error) {
    return (error as Error).message;
  }
  return "accepted";
};

describe("reads", () => {
  test("coordinates in any order, comments, blank lines and CR LF", () => {
    const text = [
      "%%MatrixMarket matrix coordinate real general",
      "% a comment",
      "",
      "2 2 3",
      " 2 2  5.0",
      "% another",
      "1 1 1e0",
      "1 2 .5",
      "",
    ].join("\r\n");
    expect(rowsOf(text)).toEqual([
      [1, 0.5],
      [0, 5],
    ]);
  });

  test("a symmetric file as both triangles, lower or upper", () => {
    const both = [
      [2, -1],
      [-1, 0],
    ];
    expect(rowsOf("%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n1 1 2\n2 1 -1\n")).toEqual(both);
    expect(rowsOf("%%matrixmarket MATRIX Coordinate integer Symmetric\n2 2 2\n1 1 2\n1 2 -1\n")).toEqual(both);
  });

  test("a skew-symmetric one with the sign turned", () => {
    expect(rowsOf("%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n2 1 3\n")).toEqual([
      [0, -3],
      [3, 0],
    ]);
  });

  test("arrays column by column", () => {
    expect(rowsOf("%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n4\n")).toEqual([
      [1, 3],
      [2, 4],
    ]);
    expect(rowsOf("%%MatrixMarket matrix array real symmetric\n2 2\n1\n2\n3\n")).toEqual([
      [1, 2],
      [2, 3],
    ]);
    expect(rowsOf("%%MatrixMarket matrix array real skew-symmetric\n2 2\n7\n")).toEqual([
      [0, -7],
      [7, 0],
    ]);
  });

  test("rectangular ones where they are wanted", () => {
    const text = "%%MatrixMarket matrix array real general\n3 1\n1\n2\n3\n";
    const { rows, columns, matrix } = readMatrixMarket(text, { square: false });
    expect([rows, columns, toRows(matrix)[2][0]]).toEqual([3, 1, 3]);
  });

  test("rows without entries: massless degrees of freedom", () => {
    expect(rowsOf("%%MatrixMarket matrix coordinate real symmetric\n3 3 1\n2 2 5\n")).toEqual([
      [0, 0, 0],
      [0, 5, 0],
      [0, 0, 0],
    ]);
  });
});

describe("refuses, naming file and line,", () => {
  const head = "%%MatrixMarket matrix coordinate real general";
  test.each([
    ["another file", "hello\n", /^K\.mtx:1: found "hello"; a Matrix Market file starts with/],
    ["nothing at all", "", /^K\.mtx:1: found ""/],
    ["a banner alone", `${head}\n% no more\n`, /^K\.mtx:2: the file ends before the line with the size/],
    ["complex values", "%%MatrixMarket matrix coordinate complex general\n1 1 0\n", /^K\.mtx:1: the matrix is complex/],
    ["a pattern", "%%MatrixMarket matrix coordinate pattern general\n1 1 0\n", /^K\.mtx:1: .* no values/],
    ["NaN", `${head}\n2 2 1\n1 1 NaN\n`, /^K\.mtx:3: found "NaN" where a number is expected; accepted: finite/],
    ["infinity", `${head}\n2 2 1\n\n1 1 1e400\n`, /^K\.mtx:4: found "1e400"/],
    ["an index out of range", `${head}\n2 2 1\n1 3 1\n`, /^K\.mtx:3: the column is "3"; accepted: 1 to 2/],
    ["index 0", `${head}\n2 2 1\n0 1 1\n`, /^K\.mtx:3: the row is "0"; accepted: 1 to 2/],
    ["a short entry", `${head}\n2 2 1\n1 1\n`, /^K\.mtx:3: found "1 1"; an entry is/],
    ["too few entries", `${head}\n2 2 2\n1 1 1\n%%%%%\n`, /^K\.mtx:4: the file ends after 1 of 2 entries/],
    ["too many entries", `${head}\n2 2 1\n1 1 1\n1 2 1\n`, /^K\.mtx:4: goes on after the 1 entries/],
    ["an announced giant", `${head}\n9 9 999999999999\n1 1 1\n`, /^K\.mtx:2: announces 999999999999 entries/],
    ["rows without end", `${head}\n2000000000 2000000000 1\n1 1 1\n`, /^K\.mtx:2: announces 2000000000 rows/],
    ["a dense giant", "%%MatrixMarket matrix array real general\n60000 60000\n1\n", /^K\.mtx:2: announces 3600000000/],
    ["a rectangle", `${head}\n2 3 1\n1 1 1\n`, /^K\.mtx:2: the matrix has 2 rows and 3 columns; accepted: a square/],
    [
      "an entry given twice",
      `${head}\n1 1 2\n1 1 1\n1 1 2\n`,
      /^K\.mtx:4: the entry \(1, 1\) is given twice, in line 3 and here/,
    ],
    [
      "fractions where integers are announced",
      "%%MatrixMarket matrix coordinate integer general\n1 1 1\n1 1 1.5\n",
      /^K\.mtx:3: found 1\.5/,
    ],
    ["another file, of which little is shown", "root:*:20228:0:99999:7:::\n", /^K\.mtx:1: found "root:\*:20228:0:9";/],
    [
      "both triangles of a symmetric matrix",
      "%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n1 2 1\n2 1 1\n",
      /^K\.mtx:4: entry \(2, 1\) lies in the other triangle/,
    ],
    [
      "a diagonal in a skew-symmetric matrix",
      "%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n1 1 1\n",
      /^K\.mtx:3: entry \(1, 1\) is 1; the diagonal/,
    ],
  ])("%s", (_, text, message) => {
    expect(refusal(text)).toMatch(message);
  });

  test("a rectangular symmetric matrix even where rectangles are welcome", () => {
    expect(refusal("%%MatrixMarket matrix coordinate real symmetric\n2 3 0\n", false)).toMatch(/^K\.mtx:2: .*square/);
  });
});

describe("writes", () => {
  test("the lower triangle of a symmetric matrix with seventeen digits", () => {
    const matrix = fromRows([
      [0.1, 2],
      [2, -3],
    ]);
    expect(writeMatrixMarket({ matrix, rows: 2, columns: 2 }).split("\n")).toEqual([
      "%%MatrixMarket matrix coordinate real symmetric",
      "2 2 3",
      "1 1 1.0000000000000001e-1",
      "2 1 2.0000000000000000e+0",
      "2 2 -3.0000000000000000e+0",
      "",
    ]);
  });

  test("what is read back bit for bit", () => {
    // But for the sign of a zero, which means nothing in a matrix.
    const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((x) => x + 0);
    const square = fc
      .integer({ min: 1, max: 6 })
      .chain((n) => fc.array(fc.array(number, { minLength: n, maxLength: n }), { minLength: n, maxLength: n }));
    fc.assert(
      fc.property(square, (rows) => {
        const { matrix } = readMatrixMarket(
          writeMatrixMarket({ matrix: fromRows(rows), rows: rows.length, columns: rows.length }),
        );
        expect(toRows(matrix)).toEqual(rows);
      }),
      { seed: 1 },
    );
  });
});

test("a damaged file is refused as wrong input", () => {
  const valid = "%%MatrixMarket matrix coordinate real symmetric\n% c\n3 3 4\n1 1 2.5\n2 1 -1\n2 2 2\n3 3 1e-3\n";
  survives(valid, (text) => readMatrixMarket(text, { file: "it" }), 3000);
});
