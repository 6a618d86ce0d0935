/** Small files written by hand from the manual; what other programs write is tried in `other-programs.test.ts`. */
import { expect, test } from "vitest";
import { InputError } from "../../../src/core/failure.js";
import { readGmsh } from "../../../src/formats/mesh/gmsh.js";

const bytes = (text: string) => new TextEncoder().encode(text);

/** Two tetrahedra on one face, which is a group of its own. */
const OLD = `$MeshFormat
2.2 0 8
$EndMeshFormat
$PhysicalNames
2
2 7 "inner face"
3 1 "body"
$EndPhysicalNames
$Nodes
5
10 0 0 0
20 1 0 0
30 0 1 0
40 0 0 1
50 0 .5 -1.5e0
$EndNodes
$Elements
3
1 4 2 1 1 10 20 30 40
2 2 2 7 3 10 20 30
3 4 2 1 1 10 30 20 50
$EndElements
`;

const NEW = `$MeshFormat
4.1 0 8
$EndMeshFormat
$Entities
0 0 1 1
3 0 0 0 1 1 0 1 7 0
1 0 0 -1.5 1 1 1 2 1 2 0
$EndEntities
$Nodes
2 5 10 50
2 3 1 3
10
20
30
0 0 0 0.25 0.5
1 0 0 0.25 0.5
0 1 0 0.25 0.5
3 1 0 2
40
50
0 0 1
0 .5 -1.5
$EndNodes
$Elements
2 3 1 3
2 3 2 1
2 10 20 30
3 1 4 2
1 10 20 30 40
3 10 30 20 50
$EndElements
`;

test("format 2.2: nodes by their numbers, groups by their names, elements by type", () => {
  const { mesh, notices } = readGmsh(bytes(OLD));
  expect(notices).toEqual([]);
  expect([...mesh.points.slice(12)]).toEqual([0, 0.5, -1.5]);
  expect(mesh.nodeNumbers).toEqual(Int32Array.of(10, 20, 30, 40, 50));
  expect(mesh.blocks).toEqual([
    { type: "tet4", nodes: Int32Array.of(0, 1, 2, 3, 0, 2, 1, 4), numbers: Int32Array.of(1, 3) },
    { type: "tri3", nodes: Int32Array.of(0, 1, 2), numbers: Int32Array.of(2) },
  ]);
  expect(mesh.groups).toEqual([
    { name: "body", of: "elements", elements: Int32Array.of(0, 1) },
    { name: "inner face", of: "elements", elements: Int32Array.of(2) },
  ]);
});

test("format 4.1: an entity may be in several groups, and groups without a name are called after their kind", () => {
  const { mesh } = readGmsh(bytes(NEW));
  expect(mesh.points).toEqual(readGmsh(bytes(OLD)).mesh.points);
  expect(mesh.groups).toEqual([
    { name: "surface-7", of: "elements", elements: Int32Array.of(0) },
    { name: "volume-1", of: "elements", elements: Int32Array.of(1, 2) },
    { name: "volume-2", of: "elements", elements: Int32Array.of(1, 2) },
  ]);
});

test("ends of lines of any kind and a byte-order mark", () => {
  const { mesh } = readGmsh(bytes(OLD));
  for (const text of [OLD.replaceAll("\n", "\r\n"), OLD.replaceAll("\n", "\r"), `\uFEFF${OLD}`]) {
    expect(readGmsh(bytes(text)).mesh).toEqual(mesh);
  }
});

test("complete elements of second order lose the nodes in their faces, and a notice says so", () => {
  const numbers = Array.from({ length: 9 }, (_, k) => k + 1);
  const text = `$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n9\n${numbers.map((n) => `${n} ${n} 0 0`).join("\n")}
$EndNodes\n$Elements\n1\n1 10 0 ${numbers.join(" ")}\n$EndElements\n$NodeData\n1\n$EndNodeData\n`;
  const { mesh, notices } = readGmsh(bytes(text));
  expect(mesh.blocks[0].type).toBe("quad8");
  expect([...mesh.blocks[0].nodes]).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(notices[0]).toMatch(/\$NodeData is passed over/);
  expect(notices[1]).toMatch(/1 elements were read as quad8, without the nodes in the middle/);
});

test.each([
  ["cut in the middle of a number", OLD.slice(0, OLD.indexOf("-1.5e0") + 5), /it:15:9: found "-1\.5e" where a number/],
  ["cut between numbers", OLD.slice(0, OLD.indexOf(".5 -1.5")), /it:15:6: ends where a number is expected/],
  [
    "too many announced",
    OLD.replace("\n5\n", "\n1000000000000\n"),
    /announces 1000000000000 nodes, and the file is too/,
  ],
  ["too few announced", OLD.replace("\n5\n", "\n4\n"), /it:15:1: found "50" where \$EndNodes is expected/],
  ["not a number", OLD.replace(".5 -1.5e0", "nan 0"), /it:15:6: found "nan" where a number is expected/],
  ["overflow", OLD.replace("-1.5e0", "1e999"), /found "1e999" where a number below 1\.8e308/],
  ["a node that is not there", OLD.replace("30 40", "30 41"), /element 1 \(tet4\) has the node 41, which is not/],
  ["a node given twice", OLD.replace("\n50 ", "\n40 "), /the node 40 is given twice/],
  ["cubic elements", OLD.replace("1 4 2 1", "1 29 2 1"), /Gmsh's type 29; accepted: first and second order/],
  ["another format", OLD.replace("2.2 0 8", "1 0 8"), /Gmsh's format 1; accepted: 2.x, 4.0 and 4.1/],
  ["UTF-16", "\uFEFF", /UTF-16/],
])("refused: %s", (_, text, reason) => {
  const encoded = text === "\uFEFF" ? Uint8Array.of(0xff, 0xfe) : bytes(text);
  expect(() => readGmsh(encoded, "it")).toThrow(InputError);
  expect(() => readGmsh(encoded, "it")).toThrow(reason);
});
