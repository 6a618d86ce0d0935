/** What is written and read again is the same mesh, as far as the format can hold it. */
import { expect, test } from "vitest";
import { readGmsh } from "../../../src/formats/mesh/gmsh.js";
import { writeGmsh } from "../../../src/formats/mesh/gmsh-write.js";
import { MESH_FORMATS, readMesh, writeMesh } from "../../../src/formats/mesh/read-mesh.js";
import { groupsAsElements } from "../../../src/mesh/boundary-elements.js";
import { checkMesh } from "../../../src/mesh/check.js";
import { type ElementName, elementType, elementTypes } from "../../../src/mesh/element-types.js";
import { elementNumber, type Group, type Mesh, nodeNumber } from "../../../src/mesh/mesh.js";
import { HELD, roundTrips } from "./round-trips.js";
import { sampleMesh } from "./sample-mesh.js";

const ALL = elementTypes().map(({ name }) => name);
const without = (...left: ElementName[]) => ALL.filter((name) => !left.includes(name));

/** What a format can hold: types of elements, numbers of nodes and elements, groups. */
const FORMATS: Readonly<Record<string, { types: ElementName[]; numbers: boolean; groups: Group["of"][] }>> = {
  ".msh": { types: ALL, numbers: true, groups: ["elements"] },
  ".msh2": { types: ALL, numbers: true, groups: ["elements"] },
  ".vtk": { types: ALL, numbers: false, groups: ["nodes", "elements", "sides"] },
  ".vtu": { types: ALL, numbers: false, groups: ["nodes", "elements", "sides"] },
  ".mesh": { types: without("point1", "quad8", "wedge15", "hex20"), numbers: false, groups: [] },
  ".inp": { types: without("point1"), numbers: true, groups: ["nodes", "elements", "sides"] },
  ".bdf": { types: without("point1", "line3"), numbers: true, groups: [] },
};

test("every format that is written is tried here", () => {
  const written = MESH_FORMATS.filter(({ write }) => write !== null).map(({ endings }) => endings[0]);
  expect(Object.keys(FORMATS).sort()).toEqual(written.sort());
});

/** An element by the places of its nodes in space: independent of numbers and of the order of blocks. */
const spotsOf = (mesh: Mesh, { type, nodes }: Mesh["blocks"][number], digits: number) => {
  const width = elementType(type).nodes;
  return Array.from({ length: nodes.length / width }, (_, e) =>
    Array.from(nodes.subarray(e * width, (e + 1) * width), (node) =>
      Array.from(mesh.points.subarray(3 * node, 3 * node + 3), (x) => Number(x.toPrecision(digits))),
    ),
  );
};

/** By the numbers of the file, where it has any: formats that make elements of sides count them in between. */
function membersOf(mesh: Mesh, group: Group, numbers: boolean): number[][] {
  const element = (k: number) => (numbers ? elementNumber(mesh, k) : k);
  if (group.of === "nodes") return [[...group.nodes]];
  return [Array.from(group.elements, element), group.of === "sides" ? [...group.sides] : []];
}

test.each(Object.entries(FORMATS))("%s", (ending, { types, numbers, groups }) => {
  const mesh = sampleMesh(types);
  const { bytes } = writeMesh(mesh, `it${ending}`);
  const { mesh: found } = readMesh(bytes, `it${ending}`);
  // Sixteen columns hold eleven digits and more of a number that is not tiny; the others hold all of these.
  const digits = ending === ".bdf" ? 11 : 17;
  for (const block of mesh.blocks) {
    const other = found.blocks.find(({ type }) => type === block.type);
    expect(other, block.type).toBeDefined();
    if (other === undefined) continue;
    const [first] = spotsOf(found, other, digits);
    expect(first, block.type).toEqual(spotsOf(mesh, block, digits)[0]);
    const at = found.blocks
      .slice(0, found.blocks.indexOf(other))
      .reduce((sum, { type, nodes }) => sum + nodes.length / elementType(type).nodes, 0);
    if (numbers) expect(elementNumber(found, at)).toBe(block.numbers?.[0]);
  }
  const names = (m: Mesh) => Array.from({ length: mesh.points.length / 3 }, (_, k) => nodeNumber(m, k));
  if (numbers) expect(names(found)).toEqual(names(mesh));
  for (const of of groups) {
    for (const group of mesh.groups.filter((each) => each.of === of)) {
      const other = found.groups.find(({ name, of: kind }) => name === group.name && kind === of);
      expect(other, group.name).toBeDefined();
      if (other !== undefined) expect(membersOf(found, other, numbers)).toEqual(membersOf(mesh, group, numbers));
    }
  }
  expect(checkMesh(found).inverted).toHaveLength(0);
});

test("Gmsh's groups of sides and nodes come back as elements on them", () => {
  const mesh = sampleMesh(["tet10", "hex20"]);
  for (const version of [2.2, 4.1] as const) {
    const { mesh: found } = readGmsh(writeGmsh(mesh, { version }));
    const expected = groupsAsElements(groupsAsElements(mesh, "sides"), "nodes");
    const typesOf = (m: Mesh, name: string) =>
      m.groups
        .filter((group) => group.name === name)
        .map((group) => (group.of === "elements" ? group.elements.length : -1));
    expect(typesOf(found, "wet")).toEqual([2]);
    expect(typesOf(found, "ends")).toEqual([2]);
    expect(found.blocks.map(({ type }) => type).sort()).toEqual(
      [...new Set(expected.blocks.map(({ type }) => type))].sort(),
    );
  }
});

test("empty meshes", () => {
  const empty: Mesh = { points: new Float64Array(0), nodeNumbers: null, blocks: [], groups: [] };
  // Bulk data without a grid is no mesh; the others say that there are none.
  for (const ending of Object.keys(FORMATS).filter((each) => each !== ".bdf")) {
    const { mesh } = readMesh(writeMesh(empty, `it${ending}`).bytes, `it${ending}`);
    expect(mesh, ending).toEqual(empty);
  }
});

test.each(Object.keys(HELD))("%s: meshes at random come back", (ending) => {
  expect(roundTrips(ending, 30, 17)).toBe(30);
});

test.each(Object.keys(FORMATS))("%s: a group without members comes back, or it is said that it does not", (ending) => {
  const mesh: Mesh = {
    ...sampleMesh(["tet4"]),
    groups: [
      { of: "nodes", name: "no-nodes", nodes: new Int32Array() },
      { of: "elements", name: "no-elements", elements: new Int32Array() },
      { of: "sides", name: "no-sides", elements: new Int32Array(), sides: new Uint8Array() },
    ],
  };
  const { bytes, notices } = writeMesh(mesh, `x${ending}`);
  const found = readMesh(bytes, `x${ending}`).mesh.groups.map(({ name }) => name);
  for (const { name } of mesh.groups) expect([...found, notices.join()].join()).toContain(name);
});
