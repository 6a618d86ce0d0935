import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ElementName, elementType } from "../../../src/mesh/element-types.js";
import { BOX_ELEMENTS, box } from "../../../src/mesh/generate/box.js";
import { building } from "../../../src/mesh/generate/building.js";
import { CYLINDER_ELEMENTS, cylinder } from "../../../src/mesh/generate/cylinder.js";
import { LATTICE_KINDS, lattice } from "../../../src/mesh/generate/lattice.js";
import { elementCount, type Mesh, nodeCount } from "../../../src/mesh/mesh.js";
import { shapeOf } from "../../../src/mesh/shapes/shape-of.js";

/** ∫ dV of every element. Pyramids, which have no shape functions, are two tetrahedra. */
function volumes({ points, blocks: [{ type, nodes }] }: Mesh): number[] {
  const { nodes: width, dimension } = elementType(type);
  const at = (node: number, d: number) => points[3 * node + d];
  const tet = ([a, b, c, d]: number[]) => {
    const [u, v, w] = [b, c, d].map((node) => [0, 1, 2].map((k) => at(node, k) - at(a, k)));
    return (
      (u[0] * (v[1] * w[2] - v[2] * w[1]) - u[1] * (v[0] * w[2] - v[2] * w[0]) + u[2] * (v[0] * w[1] - v[1] * w[0])) / 6
    );
  };
  return Array.from({ length: nodes.length / width }, (_, e) => {
    const own = [...nodes.subarray(e * width, (e + 1) * width)];
    if (type === "pyramid5") return tet([own[0], own[1], own[2], own[4]]) + tet([own[0], own[2], own[3], own[4]]);
    const shape = shapeOf(type);
    const gradients = new Float64Array(width * dimension);
    return shape.mass.points.reduce((sum, xi, k) => {
      shape.gradients(xi, gradients);
      const J = Array.from({ length: dimension }, (_, i) =>
        Array.from({ length: dimension }, (_, j) =>
          own.slice(0, shape.nodes).reduce((total, node, a) => total + at(node, i) * gradients[a * dimension + j], 0),
        ),
      );
      const det =
        dimension === 1
          ? J[0][0]
          : dimension === 2
            ? J[0][0] * J[1][1] - J[0][1] * J[1][0]
            : J[0][0] * (J[1][1] * J[2][2] - J[1][2] * J[2][1]) -
              J[0][1] * (J[1][0] * J[2][2] - J[1][2] * J[2][0]) +
              J[0][2] * (J[1][0] * J[2][1] - J[1][1] * J[2][0]);
      return sum + shape.mass.weights[k] * det;
    }, 0);
  });
}

const total = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0);

/** How often each side of an element occurs, by its corners. */
function sideCounts({ blocks: [{ type, nodes }] }: Mesh): Map<string, number> {
  const { nodes: width, sides } = elementType(type);
  const counts = new Map<string, number>();
  for (let first = 0; first < nodes.length; first += width) {
    for (const side of sides) {
      const key = side.nodes
        .map((node) => nodes[first + node])
        .sort((a, b) => a - b)
        .join();
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return counts;
}

/** Elements meet side to side: a side belongs to two elements, or is on the boundary; all boundary sides are in the groups. */
function expectClosed(mesh: Mesh): void {
  const counts = [...sideCounts(mesh).values()];
  expect(Math.max(...counts)).toBeLessThanOrEqual(2);
  const outer = counts.filter((count) => count === 1).length;
  const named = mesh.groups.map((group) => (group.of === "sides" ? group.elements.length : 0));
  expect(total(named)).toBe(outer);
}

describe("boxes", () => {
  const solids = BOX_ELEMENTS[2].flatMap((element): [ElementName, 6 | 24 | 48][] =>
    element.startsWith("tet")
      ? [
          [element, 6],
          [element, 24],
          [element, 48],
        ]
      : [[element, 6]],
  );

  test.each(solids)(
    "of %s (%i in a cell) fill their volume with positive elements that meet",
    (element, tetrahedra) => {
      const mesh = box({ size: [2, 1, 0.5], cells: [3, 2, 2], element, tetrahedra, origin: [1, -1, 0.25] });
      const each = volumes(mesh);
      expect(Math.min(...each)).toBeGreaterThan(0);
      expect(total(each)).toBeCloseTo(1, 12);
      expectClosed(mesh);
      expect(mesh.groups.map(({ name }) => name)).toEqual(["left", "right", "front", "back", "bottom", "top"]);
      // Every node is used.
      expect(new Set(mesh.blocks[0].nodes).size).toBe(nodeCount(mesh));
    },
  );

  test.each(BOX_ELEMENTS[1])("in the plane of %s", (element) => {
    const mesh = box({ size: [2, 1], cells: [4, 3], element });
    const each = volumes(mesh);
    expect(Math.min(...each)).toBeGreaterThan(0);
    expect(total(each)).toBeCloseTo(2, 12);
    expectClosed(mesh);
    expect(mesh.groups.map(({ name }) => name)).toEqual(["left", "right", "bottom", "top"]);
  });

  test("the sides are where their names say", () => {
    const mesh = box({ size: [3, 2, 1], cells: [2, 2, 2], element: "hex20" });
    const [block] = mesh.blocks;
    const { sides } = elementType("hex20");
    for (const [name, direction, value] of [
      ["left", 0, 0],
      ["right", 0, 3],
      ["front", 1, 0],
      ["back", 1, 2],
      ["bottom", 2, 0],
      ["top", 2, 1],
    ] as const) {
      const group = mesh.groups.find((each) => each.name === name);
      if (group?.of !== "sides") throw new Error(name);
      expect(group.elements).toHaveLength(4);
      group.elements.forEach((element, k) => {
        for (const node of sides[group.sides[k]].nodes)
          expect(mesh.points[3 * block.nodes[20 * element + node] + direction]).toBe(value);
      });
    }
  });

  test("Kuhn's tetrahedra: nodes along x first, six a cell in the usual order of the six permutations", () => {
    const mesh = box({ size: [2, 1, 1], cells: [2, 1, 1], element: "tet4" });
    expect([...mesh.points.subarray(0, 12)]).toEqual([0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 1, 0]);
    // Steps of 1 (x), 3 (y) and 6 (z) from corner to corner; odd permutations change two.
    const cell = [
      [0, 1, 4, 10],
      [0, 7, 1, 10],
      [0, 4, 3, 10],
      [0, 3, 9, 10],
      [0, 6, 7, 10],
      [0, 9, 6, 10],
    ];
    expect([...mesh.blocks[0].nodes]).toEqual([...cell.flat(), ...cell.flat().map((node) => node + 1)]);
  });

  test("the meshes I, II and III of gonzalez2010", () => {
    const of = (cells: number, tetrahedra: 24 | 48) => {
      const mesh = box({ size: [0.1, 0.1, 0.1], cells: [cells, cells, cells], element: "tet4", tetrahedra });
      return [elementCount(mesh), 3 * nodeCount(mesh)];
    };
    expect(of(2, 24)).toEqual([192, 213]);
    expect(of(2, 48)).toEqual([384, 375]);
    expect(of(4, 24)).toEqual([1536, 1287]);
  });

  test("any number of cells", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }), (nx, ny) => {
        const mesh = box({ size: [1, 1, 1], cells: [nx, ny, 2], element: "tet10" });
        expect(elementCount(mesh)).toBe(12 * nx * ny);
        // Kuhn's tetrahedra have the edges of a grid twice as fine.
        expect(nodeCount(mesh)).toBe((2 * nx + 1) * (2 * ny + 1) * 5);
      }),
      { numRuns: 10, seed: 3 },
    );
  });

  test("what cannot be made is refused", () => {
    expect(() => box({ size: [1, 1], cells: [1, 1, 1] })).toThrow(/found 3 numbers for 2 sizes/);
    expect(() => box({ size: [1, 0, 1], cells: [1, 1, 1] })).toThrow(/found 0; accepted: lengths > 0/);
    expect(() => box({ size: [1, 1, 1], cells: [1, 1.5, 1] })).toThrow(/found 1.5; accepted: whole numbers/);
    expect(() => box({ size: [1, 1], cells: [1, 1], element: "hex8" })).toThrow(/accepted: quad4, quad8, tri3, tri6/);
    expect(() => box({ size: [1, 1, 1], cells: [1e4, 1e4, 1e4] })).toThrow(/more than fit/);
  });
});

describe("cylinders", () => {
  test.each(CYLINDER_ELEMENTS)("of %s are closed, and approach the volume of the round one", (element) => {
    const mesh = cylinder({ radius: 0.5, height: 2, cells: [16, 2, 2], element, axis: "x" });
    const each = volumes(mesh);
    expect(Math.min(...each)).toBeGreaterThan(0);
    expectClosed(mesh);
    const exact = Math.PI / 2;
    // Straight edges cut off π²·2/(3·16²) of the area, a little less with middles moved out; curved ones are exact to a ten-thousandth.
    const isCurved = element === "hex20" || element === "tet10";
    expect(Math.abs(total(each) / exact - 1)).toBeLessThan(isCurved ? 1e-3 : 0.03);
    expect(mesh.groups.map(({ name }) => name)).toEqual(["bottom", "top", "outer"]);
    for (let i = 0; i < mesh.points.length; i += 3) {
      expect(mesh.points[i]).toBeGreaterThanOrEqual(0);
      expect(mesh.points[i]).toBeLessThanOrEqual(2);
      expect(Math.hypot(mesh.points[i + 1], mesh.points[i + 2])).toBeLessThan(0.5 + 1e-12);
    }
  });

  test("tubes have an inner side", () => {
    const mesh = cylinder({ radius: 1, inner: 0.8, height: 1, cells: [24, 1, 3], element: "hex20", origin: [5, 0, 0] });
    expect(total(volumes(mesh))).toBeCloseTo(Math.PI * 0.36, 3);
    expectClosed(mesh);
    expect(mesh.groups.map(({ name }) => name)).toEqual(["bottom", "top", "outer", "inner"]);
  });

  test("what cannot be made is refused", () => {
    expect(() => cylinder({ radius: 1, height: 1, cells: [6, 1, 1] })).toThrow(/multiple of four/);
    expect(() => cylinder({ radius: 1, inner: 1, height: 1, cells: [8, 1, 1] })).toThrow(/inner/);
  });
});

describe("lattices and buildings", () => {
  test.each(LATTICE_KINDS)("a %s lattice joins no two nodes twice", (kind) => {
    const mesh = lattice({ size: [1, 1, 1], cells: [2, 2, 2], kind });
    const { nodes } = mesh.blocks[0];
    const pairs = Array.from({ length: nodes.length / 2 }, (_, e) =>
      [nodes[2 * e], nodes[2 * e + 1]].sort((a, b) => a - b).join(),
    );
    expect(new Set(pairs).size).toBe(pairs.length);
    // 3·(2·3·3) edges; 8 to each of 8 centres; 4 a face of 36 and 12 a cell.
    expect(pairs).toHaveLength({ cubic: 54, "body-centred": 64, octet: 36 * 4 + 8 * 12 }[kind]);
    expect(new Set(nodes).size).toBe(nodeCount(mesh));
  });

  test("a building stands on its base", () => {
    const plane = building({ bays: [6, 4], storeys: [4, 3, 3] });
    expect([nodeCount(plane), elementCount(plane)]).toEqual([12, 15]);
    const space = building({ bays: [6, 6], rows: [5], storeys: [4, 3] });
    expect([nodeCount(space), elementCount(space)]).toEqual([18, 12 + 2 * 7]);
    const roof = space.groups.find(({ name }) => name === "roof");
    if (roof?.of !== "nodes") throw new Error("roof");
    for (const node of roof.nodes) expect(space.points[3 * node + 2]).toBe(7);
    expect(space.groups.map(({ name }) => name)).toEqual(["columns", "beams", "base", "floor-1", "floor-2", "roof"]);
  });
});
