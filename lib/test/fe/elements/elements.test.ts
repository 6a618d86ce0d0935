/** What every element has to do: pass the patch test, cost nothing to turn, agree with itself when turned, converge at its rate. */
import { describe, expect, test } from "vitest";
import { hyperelasticLaw } from "../../../src/fe/materials/hyperelastic-law.js";
import { linearElastic } from "../../../src/fe/materials/linear-elastic.js";
import { neoHookean } from "../../../src/fe/materials/neo-hookean.js";
import { eigenGeneralized } from "../../../src/linalg/eigen-symmetric.js";
import { elementType } from "../../../src/mesh/element-types.js";
import { shapedTypes } from "../../../src/mesh/shapes/shape-of.js";
import { randomNumbers } from "../../systems/derivatives.js";
import { block, skewed } from "../meshes.js";
import { solidOf } from "../solids.js";

const material = neoHookean({ E: 10, nu: 0.3, density: 2 });
const TYPES = shapedTypes().filter((type) => !type.startsWith("line"));

describe.each(TYPES)("%s", (type) => {
  const { dimension, corners, nodes } = elementType(type);
  const plane = dimension === 2 ? ({ vanishing: "strain", thickness: 0.5 } as const) : null;
  const mesh = block(type, { cells: [3, 3, 3], shift: skewed });
  const { system, dofs } = solidOf(mesh, material, { plane });
  const rest = (i: number) => mesh.points[3 * Math.floor(i / dimension) + (i % dimension)];
  /** Displacements of the map x = T X + shift. */
  const mapped = (T: readonly (readonly number[])[], shift = 0) =>
    Float64Array.from({ length: system.dof }, (_, i) => {
      const node = Math.floor(i / dimension);
      let x = shift;
      for (let d = 0; d < dimension; d++) x += T[i % dimension][d] * mesh.points[3 * node + d];
      return x - rest(i);
    });

  test("patch: a uniform strain has its energy, and no force inside", () => {
    const T = [
      [1.1, 0.2, -0.1],
      [0.05, 0.9, 0.1],
      [-0.05, 0.1, 1.05],
    ];
    const q = mapped(T);
    const H = Float64Array.from({ length: 9 }, (_, k) => {
      const [i, j] = [Math.floor(k / 3), k % 3];
      return i < dimension && j < dimension ? T[i][j] - (i === j ? 1 : 0) : 0;
    });
    if (material.energy === null) throw new Error("hyperelastic expected");
    const volume = plane?.thickness ?? 1;
    expect(system.potential(q)).toBeCloseTo(volume * hyperelasticLaw(material.energy).energy(H), 13);
    const force = new Float64Array(system.dof);
    system.gradient(q, force);
    const size = Math.max(...force.map(Math.abs));
    force.forEach((f, i) => {
      const node = dofs.nodes[Math.floor(i / dimension)];
      const inside = [0, 1, 2].slice(0, dimension).every((d) => {
        const x = mesh.points[3 * node + d];
        return x > 1e-9 && x < 1 - 1e-9;
      });
      // Some tens of terms that cancel.
      if (inside) expect(Math.abs(f)).toBeLessThan(1e-13 * size);
    });
  });

  test("turned as a whole it has no energy and no forces; its forces turn along", () => {
    const [c, s] = [Math.cos(2), Math.sin(2)];
    const R =
      dimension === 2
        ? [
            [c, -s],
            [s, c],
          ]
        : [
            [c, 0, -s],
            [0, 1, 0],
            [s, 0, c],
          ];
    const turned = mapped(R, 3);
    const force = new Float64Array(system.dof);
    system.gradient(turned, force);
    // Displacements of size 3 are rounded, and the strain is their difference over a tenth.
    expect(Math.abs(system.potential(turned))).toBeLessThan(1e-13);
    expect(Math.max(...force.map(Math.abs))).toBeLessThan(1e-13);

    const random = randomNumbers(6);
    const q = Float64Array.from({ length: system.dof }, () => 0.02 * random());
    const after = new Float64Array(system.dof);
    const turnedToo = q.map((_, i) => {
      const first = i - (i % dimension);
      let x = 3;
      for (let d = 0; d < dimension; d++) x += R[i % dimension][d] * (rest(first + d) + q[first + d]);
      return x - rest(i);
    });
    system.gradient(q, force);
    system.gradient(turnedToo, after);
    const size = Math.max(...force.map(Math.abs));
    after.forEach((f, i) => {
      const first = i - (i % dimension);
      let expected = 0;
      for (let d = 0; d < dimension; d++) expected += R[i % dimension][d] * force[first + d];
      expect(Math.abs(f - expected)).toBeLessThan(1e-12 * size);
    });
  });

  test("only rigid motions cost nothing", () => {
    const one = block(type, { cells: [1, 1, 1] });
    const { system: small } = solidOf(one, linearElastic({ E: 1, nu: 0.3, density: 1 }), { plane });
    if (small.kind !== "linear") throw new Error("linear expected");
    const modes = eigenGeneralized(small.stiffness, small.mass.matrix);
    if (!("values" in modes)) throw new Error("modes expected");
    const largest = modes.values[small.dof - 1];
    const free = [...modes.values].filter((value) => Math.abs(value) < 1e-10 * largest).length;
    expect(free).toBe(dimension === 2 ? 3 : 6);
  });

  test("the lowest frequency of a rod converges with the square or the fourth power of the element", () => {
    // ν = 0 and sideways fixed: the exact frequency is π/2 · √(E/ρ)/L.
    const frequency = (cells: number) => {
      const rod = block(type, { cells: [cells, 1, 1], sides: [1, 0.5, 0.5] });
      const all = Int32Array.from({ length: rod.points.length / 3 }, (_, n) => n);
      const { system: bar } = solidOf(rod, linearElastic({ E: 1, nu: 0, density: 1 }), {
        plane,
        supports: [
          { nodes: all, direction: 1, motion: null },
          ...(dimension === 3 ? ([{ nodes: all, direction: 2, motion: null }] as const) : []),
          { nodes: all.filter((n) => rod.points[3 * n] === 0), direction: 0, motion: null },
        ],
      });
      if (bar.kind !== "linear") throw new Error("linear expected");
      const modes = eigenGeneralized(bar.stiffness, bar.mass.matrix);
      if (!("values" in modes)) throw new Error("modes expected");
      return Math.sqrt(modes.values[0]);
    };
    const errors = [2, 4, 8].map((cells) => Math.abs(frequency(cells) - Math.PI / 2));
    const order = nodes > corners ? 4 : 2;
    expect(Math.abs(Math.log2(errors[1] / errors[2]) - order)).toBeLessThan(0.15);
  });
});
