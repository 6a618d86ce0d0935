import { expect, test } from "vitest";
import { readAbaqus } from "../../../src/formats/mesh/abaqus.js";
import { abaqusElement } from "../../../src/formats/mesh/abaqus-elements.js";

const read = (text: string) => readAbaqus(new TextEncoder().encode(text), "it");
const NODES = `*Node, nset=All
1, 0., 0., 0.
 2,1
3 , 0.,1.
** a comment
4, 0., 0., 1.
`;

test.each([
  ["C3D8R", "hex8", "solid"],
  ["C3D10M", "tet10", "solid"],
  ["c3d20rh", "hex20", "solid"],
  ["CPS4I", "quad4", "plane-stress"],
  ["CPE8R", "quad8", "plane-strain"],
  ["S4R", "quad4", "shell"],
  ["S8R5", "quad8", "shell"],
  ["STRI65", "tri6", "shell"],
  ["B31", "line2", "beam"],
  ["T3D3", "line3", "truss"],
])("%s is a %s", (name, type, family) => {
  expect(abaqusElement(name)).toMatchObject({ type, family });
});

test.each(["C3D27", "MASS", "SPRINGA", "", "COH3D8", "B2"])("%j is not known", (name) => {
  expect(abaqusElement(name)).toBeNull();
});

test("nodes with places left out, elements over several lines, sets of sets and ranges, surfaces", () => {
  const { mesh, notices, beside } = read(`*HEADING
anything, at all
${NODES}*ELEMENT, TYPE=C3D4,
 ELSET=body
7, 1, 2,
3, 4
*ELEMENT, TYPE=MASS, ELSET=m
8, 1
*NSET, NSET=odd, GENERATE
1, 3, 2
*NSET, NSET=both
odd, 4
*SURFACE, NAME=faces, TYPE=ELEMENT
body, S1
7, S3
*SURFACE, NAME=spots, TYPE=NODE
odd, 1.
*MATERIAL, NAME=steel
`);
  expect([...mesh.points]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]);
  expect(mesh.blocks).toEqual([{ type: "tet4", nodes: Int32Array.of(0, 1, 2, 3), numbers: Int32Array.of(7) }]);
  expect(mesh.groups).toEqual([
    { name: "All", of: "nodes", nodes: Int32Array.of(0, 1, 2, 3) },
    { name: "odd", of: "nodes", nodes: Int32Array.of(0, 2) },
    { name: "both", of: "nodes", nodes: Int32Array.of(0, 2, 3) },
    { name: "body", of: "elements", elements: Int32Array.of(0) },
    { name: "faces", of: "sides", elements: Int32Array.of(0, 0), sides: Uint8Array.of(0, 2) },
    { name: "spots", of: "nodes", nodes: Int32Array.of(0, 2) },
  ]);
  expect(notices).toEqual(['line 13: elements of type "MASS" are left out; the type is not known here']);
  expect(beside).toEqual(["no part of the mesh: *MATERIAL (line 24)"]);
});

test("the second node of a line of three is the one in the middle", () => {
  const { mesh } = read(`${NODES}*ELEMENT, TYPE=B32\n1, 1, 2, 3\n`);
  expect([...mesh.blocks[0].nodes]).toEqual([0, 2, 1]);
});

const PART = `*PART, NAME=P
*NODE
1, 0., 0., 0.
2, 1., 0., 0.
*ELEMENT, TYPE=T3D2, ELSET=bar
1, 1, 2
*NSET, NSET=tip
2
*END PART
*ASSEMBLY, NAME=A
`;

test("one instance keeps numbers and names, and is moved to its place", () => {
  const { mesh } = read(`${PART}*INSTANCE, NAME=I, PART=P
1., 0., 0.
0., 0., 0., 0., 0., 1., 90.
*END INSTANCE
*NSET, NSET=root, INSTANCE=I
1
*END ASSEMBLY
`);
  expect([...mesh.points].map((x) => Number(x.toFixed(14)) + 0)).toEqual([0, 1, 0, 0, 2, 0]);
  expect(mesh.nodeNumbers).toBeNull();
  expect(mesh.groups.map(({ name }) => name)).toEqual(["tip", "root", "bar"]);
});

test("several instances are joined under names of their own", () => {
  const { mesh, notices } = read(`${PART}*INSTANCE, NAME=one, PART=P
*END INSTANCE
*INSTANCE, NAME=two, PART=P
0., 0., 5.
*END INSTANCE
*NSET, NSET=there, INSTANCE=two
1
*END ASSEMBLY
`);
  expect([...mesh.blocks[0].nodes]).toEqual([0, 1, 2, 3]);
  expect(mesh.groups).toContainEqual({ name: "two.tip", of: "nodes", nodes: Int32Array.of(3) });
  expect(mesh.groups).toContainEqual({ name: "there", of: "nodes", nodes: Int32Array.of(2) });
  expect(notices).toEqual(["2 instances were joined: their nodes and elements have new numbers"]);
});

test.each([
  ["nodes", PART.replace("2, 1., 0., 0.", "2000000000, 1., 0., 0.").replace("1, 1, 2", "1, 1, 2000000000")],
  ["elements", PART.replace("1, 1, 2", "2000000000, 1, 2")],
])("instances whose numbers together are too large are refused: %s", (_, part) => {
  const two = ["one", "two"].map((name) => `*INSTANCE, NAME=${name}, PART=P\n*END INSTANCE\n`).join("");
  expect(() => read(`${part}${two}*END ASSEMBLY\n`)).toThrow(/up to "two", counted on .* numbers beyond 2147483647/);
});

test.each([
  [
    "an element without nodes",
    `${NODES}*ELEMENT, TYPE=C3D4\n1, 1, 2, 3\n`,
    /it:9:1: element 1 has 3 nodes; C3D4 has 4/,
  ],
  [
    "an element with too many",
    `${NODES}*ELEMENT, TYPE=C3D4\n1, 1, 2, 3, 4, 1\n`,
    /it:8:16: found "1" after the 4 nodes/,
  ],
  ["a set that is not there", `${NODES}*NSET, NSET=a\nnone\n`, /it:8: there is no set "none"/],
  [
    "a side that is not there",
    `${NODES}*ELEMENT, TYPE=C3D4\n1, 1, 2, 3, 4\n*SURFACE, NAME=s\n1, S5\n`,
    /it:10: elements of type tet4 have no side 5/,
  ],
  ["an element given twice", `${NODES}*ELEMENT, TYPE=T3D2\n1, 1, 2\n1, 2, 3\n`, /the element 1 is given twice/],
  ["a part that is not there", "*INSTANCE, NAME=I, PART=Q\n", /it:1: there is no part "Q"/],
  ["another file", "*INCLUDE, INPUT=a.inp\n", /it:1: \*INCLUDE names another file/],
  ["data first", "1, 2, 3\n", /it:1:1: the file begins with data/],
])("refused: %s", (_, text, reason) => {
  expect(() => read(text)).toThrow(reason);
});
