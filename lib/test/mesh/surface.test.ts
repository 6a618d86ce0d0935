import { describe, expect, test } from "vitest";
import { boundaryOf, sidesUnder } from "../../src/mesh/boundary.js";
import { box } from "../../src/mesh/generate/box.js";
import { cylinder } from "../../src/mesh/generate/cylinder.js";
import type { Mesh } from "../../src/mesh/mesh.js";
import { areaOf, pressure, surfaceForces, traction } from "../../src/mesh/surface.js";

const sideOf = (mesh: Mesh, name: string) => {
  const group = mesh.groups.find((each) => each.name === name);
  if (group?.of !== "sides") throw new Error(name);
  return group;
};
const sums = (forces: Float64Array) =>
  [0, 1, 2].map((c) => forces.reduce((sum, f, i) => sum + (i % 3 === c ? f : 0), 0));

describe("forces on surfaces", () => {
  test.each(["hex8", "hex20", "tet4", "tet10", "wedge6"] as const)("of %s add up to area times traction", (element) => {
    const mesh = box({ size: [1, 2, 3], cells: [2, 2, 2], element });
    const forces = surfaceForces(mesh, sideOf(mesh, "right"), 1, traction([1, -2, 0.5]));
    expect(sums(forces)).toEqual([6, -12, 3].map((f) => expect.closeTo(f, 12)));
    // Nodes elsewhere feel nothing.
    forces.forEach((f, i) => {
      if (mesh.points[i - (i % 3)] !== 1) expect(f).toBe(0);
    });
  });

  test("of quadratic faces are consistent: none at the corners of a triangle, a third in the middle of each edge", () => {
    const mesh = box({ size: [1, 1, 1], cells: [1, 1, 1], element: "tet10" });
    const forces = surfaceForces(mesh, sideOf(mesh, "top"), 1, traction([0, 0, 1]));
    for (let node = 0; node < 8; node++) expect(Math.abs(forces[3 * node + 2])).toBeLessThan(1e-15);
  });

  test("pressure on all sides of a body balances itself, and points inwards", () => {
    const mesh = cylinder({ radius: 1, height: 2, cells: [16, 2, 3], element: "hex20" });
    const all = boundaryOf(mesh);
    expect(sums(surfaceForces(mesh, all, 1, pressure))).toEqual([0, 0, 0].map(() => expect.closeTo(0, 12)));
    const [, , down] = sums(surfaceForces(mesh, sideOf(mesh, "top"), 1, pressure));
    expect(-down / Math.PI).toBeCloseTo(1, 3);
    expect(areaOf(mesh, sideOf(mesh, "outer"), 1) / (4 * Math.PI)).toBeCloseTo(1, 4);
  });

  test("in the plane edges have the thickness of the plane", () => {
    const mesh = box({ size: [2, 1], cells: [2, 2], element: "quad8" });
    expect(sums(surfaceForces(mesh, sideOf(mesh, "top"), 0.1, pressure))).toEqual([
      expect.closeTo(0, 14),
      expect.closeTo(-0.2, 14),
      0,
    ]);
  });
});

describe("sides", () => {
  test("of the boundary within nodes: a plane through the body has none", () => {
    const mesh = box({ size: [2, 1, 1], cells: [2, 1, 1] });
    const at = (x: number) => boundaryOf(mesh, (node) => mesh.points[3 * node] === x).elements.length;
    expect([at(0), at(1), at(2)]).toEqual([1, 0, 1]);
  });

  test("under elements of a lower dimension, whichever way those are turned", () => {
    const solid = box({ size: [1, 1, 1], cells: [1, 1, 1] });
    const mesh: Mesh = {
      ...solid,
      blocks: [...solid.blocks, { type: "quad4", nodes: Int32Array.of(4, 5, 7, 6, 6, 7, 5, 4), numbers: null }],
    };
    const { elements, sides } = sidesUnder(mesh, Int32Array.of(1, 2));
    expect([...elements, ...sides]).toEqual([0, 0, 1, 1]);
    const inner: Mesh = {
      ...solid,
      blocks: [...solid.blocks, { type: "tri3", nodes: Int32Array.of(0, 3, 5), numbers: null }],
    };
    expect(() => sidesUnder(inner, Int32Array.of(1))).toThrow(/element 2 is not a side of any element/);
  });
});
