import { describe, expect, test } from "vitest";
import { continuum, generalContinuum } from "../../../src/fe/elements/continuum.js";
import { elementSets } from "../../../src/fe/elements/element-set.js";
import { generatedContinuum } from "../../../src/fe/elements/generated-continuum.js";
import type { StoredEnergy } from "../../../src/fe/materials/material.js";
import { elementAssembly } from "../../../src/linalg/assembly.js";
import { elementType } from "../../../src/mesh/element-types.js";
import { elementCount } from "../../../src/mesh/mesh.js";
import { randomNumbers } from "../../systems/derivatives.js";
import { block, skewed } from "../meshes.js";
import { HYPERELASTIC } from "../solids.js";

const distance = (a: Float64Array, b: Float64Array) =>
  Math.max(...a.map((x, i) => Math.abs(x - b[i]))) / Math.max(...a.map(Math.abs));

const CELLS = { tet4: [5, 3, 3], tri3: [12, 10, 1], quad4: [8, 8, 1], quad8: [5, 5, 1] } as const;
const MESHES = (["tet4", "tet10", "hex8", "hex20", "wedge6", "tri3", "quad4", "quad8"] as const).map((element) => {
  const { dimension } = elementType(element);
  const cells = element in CELLS ? CELLS[element as keyof typeof CELLS] : ([3, 3, 3] as const);
  const mesh = block(element, { cells, shift: skewed });
  // Displacements have as many numbers a node as there are directions.
  const places = mesh.points.filter((_, i) => i % 3 < dimension);
  return { element, mesh, places };
});

describe.each(MESHES)("$element", ({ mesh, places }) => {
  // An odd number of elements: the last one has no partner.
  const count = elementCount(mesh) - 1 + (elementCount(mesh) % 2);
  const elements = Int32Array.from({ length: count }, (_, e) => e);
  const random = randomNumbers(9);
  const u = Float64Array.from(places, () => 0.02 * random());
  const moved = Float64Array.from(places, (x, i) => 0.2 * x + u[(i + 7) % u.length]);

  describe.each(HYPERELASTIC)("$name", (material) => {
    const [set] = elementSets(mesh, elements, material, 1);
    const general = generalContinuum(set, set.nodes);
    const isGenerated = () => {
      throw new Error("SIMD expected");
    };
    const nothing = {
      addForce: isGenerated,
      addMeanForce: isGenerated,
      addTangent: isGenerated,
      addMeanTangent: isGenerated,
    };
    const generated = { ...nothing, ...generatedContinuum(set, set.nodes, material.energy as StoredEnergy, nothing) };
    const ofBoth = (general: (out: Float64Array) => void, generated: (out: Float64Array) => void) =>
      [general, generated].map((add) => {
        const out = new Float64Array(u.length).fill(0.5);
        add(out);
        return out;
      });

    test("forces are those of the general elements, added to what is there, from a tenth to ten times the volume", () => {
      const swollen = [0.47, 0.9, 2.1].map((factor) =>
        Float64Array.from(places, (x, i) => (factor - 1) * x + 0.1 * u[i]),
      );
      for (const place of [u, ...swollen]) {
        const [one, two] = ofBoth(
          (out) => general.addForce(place, out),
          (out) => generated.addForce(place, out),
        );
        // Sums of some tens of terms in another order, and powers of J.
        expect(distance(one, two)).toBeLessThan(1e-12);
      }
    });

    test("mean forces too, from step to step and from nowhere to nowhere", () => {
      const near = Float64Array.from(moved, (x, i) => x + 1e-9 * u[i]);
      for (const [from, to] of [
        [u, moved],
        [moved, u],
        [moved, moved],
        [moved, near],
      ]) {
        const [one, two] = ofBoth(
          (out) => general.addMeanForce(from, to, out),
          (out) => generated.addMeanForce(from, to, out),
        );
        expect(distance(one, two)).toBeLessThan(1e-12);
      }
    });

    test("tangents, at a state and over a step, are those of the general elements, added to what is there", () => {
      const { dimension, nodes: perElement } = set.shape;
      const assembly = elementAssembly(u.length / dimension, set.nodes, perElement, dimension);
      const ofAll = (add: (values: Float64Array) => void) => {
        const values = new Float64Array(assembly.pattern.column.length).fill(0.5);
        add(values);
        return values;
      };
      for (const place of [u, moved]) {
        const [one, two] = [general, generated].map((part) =>
          ofAll((values) => part.addTangent(place, assembly, values)),
        );
        expect(distance(one, two)).toBeLessThan(1e-12);
      }
      const near = Float64Array.from(moved, (x, i) => x + 1e-3 * u[i]);
      for (const [from, to] of [
        [u, moved],
        [moved, u],
        [moved, moved],
        [moved, near],
      ]) {
        const [one, two] = [general, generated].map((part) =>
          ofAll((values) => part.addMeanTangent(from, to, assembly, values)),
        );
        // φ is known to the digits of the stress, divided by the change of strain, 1e-5 in the last of them.
        expect(distance(one, two)).toBeLessThan(1e-10);
      }
    });
  });
});

test("turned inside out there is no force, but NaN, where the material forbids it", () => {
  const { mesh } = MESHES[0];
  const mirrored = Float64Array.from(mesh.points, (x, i) => (i % 3 === 0 ? -2 * x : 0));
  for (const material of HYPERELASTIC) {
    const [set] = elementSets(
      mesh,
      Int32Array.from({ length: elementCount(mesh) }, (_, e) => e),
      material,
      1,
    );
    const out = new Float64Array(mesh.points.length);
    continuum(set, set.nodes).addForce(mirrored, out);
    expect(out.some(Number.isNaN)).toBe(material.name !== "st-venant-kirchhoff");
  }
});

test("a handful of elements is not worth the code", () => {
  const { mesh } = MESHES[0];
  const [material] = HYPERELASTIC;
  const [set] = elementSets(
    mesh,
    Int32Array.from({ length: 10 }, (_, e) => e),
    material,
    1,
  );
  const general = generalContinuum(set, set.nodes);
  expect(generatedContinuum(set, set.nodes, material.energy as StoredEnergy, general)).toEqual({});
});
