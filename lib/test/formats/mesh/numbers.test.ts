/** Numbers are what the file says: none wraps, none is cut, none is taken twice. */
import { expect, test } from "vitest";
import { readMesh, writeMesh } from "../../../src/formats/mesh/read-mesh.js";
import { elementCount, type Group, type Mesh } from "../../../src/mesh/mesh.js";
import { oneElement } from "../../mesh/one-element.js";

const text = (letters: string) => new TextEncoder().encode(letters);
const read = (content: string, name: string) => readMesh(text(content), name);

const vtu = (connectivity: string, types = "10", offsets = "4") => `<VTKFile type="UnstructuredGrid"><UnstructuredGrid>
<Piece NumberOfPoints="4" NumberOfCells="1"><Points><DataArray type="Float64" NumberOfComponents="3" format="ascii">0 0 0 1 0 0 0 1 0 0 0 1</DataArray></Points>
<Cells><DataArray type="Int64" Name="connectivity" format="ascii">${connectivity}</DataArray>
<DataArray type="Int64" Name="offsets" format="ascii">${offsets}</DataArray>
<DataArray type="UInt8" Name="types" format="ascii">${types}</DataArray></Cells></Piece></UnstructuredGrid></VTKFile>`;

const vtk = (cells: string, type = "10") =>
  `# vtk DataFile Version 4.2\nx\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 4 double\n0 0 0 1 0 0 0 1 0 0 0 1\nCELLS 1 5\n${cells}\nCELL_TYPES 1\n${type}\n`;

const vtk5 = (offsets: string) =>
  `# vtk DataFile Version 5.1\nx\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 4 double\n0 0 0 1 0 0 0 1 0 0 0 1\nCELLS 2 4\nOFFSETS vtktypeint64\n${offsets}\nCONNECTIVITY vtktypeint64\n0 1 2 3\nCELL_TYPES 1\n10\n`;

const medit = (region: string) =>
  `MeshVersionFormatted 2\nDimension 3\nVertices\n4\n0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 0\nTetrahedra\n1\n1 2 3 4 ${region}\nEnd\n`;

test("the files without a mistake are read", () => {
  for (const [content, name] of [
    [vtu("0 1 2 3"), "x.vtu"],
    [vtk("4 0 1 2 3"), "x.vtk"],
    [vtk5("0 4"), "x.vtk"],
    [medit("7"), "x.mesh"],
  ] as const) {
    expect(elementCount(read(content, name).mesh)).toBe(1);
  }
});

test.each([
  ["x.vtu", vtu("0 1 2 4294967299"), /^x\.vtu:3:73: found "4294967299" where a whole number below 2\^31/],
  ["x.vtu", vtu("0.9 1.5 2 3.7"), /found "0.9" where a whole number/],
  ["x.vtu", vtu("0 1 2 3", "4294967306"), /found "4294967306"/],
  ["x.vtu", vtu("0 1 2 3", "10", "4294967300"), /found "4294967300"/],
  ["x.vtk", vtk("4 0 1 2 4294967299"), /^x\.vtk:8:9: found "4294967299"/],
  ["x.vtk", vtk("4294967300 0 1 2 3"), /found "4294967300"/],
  ["x.vtk", vtk("4 0 1 2 3", "4294967306"), /found "4294967306"/],
  ["x.vtk", vtk5("0 7"), /OFFSETS has 7 at place 1; accepted: 0 to 4/],
  ["x.vtk", vtk5("1 4"), /OFFSETS has 1 at place 0; accepted: 0 to 0/],
  ["x.mesh", medit("4294967297"), /^x\.mesh:11:9: found "4294967297"/],
])("%s with numbers that would wrap or be cut", (name, content, reason) => {
  expect(() => read(content, name)).toThrow(reason);
});

const gmsh = (
  elements: string,
  names = '3 1 "a"\n3 2 "b"',
) => `$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n2\n${names}\n$EndPhysicalNames
$Nodes\n5\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 0 0 -1\n$EndNodes\n$Elements\n${elements.trim().split("\n").length}\n${elements.trim()}\n$EndElements\n`;

const membersOf = ({ groups }: Mesh) =>
  Object.fromEntries(groups.map((group) => [group.name, [...(group as Group & { of: "elements" }).elements]]));

test("a tag of Gmsh beyond 32 bits is not the tag that it would wrap to", () => {
  expect(membersOf(read(gmsh("1 4 2 1 1 1 2 3 4"), "x.msh").mesh)).toEqual({ a: [0] });
  expect(() => read(gmsh("1 4 2 4294967297 1 1 2 3 4"), "x.msh")).toThrow(/^x\.msh:\d+:7: found "4294967297"/);
});

test("an element that Gmsh 2.2 gives once for each of its groups is one element, in all of them", () => {
  const { mesh, notices } = read(gmsh("1 4 2 1 1 1 2 3 4\n2 4 2 2 1 1 2 3 4\n3 4 2 2 1 1 3 2 5"), "x.msh");
  expect(elementCount(mesh)).toBe(2);
  expect(membersOf(mesh)).toEqual({ a: [0], b: [0, 1] });
  expect([...(mesh.blocks[0].numbers ?? [])]).toEqual([1, 3]);
  expect(notices.join()).toMatch(/1 elements are given again for another group/);
});

test("elements of one group with the same nodes are two, as the file says", () => {
  const { mesh } = read(gmsh("1 4 2 1 1 1 2 3 4\n2 4 2 1 1 1 2 3 4\n3 4 2 2 1 1 2 3 4"), "x.msh");
  expect(elementCount(mesh)).toBe(2);
  expect(membersOf(mesh)).toEqual({ a: [0, 1], b: [0] });
});

test("what is written as Gmsh 2.2 for an element of two sets has one element", () => {
  const one = oneElement("hex8");
  const groups: Group[] = ["all", "steel"].map((name) => ({ name, of: "elements", elements: Int32Array.of(0) }));
  for (const ending of [".msh", ".msh2", ".vtu", ".inp"]) {
    const { mesh } = readMesh(writeMesh({ ...one, groups }, `x${ending}`).bytes, `x${ending}`);
    expect(elementCount(mesh), ending).toBe(1);
    expect(membersOf(mesh), ending).toEqual({ all: [0], steel: [0] });
  }
});

test("two groups of one name come back from every format with names", () => {
  const content = gmsh("1 2 2 1 1 1 2 3\n2 4 2 1 1 1 2 3 4", '2 1 "part"\n3 1 "part"');
  const { mesh } = read(content, "same.msh");
  for (const ending of [".msh", ".msh2", ".vtu", ".vtk"]) {
    const { mesh: found } = readMesh(writeMesh(mesh, `x${ending}`).bytes, `x${ending}`);
    const sizes = found.groups.map((group) => [
      group.name,
      group.of,
      (group as Group & { of: "elements" }).elements.length,
    ]);
    expect(sizes, ending).toEqual([
      ["part", "elements", 1],
      ["part", "elements", 1],
    ]);
  }
});

test.each([
  ["x.msh", gmsh("1 4 2 1 1 1 2 3 4\n1 4 2 2 1 1 3 2 5"), /^x\.msh:20:\d+: the element 1 is given twice/],
  [
    "x.msh",
    gmsh("1 4 2 1 1 1 2 3 9"),
    /^x\.msh:19:\d+: the element 1 \(tet4\) has the node 9, which is not in the file/,
  ],
  [
    "x.bdf",
    "GRID,1,,0.,0.,0.\nGRID,2,,1.,0.,0.\nCROD,7,1,1,2\nCROD,7,1,2,1\n",
    /^x\.bdf:4: the element 7 is given twice/,
  ],
  ["x.bdf", "GRID,1,,0.,0.,0.\nGRID,1,,1.,0.,0.\n", /^x\.bdf:2: the node 1 is given twice/],
  ["x.bdf", "GRID,-1,,0.,0.,0.\n", /field 2 is -1; accepted: 1 to 2147483647/],
  ["x.bdf", "GRID,1,,0.,0.,0.\nGRID,2,,1.,0.,0.\nCROD,-7,1,1,2\n", /field 2 is -7/],
  ["x.bdf", "GRID,1,,0.,0.,0.\nGRID,2,,1.,0.,0.\nCROD,7,-1,1,2\n", /has the property -1/],
  ["x.inp", "*NODE\n0, 0, 0, 0\n", /^x\.inp:2:\d+: found the node 0/],
  ["x.inp", "*NODE\n-3, 0, 0, 0\n", /found the node -3/],
  ["x.inp", "*NODE\n1, 0\n2, 1\n*ELEMENT, TYPE=T3D2\n-4, 1, 2\n", /found the number -4/],
  ["x.inp", "*NODE\n1, 0\n2, 1\n1, 2\n", /^x\.inp:4:\d+: the node 1 is given twice/],
  [
    "x.inp",
    "*NODE\n1, 0\n2, 1\n*ELEMENT, TYPE=T3D2\n4, 1, 3\n",
    /^x\.inp:5:\d+: the element 4 \(line2\) has the node 3/,
  ],
  ["x.inp", "*NODE\n1, 0\n*NSET, NSET=a\n1, -1\n", /^x\.inp:4: found "-1"/],
])("%s: numbers given twice, below one, or of nothing, with their line", (name, content, reason) => {
  expect(() => read(content, name)).toThrow(reason);
});
