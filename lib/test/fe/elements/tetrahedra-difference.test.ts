import { describe, expect, test } from "vitest";
import { ofTwoDifferences } from "../../../src/core/system.js";
import { continuum, generalContinuum } from "../../../src/fe/elements/continuum.js";
import { elementSets } from "../../../src/fe/elements/element-set.js";
import { mooneyRivlin } from "../../../src/fe/materials/mooney-rivlin.js";
import { neoHookean } from "../../../src/fe/materials/neo-hookean.js";
import { randomNumbers } from "../../systems/derivatives.js";
import { block, skewed } from "../meshes.js";

const mesh = block("tet4", { cells: [5, 3, 3], shift: skewed });
const elements = Int32Array.from({ length: 269 }, (_, e) => e);
const random = randomNumbers(9);
const u = Float64Array.from(mesh.points, () => 0.02 * random());
const distance = (a: Float64Array, b: Float64Array) =>
  Math.max(...a.map((x, i) => Math.abs(x - b[i]))) / Math.max(...a.map(Math.abs));

describe.each([neoHookean({ E: 10, nu: 0.3, density: 2 }), mooneyRivlin({ C10: 2, D1: 0.3, density: 1 })])(
  "$name",
  (material) => {
    const [set] = elementSets(mesh, elements, material, 1);
    const parts = [generalContinuum, continuum].map((make) => make(set, set.nodes));

    test("written out, the move of one coordinate costs what it costs in general", () => {
      const [general, quick] = parts;
      for (const e of [0, 7, 268]) {
        const own = Float64Array.from({ length: 12 }, (_, i) => u[3 * set.nodes[4 * e + Math.floor(i / 3)] + (i % 3)]);
        for (const step of [0.03, -1e-9]) {
          const [one, other] = [general, quick].map((part) =>
            Float64Array.from(own, (_, k) => part.difference(e, own, k, step)),
          );
          // Some ulps, also where the step is a billionth: nothing cancels.
          expect(distance(one, other)).toBeLessThan(1e-13);
        }
      }
    });

    test("written out, what that changes by with another coordinate is what two moves show", () => {
      const part = continuum(set, set.nodes);
      const general = ofTwoDifferences(generalContinuum(set, set.nodes).difference);
      if (part.mixed === undefined) throw new Error("written out");
      for (const e of [0, 7, 268]) {
        const own = Float64Array.from({ length: 12 }, (_, i) => u[3 * set.nodes[4 * e + Math.floor(i / 3)] + (i % 3)]);
        const before = own.slice();
        const values = [part.mixed, general].map((mixed) =>
          Float64Array.from({ length: 144 }, (_, i) => mixed(e, own, Math.floor(i / 12), i % 12, 0.03, -0.02)),
        );
        // Differences of differences that are some ten times as large.
        expect(distance(values[0], values[1])).toBeLessThan(1e-12);
        expect(own).toEqual(before);
      }
    });
  },
);
