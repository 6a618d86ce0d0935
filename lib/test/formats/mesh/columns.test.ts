/** Coordinates keep the digits that their format has columns for, and what is lost is said. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { inColumns } from "../../../src/formats/mesh/columns.js";
import { bulkNumber } from "../../../src/formats/mesh/nastran-cards.js";
import { readMesh, writeMesh } from "../../../src/formats/mesh/read-mesh.js";
import type { Mesh } from "../../../src/mesh/mesh.js";
import { sampleMesh } from "./sample-mesh.js";

test.each([
  [-0.001_234_567_890_123_456_7, "-.00123456789012", "-.001234567890123457"],
  [-0.000_123_456_789_012_345_67, "-1.23456789012-4", "-.000123456789012346"],
  [1 / 3, ".333333333333333", "0.3333333333333333"],
  [-123_456.789_012_345_67, "-123456.78901235", "-123456.78901234567"],
  [-1.110_223_024_625_156_5e-16, "-1.1102230246-16", "-1.1102230246252e-16"],
  [1.234_567_890_123_456_7e-10, ".1234567890123-9", ".1234567890123457e-9"],
  [12_345_678_901_234_567, "1234567890123.+4", "12345678901234568."],
  [0, "0.", "0."],
  [-5, "-5.", "-5."],
])("%d in sixteen columns, and in twenty", (value, large, twenty) => {
  expect(inColumns(value, 16, "")).toBe(large);
  expect(inColumns(value, 20, "e")).toBe(twenty);
});

test("any number fits, and comes back but for the digits that have no column", () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, min: -1e300, max: 1e300 }), (x) => {
      for (const [columns, letter, error] of [
        [16, "", 5e-10],
        [20, "e", 5e-13],
      ] as const) {
        const text = inColumns(x, columns, letter);
        expect(text.length).toBeLessThanOrEqual(columns);
        expect(text).toContain(".");
        // Below 1e-308 doubles have fewer digits themselves.
        expect(Math.abs(bulkNumber(text) - x)).toBeLessThanOrEqual(error * Math.abs(x) + 5e-324);
        expect(letter === "" || Number(text) === bulkNumber(text)).toBe(true);
      }
    }),
    { seed: 11, numRuns: 400 },
  );
});

const pointAt = (...points: number[]): Mesh => ({
  points: Float64Array.from(points),
  nodeNumbers: null,
  blocks: [],
  groups: [],
});

test.each([".bdf", ".inp"])("%s says which coordinates are rounded, and only then", (ending) => {
  const exact = writeMesh(pointAt(0.1, -2.5, 1e-17), `it${ending}`);
  expect(exact.notices).toEqual([]);
  expect([...readMesh(exact.bytes, `it${ending}`).mesh.points]).toEqual([0.1, -2.5, 1e-17]);
  const mesh = pointAt(-0.001_234_567_890_123_456_7, 1, -1.110_223_024_625_156_5e-16);
  const { bytes, notices } = writeMesh(mesh, `it${ending}`);
  const [message = ""] = notices;
  const [, columns, most] = [
    ...(/^2 coordinates are rounded, by (\S+) at most: the format reads (\d+) columns/.exec(message) ?? []),
  ].toSorted((a, b) => Number(b) - Number(a));
  expect(Number(columns)).toBe(ending === ".bdf" ? 16 : 20);
  const { points } = readMesh(bytes, `it${ending}`).mesh;
  const differences = Array.from(points, (x, k) => Math.abs(x - (mesh.points[k] ?? 0)));
  expect(Number(most) / Math.max(...differences)).toBeCloseTo(1, 1);
});

test.each([".vtk", ".vtu", ".mesh"])(
  "%s has no place for numbers, which is said where there are others than 1, 2, 3",
  (ending) => {
    const mesh = sampleMesh(["tet4", "hex8"]);
    const spoken = (given: Mesh) =>
      writeMesh(given, `it${ending}`).notices.filter((notice) => notice.includes("numbers:"));
    expect(spoken(mesh)).toEqual([
      "the format has no place for numbers: those of nodes become 1 to 13, those of elements become 1 to 2, in the order of the file",
    ]);
    const counted = mesh.blocks.map((block, k) => ({ ...block, numbers: Int32Array.of(k + 1) }));
    expect(spoken({ ...mesh, nodeNumbers: null, blocks: counted })).toEqual([]);
    expect(spoken({ ...mesh, nodeNumbers: null })).toEqual([
      "the format has no place for numbers: those of elements become 1 to 2, in the order of the file",
    ]);
  },
);
