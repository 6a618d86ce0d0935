import { expect, test } from "vitest";
import { readNastran } from "../../../src/formats/mesh/nastran.js";
import { bulkNumber } from "../../../src/formats/mesh/nastran-cards.js";

const read = (text: string) => readNastran(new TextEncoder().encode(text), "it");

test.each([
  ["7.85-9", 7.85e-9],
  ["2.1+11", 2.1e11],
  ["1.D3", 1000],
  [".5", 0.5],
  ["-3", -3],
])("%s is a number", (text, value) => {
  expect(bulkNumber(text)).toBe(value);
});

test.each(["", "1.5-", "abc", "--2", "1e"])("%j is none", (text) => {
  expect(bulkNumber(text)).toBeNaN();
});

test("small, large and free fields, with and without marks of continuation", () => {
  const { mesh } = read(`BEGIN BULK
$ a comment
GRID           1              0.      0.      0.
GRID*                  2                              1.              0.
*                     0.
GRID,3,,0.,1.
GRID\t4\t\t0.\t0.\t1.
CTETRA         7       3       1       2       3       4
CHEXA,8,4,1,2,3,4,1,2
,3,4
CTETRA  9       5       1       2       3       4       1       2       +A
+A      3       4       1       2
ENDDATA
this is not read
`);
  expect([...mesh.points]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]);
  expect(mesh.blocks.map(({ type, numbers }) => [type, ...(numbers ?? [])])).toEqual([
    ["tet4", 7],
    ["hex8", 8],
    ["tet10", 9],
  ]);
  expect(mesh.groups.map(({ name }) => name)).toEqual(["property-3", "property-4", "property-5"]);
});

test("the middles of the edges between the two faces come before those of the second face", () => {
  const nodes = Array.from({ length: 20 }, (_, k) => k + 1);
  const grids = nodes.map((n) => `GRID,${n},,${n}.,0.,0.\n`).join("");
  const fields = [1, 1, ...nodes];
  const card = `CHEXA,${fields.slice(0, 8)}\n,${fields.slice(8, 16)}\n,${fields.slice(16)}\n`;
  const { mesh } = read(grids + card);
  expect([...mesh.blocks[0].nodes]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 16, 17, 18, 19, 12, 13, 14, 15]);
});

test("coordinate systems: rectangular, cylindrical, spherical, in one another, and made from grids", () => {
  const { mesh } = read(`CORD2R,1,0,1.,0.,0.,1.,0.,1.
,1.,1.,0.
CORD2C,2,1,0.,0.,0.,0.,0.,1.
,1.,0.,0.
CORD2S,3,0,0.,0.,0.,0.,0.,1.
,1.,0.,0.
CORD1R,4,10,11,12
GRID,1,1,1.,0.,0.
GRID,2,2,2.,90.,5.
GRID,3,3,2.,90.,90.
GRID,10,0,5.,0.,0.
GRID,11,0,5.,1.,0.
GRID,12,0,5.,0.,1.
GRID,4,4,1.,2.,3.
`);
  const at = (k: number) => [...mesh.points.subarray(3 * k, 3 * k + 3)].map((x) => Number(x.toFixed(12)) + 0);
  // System 1: origin (1, 0, 0), z along z, x along y.
  expect(at(0)).toEqual([1, 1, 0]);
  // System 2 in it: radius 2 at 90° is its y, which is -x of the basic system.
  expect(at(1)).toEqual([-1, 0, 5]);
  // Spherical: on the equator, at 90°.
  expect(at(2)).toEqual([0, 2, 0]);
  // System 4: origin (5, 0, 0), z along y, x along z, hence y along x.
  expect(at(6)).toEqual([7, 3, 1]);
});

test.each([
  ["a system that is not there", "GRID,1,9,0.,0.,0.\n", /there is no coordinate system 9/],
  ["a system defined by itself", "CORD2R,1,1,0.,0.,0.,0.,0.,1.\n,1.,0.,0.\nGRID,1,1,0.,0.,0.\n", /defined by itself/],
  ["points on a line", "CORD2R,1,0,0.,0.,0.,0.,0.,1.\n,0.,0.,2.\nGRID,1,1,0.,0.,0.\n", /lie on a line/],
  ["a word for a number", "GRID,1,,0.,x,0.\n", /it:1: GRID: field 5 is "x"; accepted: a number/],
  ["an empty node", "GRID,1,,0.,0.,0.\nCTETRA,1,1,1,1,1\n", /it:2: CTETRA: field 7 is empty; accepted: a whole number/],
  ["a continuation of nothing", "+A      1\n", /it:1: found "\+A {6}1", which continues no card/],
  ["another file", "INCLUDE 'a.bdf'\n", /INCLUDE/],
])("refused: %s", (_, text, reason) => {
  expect(() => read(text)).toThrow(reason);
});
