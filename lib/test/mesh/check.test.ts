import { expect, test } from "vitest";
import { checkMesh, checkNotices } from "../../src/mesh/check.js";
import { type ElementName, elementType, elementTypes } from "../../src/mesh/element-types.js";
import type { Mesh } from "../../src/mesh/mesh.js";
import { mirrored, mirroredSides } from "../../src/mesh/mirror.js";
import { oriented } from "../../src/mesh/orientation.js";
import { oneElement } from "./one-element.js";

const solids = elementTypes()
  .filter(({ dimension }) => dimension === 3)
  .map(({ name }) => name);

test.each(solids)("%s: right as it is listed, turned in the mirror, and put right again", (type) => {
  const mesh = oneElement(type);
  expect(checkMesh(mesh).inverted).toHaveLength(0);
  const inMirror: Mesh = { ...mesh, points: mesh.points.map((x, k) => (k % 3 === 0 ? -x : x)) };
  expect([...checkMesh(inMirror).inverted]).toEqual([0]);
  const { mesh: repaired, turned } = oriented(inMirror);
  expect([...turned]).toEqual([0]);
  expect(checkMesh(repaired).inverted).toHaveLength(0);
});

test.each(elementTypes().map(({ name }) => name))("%s: mirrored twice is the element itself", (type: ElementName) => {
  const order = mirrored(type);
  expect(Array.from(order, (k) => order[k])).toEqual([...Array(elementType(type).nodes).keys()]);
  const sides = mirroredSides(type);
  expect(Array.from(sides, (k) => sides[k])).toEqual([...elementType(type).sides.keys()]);
});

test.each(solids)("%s: a group keeps its sides when the element is turned", (type) => {
  const mesh = oneElement(type);
  const { sides } = elementType(type);
  for (let side = 0; side < sides.length; side++) {
    const group = { name: "it", of: "sides", elements: Int32Array.of(0), sides: Uint8Array.of(side) } as const;
    const inMirror = { ...mesh, points: mesh.points.map((x) => -x), groups: [group] };
    const { mesh: repaired } = oriented(inMirror);
    const nodesOf = (m: Mesh) => {
      const [found] = m.groups;
      if (found.of !== "sides") throw new Error("not a group of sides");
      return sides[found.sides[0]].nodes.map((k) => m.blocks[0].nodes[k]).sort((a, b) => a - b);
    };
    expect(nodesOf(repaired)).toEqual(nodesOf(inMirror));
  }
});

test("unused nodes, repeated, turned and folded elements are told with the numbers of the file", () => {
  const mesh: Mesh = {
    points: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 9, 9, 9, 1, 1, 0),
    nodeNumbers: Int32Array.of(10, 20, 30, 40, 50, 60),
    blocks: [
      {
        type: "tet4",
        nodes: Int32Array.of(0, 1, 2, 3, 2, 3, 0, 1, 0, 2, 5, 3, 0, 1, 2, 5, 5, 3, 1, 0),
        numbers: Int32Array.of(7, 8, 9, 11, 12),
      },
    ],
    groups: [],
  };
  expect(checkNotices(mesh, checkMesh(mesh))).toEqual([
    "node 50 belongs to no element",
    "element 8 repeats an earlier one",
    "2 elements have negative volumes: 9, 12",
    "element 11 is flat or folded",
  ]);
});

test("plane elements are right counter-clockwise; shells in space have no right side", () => {
  const points = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);
  const blocks = [{ type: "tri3", nodes: Int32Array.of(0, 2, 1), numbers: null }] as const;
  expect([...checkMesh({ points, nodeNumbers: null, blocks, groups: [] }).inverted]).toEqual([0]);
  const inSpace = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 1);
  expect(checkMesh({ points: inSpace, nodeNumbers: null, blocks, groups: [] }).inverted).toHaveLength(0);
});
