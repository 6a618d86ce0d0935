import { describe, expect, test } from "vitest";
import { ofTwoDifferences } from "../../../src/core/system.js";
import { continuum, generalContinuum } from "../../../src/fe/elements/continuum.js";
import { elementSets } from "../../../src/fe/elements/element-set.js";
import { addTetrahedralForce } from "../../../src/fe/elements/tetrahedra.js";
import { tetrahedraInPairs } from "../../../src/fe/elements/tetrahedra-in-pairs.js";
import { addTetrahedralMeanForce } from "../../../src/fe/elements/tetrahedra-mean.js";
import { mooneyRivlin } from "../../../src/fe/materials/mooney-rivlin.js";
import { neoHookean } from "../../../src/fe/materials/neo-hookean.js";
import { elementAssembly } from "../../../src/linalg/assembly.js";
import { randomNumbers } from "../../systems/derivatives.js";
import { block, skewed } from "../meshes.js";

const mesh = block("tet4", { cells: [5, 3, 3], shift: skewed });
// An odd number of elements: the last one has no partner.
const elements = Int32Array.from({ length: 269 }, (_, e) => e);
const isochoric = { C10: 2, D1: 0.3 };
const random = randomNumbers(9);
const u = Float64Array.from(mesh.points, () => 0.02 * random());
const distance = (a: Float64Array, b: Float64Array) =>
  Math.max(...a.map((x, i) => Math.abs(x - b[i]))) / Math.max(...a.map(Math.abs));

describe.each([neoHookean({ E: 10, nu: 0.3, density: 2 }), mooneyRivlin({ ...isochoric, density: 1 })])(
  "$name",
  (material) => {
    const [set] = elementSets(mesh, elements, material, 1);

    test("written out, forces and tangents are those of the general elements", () => {
      const [general, quick] = [generalContinuum, continuum].map((make) => {
        const part = make(set, set.nodes);
        const assembly = elementAssembly(mesh.points.length / 3, set.nodes, 4, 3);
        const force = new Float64Array(u.length);
        const values = new Float64Array(assembly.pattern.column.length);
        part.addForce(u, force);
        part.addTangent(u, assembly, values);
        return { force, values };
      });
      // Sums of some tens of terms in another order.
      expect(distance(general.force, quick.force)).toBeLessThan(1e-13);
      expect(distance(general.values, quick.values)).toBeLessThan(1e-13);
    });

    test("written out, the move of one coordinate costs what it costs in general", () => {
      const [general, quick] = [generalContinuum, continuum].map((make) => make(set, set.nodes));
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

describe("two at a time", () => {
  const [set] = elementSets(mesh, elements, mooneyRivlin({ ...isochoric, density: 1 }), 1);
  const { gradients, volumes, material } = set;
  const tetrahedra = { offsets: set.nodes.map((node) => 3 * node), gradients, volumes };
  const pairs = tetrahedraInPairs(tetrahedra, isochoric);
  if (pairs === null || material.energy === null) throw new Error("SIMD expected");
  const { energy } = material;

  test("the forces are those of one at a time, added to what is there", () => {
    const [one, two] = [new Float64Array(u.length).fill(0.5), new Float64Array(u.length).fill(0.5)];
    addTetrahedralForce(tetrahedra, energy, u, one);
    pairs.force(u, two);
    expect(distance(one, two)).toBeLessThan(1e-13);
  });

  test("also far from rest, from a tenth to ten times the volume", () => {
    for (const factor of [0.47, 0.9, 2.1]) {
      const swollen = Float64Array.from(mesh.points, (x, i) => (factor - 1) * x + 0.1 * u[i]);
      const [one, two] = [new Float64Array(u.length), new Float64Array(u.length)];
      addTetrahedralForce(tetrahedra, energy, swollen, one);
      pairs.force(swollen, two);
      expect(distance(one, two)).toBeLessThan(1e-12);
    }
  });

  test("mean forces too, from step to step and from nowhere to nowhere", () => {
    const other = Float64Array.from(mesh.points, (x, i) => 0.2 * x + u[(i + 7) % u.length]);
    for (const [from, to] of [
      [u, other],
      [other, u],
      [other, other],
      [other, Float64Array.from(other, (x, i) => x + 1e-9 * u[i])],
    ]) {
      const [one, two] = [new Float64Array(u.length).fill(0.5), new Float64Array(u.length).fill(0.5)];
      addTetrahedralMeanForce(tetrahedra, energy, from, to, one);
      pairs.meanForce(from, to, two);
      expect(distance(one, two)).toBeLessThan(1e-12);
    }
  });

  test("turned inside out there is no force, but NaN", () => {
    const mirrored = Float64Array.from(mesh.points, (x, i) => (i % 3 === 0 ? -2 * x : 0));
    const out = new Float64Array(u.length);
    pairs.force(mirrored, out);
    expect(out.some(Number.isNaN)).toBe(true);
  });
});

test("a handful of elements is not worth the copies", () => {
  const [set] = elementSets(mesh, elements.slice(0, 10), mooneyRivlin({ ...isochoric, density: 1 }), 1);
  const { gradients, volumes, nodes } = set;
  expect(tetrahedraInPairs({ offsets: nodes.map((node) => 3 * node), gradients, volumes }, isochoric)).toBeNull();
});
