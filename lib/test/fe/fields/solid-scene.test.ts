/** The surface of a solid as it is drawn, and what is measured on it. */
import { describe, expect, test } from "vitest";
import { constantSignal } from "../../../src/core/signal.js";
import { solidBody } from "../../../src/fe/fields/solid-body.js";
import { solidScene } from "../../../src/fe/fields/solid-scene.js";
import { linearElastic } from "../../../src/fe/materials/linear-elastic.js";
import type { Solid } from "../../../src/fe/solid.js";
import type { SolidDescription } from "../../../src/fe/solid-description.js";
import type { ElementName } from "../../../src/mesh/element-types.js";
import { box } from "../../../src/mesh/generate/box.js";
import { nodeCount } from "../../../src/mesh/mesh.js";
import { place } from "../../../src/scene/scene.js";
import { MATERIALS, solidOf } from "../solids.js";

const sceneOf = (built: Solid) => solidScene(built, solidBody(built));
const linear = linearElastic({ E: 10, nu: 0.3, density: 2 });
const SOLIDS: ElementName[] = ["hex8", "hex20", "tet4", "tet10", "wedge6"];
const PLANES: ElementName[] = ["quad4", "quad8", "tri3", "tri6"];

/** A sixth of the sum of the triple products of the corners: the volume inside a closed surface whose normals point outwards. */
function volumeInside(triangles: Uint32Array, points: Float32Array): number {
  let sum = 0;
  for (let k = 0; k < triangles.length; k += 3) {
    const [a, b, c] = [0, 1, 2].map((i) => points.subarray(3 * triangles[k + i], 3 * triangles[k + i] + 3));
    sum += a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
  }
  return sum / 6;
}

describe.each(SOLIDS)("a box of %s", (element) => {
  const mesh = box({ size: [2, 1, 0.5], cells: [3, 2, 2], element, origin: [0.3, -0.2, 0.7] });
  const built = solidOf(mesh, linear);
  const { scene, displacements } = sceneOf(built);
  const triangles = scene.surface?.triangles ?? new Uint32Array();

  test("has a closed surface with its normals outwards", () => {
    // Single precision of points at a distance of two.
    expect(volumeInside(triangles, scene.rest)).toBeCloseTo(1, 5);
    const seen = new Set<string>();
    for (let k = 0; k < triangles.length; k += 3) {
      for (let i = 0; i < 3; i++) seen.add(`${triangles[k + i]} ${triangles[k + ((i + 1) % 3)]}`);
    }
    expect(seen.size).toBe(triangles.length);
    for (const edge of seen) expect(seen.has(edge.split(" ").reverse().join(" "))).toBe(true);
  });

  test("has the twelve edges of a box as its outline", () => {
    const { outline } = scene.surface ?? { outline: new Uint32Array() };
    let length = 0;
    for (let e = 0; e < outline.length; e += 2) {
      length += Math.hypot(
        ...[0, 1, 2].map((c) => scene.rest[3 * outline[e] + c] - scene.rest[3 * outline[e + 1] + c]),
      );
    }
    expect(length).toBeCloseTo(4 * (2 + 1 + 0.5), 5);
  });

  test("moves with its nodes, and draws no others", () => {
    const u = Float64Array.from(mesh.points, (_, i) => 0.01 * Math.sin(i));
    const out = new Float32Array(scene.rest.length);
    displacements(0, built.coordinates(0, u), new Float64Array(built.system.dof), out);
    scene.names.forEach((name, k) => {
      const node = Number(name.slice("node ".length)) - 1;
      for (let c = 0; c < 3; c++) {
        expect(out[3 * k + c]).toBe(Math.fround(u[3 * node + c]));
        expect(built.system.labels[scene.coordinates[3 * k + c]]).toBe(`u${"xyz"[c]}${node + 1}`);
      }
    });
    expect(scene.names.length).toBeLessThan(nodeCount(mesh));
    const drawn = new Float32Array(out.length);
    place(scene, out, 100, drawn);
    // One rounding of the product, one of the sum.
    expect(drawn[4]).toBeCloseTo(scene.rest[4] + 100 * out[4], 5);
  });
});

test.each(PLANES)("a rectangle of %s is covered once", (element) => {
  const mesh = box({ size: [2, 1], cells: [3, 2], element });
  const { scene } = sceneOf(solidOf(mesh, linear, { plane: { vanishing: "stress", thickness: 0.1 } }));
  expect(scene.dimension).toBe(2);
  const { triangles, outline } = scene.surface ?? { triangles: new Uint32Array(), outline: new Uint32Array() };
  let area = 0;
  for (let k = 0; k < triangles.length; k += 3) {
    const [a, b, c] = [0, 1, 2].map((i) => 3 * triangles[k + i]);
    const [x, y] = [0, 1].map((d) => [scene.rest[b + d] - scene.rest[a + d], scene.rest[c + d] - scene.rest[a + d]]);
    const own = (x[0] * y[1] - x[1] * y[0]) / 2;
    expect(own).toBeGreaterThan(0);
    area += own;
  }
  expect(area).toBeCloseTo(2, 5);
  let length = 0;
  for (let e = 0; e < outline.length; e += 2) {
    length += Math.hypot(...[0, 1].map((c) => scene.rest[3 * outline[e] + c] - scene.rest[3 * outline[e + 1] + c]));
  }
  expect(length).toBeCloseTo(6, 5);
});

describe("what holds a solid and hangs on it", () => {
  const mesh = box({ size: [1, 1, 1], cells: [2, 2, 2] });
  const left = Int32Array.from({ length: 27 }, (_, n) => n).filter((n) => mesh.points[3 * n] === 0);
  const parts: Partial<SolidDescription> = {
    supports: [
      { nodes: left, direction: 0, motion: null },
      { nodes: left.slice(0, 1), direction: 2, motion: constantSignal(0.25) },
    ],
    contacts: [{ point: [0, 0, -1], normal: [0, 0, 1], penalty: 1, friction: 0 }],
    attachments: [
      { kind: "mass", node: 26, mass: 3 },
      { kind: "spring", nodes: [26, null], direction: 1, constant: 1 },
      { kind: "dashpot", nodes: [26, 8], direction: 1, constant: 1 },
    ],
  };
  const built = solidOf(mesh, linear, parts);
  const { scene, displacements } = sceneOf(built);
  const pointOf = (node: number) => scene.names.indexOf(`node ${node + 1}`);

  test("is in its scene", () => {
    expect(scene.planes).toEqual([{ point: [0, 0, -1], normal: [0, 0, 1] }]);
    expect([...scene.balls.points]).toEqual([pointOf(26)]);
    const ground = scene.names.indexOf("ground");
    expect(scene.links.map(({ kind, ends }) => [kind, ...ends])).toEqual([
      ["spring", pointOf(26), ground],
      ["dashpot", pointOf(26), pointOf(8)],
    ]);
    const { points, fixed, prescribed } = scene.supports;
    expect([...points]).toEqual([...Array.from(left, pointOf), ground]);
    expect([...fixed]).toEqual([...Array.from(left, () => 1), 7]);
    expect([...prescribed]).toEqual([4, ...new Array(left.length).fill(0)]);
  });

  test("a node with a prescribed displacement follows it", () => {
    const out = new Float32Array(scene.rest.length);
    displacements(0, new Float64Array(built.system.dof), new Float64Array(built.system.dof), out);
    expect(out[3 * pointOf(left[0]) + 2]).toBe(0.25);
  });
});

describe.each(MATERIALS)("the strain energy of $name", (material) => {
  test.each([...SOLIDS, ...PLANES])("%s: density times volume is the potential", (element) => {
    const isFlat = PLANES.includes(element);
    const mesh = box({ size: isFlat ? [1, 1] : [1, 1, 1], cells: isFlat ? [2, 2] : [2, 1, 1], element });
    const plane = { vanishing: material.energy === null ? "stress" : "strain", thickness: 0.3 } as const;
    const built = solidOf(mesh, material, isFlat ? { plane } : {});
    const q = Float64Array.from({ length: built.system.dof }, (_, i) => 0.02 * Math.sin(3 * i));
    const v = new Float64Array(q.length);
    const field = solidBody(built).fields.find(({ name, on }) => name === "energy-density" && on === "elements");
    const count = built.sets.reduce((sum, { elements }) => sum + elements.length, 0);
    const density = new Float64Array(count);
    field?.evaluate(0, q, v, density);
    let energy = 0;
    for (const { elements, volumes, points } of built.sets) {
      elements.forEach((e, k) => {
        for (let p = 0; p < points; p++) energy += volumes[k * points + p] * density[e];
      });
    }
    // Sums of some hundred terms of one sign.
    expect(Math.abs(energy / built.system.potential(q) - 1)).toBeLessThan(1e-12);
    const { scene, values } = sceneOf(built);
    const at = new Float32Array(scene.names.length);
    values(
      scene.fields.findIndex(({ name }) => name === "energy-density"),
      0,
      q,
      v,
      at,
    );
    expect(at.every((x) => x >= 0)).toBe(true);
    expect(Math.max(...at)).toBeLessThanOrEqual(Math.fround(Math.max(...density)));
  });
});
