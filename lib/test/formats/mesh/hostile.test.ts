/** Damaged files: 250 of every format here, and the attack in `lib/test/attack`. */
import { expect, test } from "vitest";
import { InputError } from "../../../src/core/failure.js";
import { MESH_FORMATS, readMesh } from "../../../src/formats/mesh/read-mesh.js";
import { fuzz } from "./fuzz.js";
import { FUZZED_FILES } from "./fuzzed-files.js";

test.each(FUZZED_FILES.map((file) => [file.name, file] as const))("%s is whole", (name, { bytes }) => {
  expect(readMesh(bytes, name).mesh.blocks.length).toBeGreaterThan(0);
});

test.each(FUZZED_FILES.map((file) => [file.name, file] as const))("%s: 250 damages", (_, file) => {
  // The damages must do damage, or the property says nothing; a changed digit does none.
  expect(fuzz(file, 250, 9)).toBeGreaterThan(40);
});

test.each(FUZZED_FILES.map((file) => [file.name, file] as const))("%s cut at every byte", (name, { bytes }) => {
  const stride = Math.max(1, Math.floor(bytes.length / 400));
  for (let end = 0; end < bytes.length; end += stride) {
    try {
      readMesh(bytes.subarray(0, end), name);
    } catch (error) {
      expect(error).toBeInstanceOf(InputError);
    }
  }
});

const TEXTS = [
  "a.msh2",
  "a.mesh",
  "a.inp",
  "a.bdf",
  "40.msh",
  "ascii.vtu",
  "51.vtk",
  "parts.inp",
  "systems.bdf",
  "text.stl",
];

test.each(FUZZED_FILES.filter(({ name }) => TEXTS.includes(name)))(
  "$name with ends of lines of other systems",
  (file) => {
    const { name, bytes } = file;
    const unix = new TextDecoder().decode(bytes);
    const { mesh } = readMesh(bytes, name);
    for (const ending of ["\r\n", "\r"]) expect(readMesh(text(unix.replaceAll("\n", ending)), name).mesh).toEqual(mesh);
    expect(readMesh(text(`\uFEFF${unix}`), name).mesh).toEqual(mesh);
  },
);

test.each(MESH_FORMATS.map(({ endings }) => endings[0]))("%s of other content", (ending) => {
  for (const content of [
    "",
    "\n",
    "a",
    " ".repeat(1e6),
    "x".repeat(1e6),
    "*".repeat(1e6),
    "<".repeat(1e5),
    "$".repeat(1e6),
    "1 ".repeat(5e5),
  ]) {
    expect(() => readMesh(text(content), `x${ending}`)).toThrow(InputError);
  }
});

const text = (letters: string) => new TextEncoder().encode(letters);

test.each([
  ["Gmsh 2.2", "x.msh", "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n1000000000000\n1 0 0 0\n"],
  ["Gmsh 4.1", "x.msh", "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\n1 1000000000000 1 1\n3 1 0 1000000000000\n"],
  [
    "VTK",
    "x.vtk",
    "# vtk DataFile Version 4.2\n\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 1000000000000 double\n0 0 0\n",
  ],
  [
    "VTK cells",
    "x.vtk",
    "# vtk DataFile Version 4.2\n\nASCII\nDATASET UNSTRUCTURED_GRID\nCELLS 1000000000000 5\n4 0 1 2 3\n",
  ],
  ["Medit", "x.mesh", "MeshVersionFormatted 2\nDimension 3\nVertices\n1000000000000\n0 0 0 0\n"],
  ["Abaqus", "x.inp", "*NODE\n1, 0, 0, 0\n*NSET, NSET=a, GENERATE\n1, 1000000000, 1\n"],
  ["STL", "x.stl", `${"\u0000".repeat(80)}\u007f\u007f\u007f\u007f`],
])("%s that announces 10¹² of something is refused at once", (_, name, content) => {
  const before = performance.now();
  expect(() => readMesh(text(content), name)).toThrow(InputError);
  // Nothing is allocated or looped over for what is only announced: generous for a loaded machine, and far below such a loop.
  expect(performance.now() - before).toBeLessThan(2000);
});

test("compressed data that announces more than it can hold is refused before it is allocated", () => {
  const header = Buffer.from(Uint32Array.of(1, 0xf0000000, 0, 8).buffer).toString("base64");
  const data = Buffer.from(new Uint8Array(8)).toString("base64");
  const content = `<VTKFile type="UnstructuredGrid" byte_order="LittleEndian" compressor="vtkZLibDataCompressor"><UnstructuredGrid>
<Piece NumberOfPoints="1" NumberOfCells="0"><Points><DataArray type="Float64" NumberOfComponents="3" format="binary">${header}${data}</DataArray></Points></Piece></UnstructuredGrid></VTKFile>`;
  expect(() => readMesh(text(content), "x.vtu")).toThrow(/damaged or cut short/);
});

test("sets that name one another many times stay as large as the mesh", () => {
  const sets = Array.from({ length: 40 }, (_, k) => `*NSET, NSET=s${k + 1}\n${`s${k}, `.repeat(8)}\n`).join("");
  const { mesh } = readMesh(text(`*NODE, NSET=s0\n1, 0, 0, 0\n2, 1, 0, 0\n${sets}`), "x.inp");
  expect(mesh.groups).toHaveLength(41);
});
