import { describe, expect, test } from "vitest";
import { ofTwoDifferences } from "../../../src/core/system.js";
import { continuum } from "../../../src/fe/elements/continuum.js";
import { elementSets } from "../../../src/fe/elements/element-set.js";
import type { ElementName } from "../../../src/mesh/element-types.js";
import { randomNumbers } from "../../systems/derivatives.js";
import { block, skewed } from "../meshes.js";
import { MATERIALS } from "../solids.js";

const TYPES: readonly ElementName[] = ["tet4", "hex8", "tet10", "tri3", "quad8"];
const distance = (a: Float64Array, b: Float64Array) =>
  Math.max(...a.map((x, i) => Math.abs(x - b[i]))) / Math.max(...a.map(Math.abs));

describe.each(TYPES)("%s", (type) => {
  const mesh = block(type, { cells: [1, 1, 1], shift: skewed });
  describe.each(MATERIALS)("$name", (material) => {
    const [set] = elementSets(mesh, Int32Array.of(0), material, 1);
    const { dimension } = set;
    const part = continuum(set, set.nodes);
    const random = randomNumbers(9);
    const u = Float64Array.from({ length: (mesh.points.length / 3) * dimension }, () => 0.02 * random());
    const width = set.nodes.length * dimension;
    const ofNodes = (all: Float64Array) =>
      Float64Array.from({ length: width }, (_, i) => {
        return all[dimension * set.nodes[Math.floor(i / dimension)] + (i % dimension)];
      });
    const own = ofNodes(u);

    test("the move of one coordinate costs what the energies differ by", () => {
      const step = 0.01;
      const values = Float64Array.from(own, (_, k) => part.difference(0, own, k, step));
      const energies = Float64Array.from(own, (_, k) => {
        const moved = own.map((x, i) => (i === k ? x + step : x));
        return part.energyOf(0, moved) - part.energyOf(0, own);
      });
      expect(distance(values, energies)).toBeLessThan(1e-12);
    });

    test("a move by a billionth has all digits: both ways, it is the force", () => {
      const force = new Float64Array(u.length);
      part.addForce(u, force);
      const step = 1e-9;
      const slopes = Float64Array.from(own, (_, k) => {
        return (part.difference(0, own, k, step) - part.difference(0, own, k, -step)) / (2 * step);
      });
      expect(distance(ofNodes(force), slopes)).toBeLessThan(1e-12);
    });

    test("what it changes by with another coordinate is what two moves show", () => {
      const { mixed } = part;
      if (material.energy === null) return expect(mixed).toBeUndefined();
      if (mixed === undefined) throw new Error("mixed differences");
      const before = own.slice();
      const values = [mixed, ofTwoDifferences(part.difference)].map((of) =>
        Float64Array.from({ length: width * width }, (_, i) =>
          of(0, own, Math.floor(i / width), i % width, 0.01, -0.02),
        ),
      );
      // Differences of differences that are some ten times as large.
      expect(distance(values[0], values[1])).toBeLessThan(1e-12);
      expect(own).toEqual(before);
    });
  });
});
