import { describe, expect, test } from "vitest";
import { nodalMasses } from "../../../src/fe/assembly/nodal-mass.js";
import { linearElastic } from "../../../src/fe/materials/linear-elastic.js";
import { toRows } from "../../../src/linalg/matrix.js";
import { elementType } from "../../../src/mesh/element-types.js";
import { elementCount } from "../../../src/mesh/mesh.js";
import { shapedTypes } from "../../../src/mesh/shapes/shape-of.js";
import { block, skewed } from "../meshes.js";
import { solidOf } from "../solids.js";

const material = linearElastic({ E: 1, nu: 0.2, density: 3 });

describe.each(shapedTypes().filter((type) => !type.startsWith("line")))("%s", (type) => {
  const { dimension } = elementType(type);
  const plane = dimension === 2 ? ({ vanishing: "stress", thickness: 0.5 } as const) : null;
  const total = 3 * (plane?.thickness ?? 1);
  const mesh = block(type, { cells: [2, 2, 1], shift: skewed });

  test.each(["consistent", "lumped"] as const)("%s: the masses of a unit block add up, in every direction", (mass) => {
    const { system } = solidOf(mesh, material, { plane, mass });
    const elements = Int32Array.from({ length: elementCount(mesh) }, (_, e) => e);
    const masses = nodalMasses({ mesh, regions: [{ material, elements }], mass, plane, attachments: [] });
    for (let d = 0; d < dimension; d++) {
      const v = Float64Array.from({ length: system.dof }, (_, i) => (i % dimension === d ? 1 : 0));
      const p = new Float64Array(system.dof);
      system.mass.apply(v, p);
      p.forEach((x, i) => {
        if (i % dimension !== d) expect(x).toBe(0);
      });
      expect(p.reduce((sum, x) => sum + x, 0)).toBeCloseTo(total, 12);
      masses.forEach((m, node) => {
        expect(p[dimension * node + d]).toBeCloseTo(m, 14);
      });
      system.mass.solve(p, p);
      p.forEach((x, i) => {
        expect(x).toBeCloseTo(v[i], 12);
      });
    }
    if (mass === "lumped") expect(system.mass.diagonal?.every((m) => m > 0)).toBe(true);
  });

  test("a node that is fixed in one direction only has its mass in the others", () => {
    const fixedAcross = [{ nodes: Int32Array.of(0, 2), direction: 1, motion: null }] as const;
    const free = solidOf(mesh, material, { plane });
    const { system, dofs } = solidOf(mesh, material, { plane, supports: fixedAcross });
    const all = toRows(free.system.mass.matrix);
    const kept = toRows(system.mass.matrix);
    // One comparison: there are ten thousands of entries.
    const places = Array.from(dofs.free);
    expect(JSON.stringify(kept)).toBe(JSON.stringify(places.map((i) => places.map((j) => all[i][j]))));
    const v = Float64Array.from({ length: system.dof }, (_, i) => Math.sin(i));
    const p = new Float64Array(system.dof);
    system.mass.apply(v, p);
    p.forEach((x, i) => {
      expect(x).toBeCloseTo(
        kept[i].reduce((sum, m, j) => sum + m * v[j], 0),
        13,
      );
    });
  });
});

test("the mass of a tetrahedron is ρV/20, twice that on the diagonal", () => {
  const mesh = {
    points: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3),
    nodeNumbers: null,
    blocks: [{ type: "tet4", nodes: Int32Array.of(0, 1, 2, 3), numbers: null }],
    groups: [],
  } as const;
  const rows = toRows(solidOf(mesh, material).system.mass.matrix);
  expect(rows[0][0]).toBeCloseTo(3 / 10, 14);
  expect(rows[0][3]).toBeCloseTo(3 / 20, 14);
  expect(rows[0][4]).toBe(0);
});

test("nodes without mass are named", () => {
  const light = linearElastic({ E: 1, nu: 0.2, density: 0 });
  expect(() => solidOf(block("tet4", { cells: [1, 1, 1] }), light)).toThrow("node 1 has the mass 0");
});
