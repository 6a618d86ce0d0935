import fc from "fast-check";
import { expect, test } from "vitest";
import { writeAbaqus } from "../../../src/formats/mesh/abaqus-write.js";

/** The coordinates of one node as they are written. */
function written(point: readonly number[]): string[] {
  const { bytes } = writeAbaqus({ points: Float64Array.from(point), nodeNumbers: null, blocks: [], groups: [] });
  const [, , line = ""] = new TextDecoder().decode(bytes).split("\n");
  return line
    .split(",")
    .slice(1)
    .map((field) => field.trim());
}

test("numbers fit into twenty characters: CalculiX would read −1.1102230246251565e-16 as −0.11", () => {
  const number = fc.double({ noNaN: true, noDefaultInfinity: true });
  fc.assert(
    fc.property(number, number, number, (x, y, z) => {
      written([x, y, z]).forEach((field, k) => {
        const value = [x, y, z][k];
        expect(field.length).toBeLessThanOrEqual(20);
        // A sign and an exponent of three digits leave room for 13; below 1e-308 doubles have fewer themselves.
        expect(Math.abs(Number(field) - value)).toBeLessThanOrEqual(5e-13 * Math.abs(value));
      });
    }),
    { seed: 5 },
  );
  expect(written([-1.1102230246251565e-16, 0.1, -1 / 3])).toEqual([
    "-1.1102230246252e-16",
    "0.1",
    "-0.3333333333333333",
  ]);
});
