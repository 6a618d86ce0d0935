import { describe, expect, test } from "vitest";
import type { Matrix } from "../../src/core/matrix.js";
import { constantSignal } from "../../src/core/signal.js";
import { gravity, groundAcceleration } from "../../src/fe/boundary/loads.js";
import { linearElastic } from "../../src/fe/materials/linear-elastic.js";
import { solid } from "../../src/fe/solid.js";
import type { BodyLoad } from "../../src/fe/solid-description.js";
import { eigenGeneralized } from "../../src/linalg/eigen-symmetric.js";
import { bilinear } from "../../src/linalg/matrix.js";
import type { ElementName } from "../../src/mesh/element-types.js";
import { shapedTypes } from "../../src/mesh/shapes/shape-of.js";
import { discreteGradientDefects, gradientDefect, randomNumbers, tangentDefect } from "../systems/derivatives.js";
import { block, skewed } from "./meshes.js";
import { bare, HYPERELASTIC, MATERIALS, solidOf } from "./solids.js";

const TYPES = shapedTypes().filter((type) => !type.startsWith("line"));
const inPlane = (type: ElementName) =>
  /^(tri|quad)/.test(type) ? ({ vanishing: "strain", thickness: 0.5 } as const) : null;

/** Random displacements that turn no element inside out. */
function shaken(dof: number, seed: number, size = 0.02): Float64Array {
  const random = randomNumbers(seed);
  return Float64Array.from({ length: dof }, () => size * random());
}

describe.each(TYPES)("%s", (type) => {
  const mesh = block(type, { cells: [2, 1, 1], shift: skewed });
  const plane = inPlane(type);

  test.each(MATERIALS)("$name: force and tangent are derivatives of the energy", (material) => {
    const { system } = solidOf(mesh, material, { plane });
    const q = shaken(system.dof, 3);
    // Eighth-order differences of functions that vary over tenths: (1e-3/0.1)⁸, and some ulps of V over the step.
    expect(gradientDefect(system, q, 1e-3)).toBeLessThan(1e-10);
    expect(tangentDefect(system, q, 1e-3)).toBeLessThan(1e-10);
  });

  test.each(HYPERELASTIC)("$name: the discrete gradient does the work of the step, in both directions", (material) => {
    const { system } = solidOf(mesh, material, { plane });
    const { work, symmetry, tangent } = discreteGradientDefects(
      system,
      shaken(system.dof, 4),
      shaken(system.dof, 5),
      1e-4,
    );
    const energy = system.potential(shaken(system.dof, 4));
    // Some ulps of the energies at both ends.
    expect(work).toBeLessThan(1e-13 * energy);
    expect(symmetry).toBeLessThan(1e-13);
    // The correction varies over the change of strain, about 0.01 where it is smallest; some ulps of the force over the step.
    expect(tangent).toBeLessThan(1e-8);
  });
});

test("nodes that are fixed in some directions only: exact derivatives of what is left, in the order of the nodes", () => {
  const mesh = block("hex8", { cells: [2, 1, 1], shift: skewed });
  const supports = [
    { nodes: Int32Array.of(0, 3, 6), direction: 0, motion: null },
    { nodes: Int32Array.of(0, 7), direction: 2, motion: null },
    { nodes: Int32Array.of(0), direction: 1, motion: null },
  ] as const;
  const { system, dofs } = solidOf(mesh, HYPERELASTIC[1], { supports });
  expect(system.labels.slice(0, 8)).toEqual(["ux2", "uy2", "uz2", "ux3", "uy3", "uz3", "uy4", "uz4"]);
  expect(system.dof).toBe(36 - 6);
  expect(dofs.assembledCount).toBe(11);
  const q = shaken(system.dof, 3);
  expect(gradientDefect(system, q, 1e-3)).toBeLessThan(1e-10);
  expect(tangentDefect(system, q, 1e-3)).toBeLessThan(1e-10);
  expect(discreteGradientDefects(system, q, shaken(system.dof, 4), 1e-4).tangent).toBeLessThan(1e-8);
});

test("two materials and two types of elements in one solid", () => {
  const cubes = block("hex8", { cells: [1, 1, 1] });
  const wedges = block("wedge6", { cells: [1, 1, 1], shift: ([x, y, z]) => [x + 1, y, z] });
  // Nodes 1, 2, 5 and 6 of the first are at x = 1, where the second begins.
  const shared = new Map([
    [0, 1],
    [2, 3],
    [4, 5],
    [6, 7],
  ]);
  const renumbered = wedges.blocks[0].nodes.map((node) => shared.get(node) ?? 8 + node);
  const mesh = {
    points: Float64Array.of(...cubes.points, ...wedges.points),
    nodeNumbers: null,
    blocks: [cubes.blocks[0], { type: "wedge6", nodes: renumbered, numbers: null }],
    groups: [],
  } as const;
  const { system, dofs } = solid({
    ...bare(mesh),
    regions: [
      { material: HYPERELASTIC[0], elements: Int32Array.of(0) },
      { material: HYPERELASTIC[1], elements: Int32Array.of(1, 2) },
    ],
  });
  // The nodes of the second that nobody uses carry no unknowns.
  expect(dofs.nodes.length).toBe(12);
  const q = shaken(system.dof, 5);
  expect(gradientDefect(system, q, 1e-3)).toBeLessThan(1e-10);
  expect(tangentDefect(system, q, 1e-3)).toBeLessThan(1e-10);
});

test("two fields are enough: mass is consistent, plane meshes are in plane stress, regions leave the rest to the material", () => {
  const mesh = block("quad4", { cells: [2, 1, 1], shift: skewed });
  const [first, second] = [linearElastic({ E: 1, nu: 0.3, density: 1 }), linearElastic({ E: 3, nu: 0.2, density: 2 })];
  const { parts } = solid({ mesh, material: first });
  expect(parts).toMatchObject({ mass: "consistent", plane: { vanishing: "stress", thickness: 1 }, loads: [] });
  expect(parts.regions).toEqual([{ material: first, elements: Int32Array.of(0, 1) }]);
  const mixed = solid({ mesh, material: first, regions: [{ material: second, elements: Int32Array.of(1) }] });
  expect(mixed.parts.regions.map(({ elements }) => [...elements])).toEqual([[1], [0]]);
  expect(() => solid({ mesh })).toThrow("material: no element has a material; give material, or regions");
});

test("gravity acts on all mass, points included, and the ground against its own acceleration", () => {
  const mesh = block("hex8", { cells: [1, 1, 1] });
  const material = linearElastic({ E: 1, nu: 0.3, density: 6 });
  const whole = (load: BodyLoad) => {
    const { parts } = solid({ mesh, material, loads: [load], attachments: [{ kind: "mass", node: 3, mass: 2 }] });
    const sums = [0, 0, 0];
    parts.loads[0].pattern.forEach((force, i) => {
      sums[i % 3] += force;
    });
    return sums.map((sum) => Number(sum.toFixed(12)));
  };
  expect(whole(gravity([0, 0, -10]))).toEqual([0, 0, -80]);
  expect(whole(groundAcceleration([1, 0, 0], constantSignal(1)))).toEqual([-8, 0, 0]);
});

test("an element without material, with two, and one inside out are refused by number", () => {
  const mesh = block("tet4", { cells: [1, 1, 1] });
  const [material] = HYPERELASTIC;
  const made = (...lists: number[][]) =>
    solid({ ...bare(mesh), regions: lists.map((list) => ({ material, elements: Int32Array.from(list) })) });
  expect(() => made([0, 1, 2, 3, 4])).toThrow("regions: element 6 has no material");
  expect(() => made([0, 1, 2, 3, 4, 5], [2])).toThrow("regions: element 3 has 2 materials");
  const turned = {
    ...mesh,
    blocks: [
      { ...mesh.blocks[0], nodes: mesh.blocks[0].nodes.map((n, k) => (k < 2 ? mesh.blocks[0].nodes[1 - k] : n)) },
    ],
  };
  expect(() => solidOf(turned, material)).toThrow("element 1: the element is inside out");
});

test("modal damping gives every mode its ratio", () => {
  const mesh = block("quad4", { cells: [1, 1, 1] });
  const { system } = solidOf(mesh, linearElastic({ E: 10, nu: 0.3, density: 2 }), {
    plane: { vanishing: "strain", thickness: 1 },
    supports: [0, 1].map((direction) => ({ nodes: Int32Array.of(0, 1), direction: direction as 0, motion: null })),
    damping: { kind: "modal", ratio: 0.1 },
  });
  if (system.kind !== "linear" || system.viscosity === null) throw new Error("a damped linear system expected");
  const modes = eigenGeneralized(system.stiffness, system.mass.matrix);
  if (!("vectors" in modes)) throw new Error("modes expected");
  modes.vectors.forEach((mode, k) => {
    const damping = bilinear(system.viscosity as Matrix, mode, mode);
    expect(damping / (2 * Math.sqrt(modes.values[k]))).toBeCloseTo(0.1, 10);
  });
});
