import { expect, test } from "vitest";
import { solidBody } from "../../src/fe/fields/solid-body.js";
import { linearElastic } from "../../src/fe/materials/linear-elastic.js";
import { relativeDisplacement } from "../../src/mesh/relative-displacement.js";
import { block } from "../fe/meshes.js";
import { solidOf } from "../fe/solids.js";

const material = linearElastic({ E: 10, nu: 0.3, density: 1 });

test.each(["tet4", "tet10", "hex8", "hex20", "wedge15"] as const)(
  "%s: a rotation by θ is 2 sin(θ/2), a stretch its strain, a translation nothing",
  (element) => {
    const { mesh } = { mesh: block(element, { cells: [2, 1, 1] }) };
    const built = solidOf(mesh, material);
    const body = solidBody(built);
    expect(body.linear).toBe(true);
    const measured = relativeDisplacement(body);
    const moved = (map: (x: number, y: number, z: number) => readonly number[]) => {
      const q = new Float64Array(built.system.dof);
      for (let i = 0; i < q.length; i += 3) {
        const X = mesh.points.subarray(i, i + 3);
        map(X[0], X[1], X[2]).forEach((x, d) => {
          q[i + d] = x - X[d];
        });
      }
      return measured(0, q, new Float64Array(q.length));
    };
    for (const theta of [0.01, 0.5, 3]) {
      const [c, s] = [Math.cos(theta), Math.sin(theta)];
      // Edges lie in the plane of the rotation, among others. A dozen roundings of numbers up to 1, over edges of a quarter and more.
      expect(moved((x, y, z) => [c * x - s * y, s * x + c * y, z])).toBeCloseTo(2 * Math.sin(theta / 2), 13);
    }
    expect(moved((x, y, z) => [1.02 * x, y, z])).toBeCloseTo(0.02, 13);
    expect(moved((x, y, z) => [x + 1e3, y, z])).toBeLessThan(1e-12);
  },
);

test("a node in the middle of an edge counts, and so do the rotations of a frame", () => {
  const mesh = block("hex20", { cells: [1, 1, 1] });
  const built = solidOf(mesh, material);
  const q = Float64Array.from(mesh.points, (_, i) =>
    i % 3 === 2 && Math.abs(mesh.points[i - 2] - 0.5) < 1e-9 ? 0.1 : 0,
  );
  // Half an edge is 0.5 long.
  expect(relativeDisplacement(solidBody(built))(0, q, new Float64Array(q.length))).toBeCloseTo(0.2, 13);

  const bent = {
    mesh: {
      points: Float64Array.of(0, 0, 0, 1, 0, 0),
      nodeNumbers: null,
      blocks: [{ type: "line2" as const, nodes: Int32Array.of(0, 1), numbers: null }],
      groups: [],
    },
    linear: true,
    fields: [
      { name: "displacement", on: "nodes" as const, components: ["x", "y", "z"], evaluate: () => {} },
      {
        name: "rotation",
        on: "nodes" as const,
        components: ["x", "y", "z"],
        evaluate: (_t: number, _q: Float64Array, _v: Float64Array, out: Float64Array) => out.set([0, 0, 0.3, 0, 0, -1]),
      },
    ],
  };
  expect(relativeDisplacement(bent)(0, new Float64Array(0), new Float64Array(0))).toBe(1);
});
