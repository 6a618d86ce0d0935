import { expect, test } from "vitest";
import { box } from "../../src/mesh/generate/box.js";
import { lattice } from "../../src/mesh/generate/lattice.js";
import type { Mesh } from "../../src/mesh/mesh.js";
import {
  groupsNamed,
  nearestNode,
  nodesByNumber,
  nodesNamed,
  nodesOnPlane,
  nodesWhere,
  surfaceNamed,
  surfaceWithin,
} from "../../src/mesh/selection.js";
import { areaOf } from "../../src/mesh/surface.js";

const mesh = box({ size: [2, 1, 1], cells: [2, 1, 1], element: "hex8" });
const bare: Mesh = { ...mesh, groups: [] };
const atEnd = Int32Array.of(2, 5, 8, 11);

test("a plane, a condition and a group of sides name the same nodes", () => {
  expect(nodesNamed(mesh, "right")).toEqual(atEnd);
  expect(nodesWhere(mesh, (x) => x === 2)).toEqual(atEnd);
  expect(nodesOnPlane(mesh, { point: [2, 7, 7], normal: [-3, 0, 0] })).toEqual(atEnd);
  // Of both ends: all but the four in the middle.
  expect(nodesNamed(mesh, "left", "right")).toHaveLength(8);
});

test("nodes on a plane may miss it by a millionth of the mesh's size", () => {
  const plane = (x: number) => ({ point: [x, 0, 0], normal: [1, 0, 0] }) as const;
  expect(nodesOnPlane(mesh, plane(2 + 1.9e-6))).toEqual(atEnd);
  expect(() => nodesOnPlane(mesh, plane(2 + 2.1e-6))).toThrow("no node lies on it");
  expect(() => nodesOnPlane(mesh, { point: [0, 0, 0], normal: [0, 0, 0] })).toThrow("normal: the normal has no length");
});

test("the node nearest to a point, and nodes by the numbers of their file", () => {
  expect(nearestNode(mesh, [2.1, 0.9, 0.2])).toBe(5);
  expect(nodesByNumber(mesh)(6)).toBe(5);
  const renumbered = { ...mesh, nodeNumbers: Int32Array.from({ length: 12 }, (_, k) => 10 * (k + 1)) };
  expect(nodesByNumber(renumbered)(60)).toBe(5);
  expect(() => nodesByNumber(renumbered)(6)).toThrow("there is no node 6; the mesh has 12 nodes");
});

test("surfaces: sides of a group, elements on the boundary, the boundary within nodes", () => {
  const area = (surface: ReturnType<typeof surfaceNamed>) => areaOf(mesh, surface, 1);
  expect(area(surfaceNamed(mesh, "top"))).toBeCloseTo(2, 14);
  expect(area(surfaceNamed(mesh, "top", "right"))).toBeCloseTo(3, 14);
  expect(area(surfaceWithin(mesh, atEnd))).toBeCloseTo(1, 14);
  const nodes: Mesh = { ...mesh, groups: [{ name: "end", of: "nodes", nodes: atEnd }] };
  expect(surfaceNamed(nodes, "end")).toEqual(surfaceWithin(mesh, atEnd));
  const skin: Mesh = {
    ...mesh,
    blocks: [...mesh.blocks, { type: "quad4", nodes: Int32Array.of(2, 5, 11, 8), numbers: null }],
    groups: [{ name: "skin", of: "elements", elements: Int32Array.of(2) }],
  };
  expect(surfaceNamed(skin, "skin")).toEqual(surfaceWithin(mesh, atEnd));
});

test("what is not there is refused by name", () => {
  expect(() => groupsNamed(mesh, "rihgt")).toThrow(
    'there is no group "rihgt". Did you mean "right"? Accepted: left, right',
  );
  expect(() => groupsNamed(bare, "right")).toThrow("the mesh has none; select nodes by a plane");
  expect(() => surfaceWithin(mesh, Int32Array.of(0, 1))).toThrow("no side of an element lies in it");
  const bars = lattice({ size: [1, 1], cells: [1, 1] });
  expect(() => surfaceWithin(bars, Int32Array.of(0, 1))).toThrow("the ends of bars are nodes");
});
