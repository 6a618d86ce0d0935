/** A small file of every format and encoding, made by the project itself. */
import { deflateSync } from "node:zlib";
import { readMesh, writeMesh } from "../../../src/formats/mesh/read-mesh.js";
import type { FuzzedFile } from "./fuzz.js";
import { sampleMesh } from "./sample-mesh.js";

const text = (letters: string) => new TextEncoder().encode(letters);
const mesh = sampleMesh(["line2", "tri3", "tet4", "wedge6", "hex8", "tet10"]);

/** A grid with its numbers in text, in base64, or compressed. */
function vtu(format: "ascii" | "binary" | "zlib"): Uint8Array {
  const array = (type: string, name: string, values: Float64Array | Int32Array, width = 1) => {
    const bytes = Buffer.from(values.buffer);
    const header = (...numbers: number[]) => Buffer.from(Uint32Array.from(numbers).buffer);
    const packed = deflateSync(bytes);
    const content = {
      ascii: [...values].join(" "),
      binary: Buffer.concat([header(bytes.length), bytes]).toString("base64"),
      zlib: header(1, bytes.length, 0, packed.length).toString("base64") + packed.toString("base64"),
    };
    const kind = format === "ascii" ? "ascii" : "binary";
    return `<DataArray type="${type}" Name="${name}" NumberOfComponents="${width}" format="${kind}">${content[format]}</DataArray>\n`;
  };
  const compressor = format === "zlib" ? ' compressor="vtkZLibDataCompressor"' : "";
  return text(`<?xml version="1.0"?>
<VTKFile type="UnstructuredGrid" version="0.1" byte_order="LittleEndian"${compressor}>
<UnstructuredGrid><Piece NumberOfPoints="5" NumberOfCells="2">
<CellData>${array("Int32", "material", Int32Array.of(1, 2))}</CellData>
<Points>${array("Float64", "Points", Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, -1), 3)}</Points>
<Cells>${array("Int32", "connectivity", Int32Array.of(0, 1, 2, 3, 0, 2, 1, 4))}
${array("Int32", "offsets", Int32Array.of(4, 8))}${array("Int32", "types", Int32Array.of(10, 10))}</Cells>
</Piece></UnstructuredGrid></VTKFile>
`);
}

const VTK = `# vtk DataFile Version 5.1
two tetrahedra
ASCII
DATASET UNSTRUCTURED_GRID
POINTS 5 float
0 0 0 1 0 0 0 1 0 0 0 1 0 0 -1
CELLS 3 8
OFFSETS vtktypeint64
0 4 8
CONNECTIVITY vtktypeint64
0 1 2 3 0 2 1 4
CELL_TYPES 2
10 10
CELL_DATA 2
SCALARS material int 1
LOOKUP_TABLE default
1 2
METADATA
INFORMATION 0

POINT_DATA 5
FIELD FieldData 1
level 1 5 double
1 2 3 4 5
`;

const GMSH40 = `$MeshFormat
4 0 8
$EndMeshFormat
$Entities
0 0 0 1
1 0 0 0 1 1 1 1 1 0
$EndEntities
$Nodes
1 4
1 3 0 4
1 0 0 0
2 1 0 0
3 0 1 0
4 0 0 1
$EndNodes
$Elements
1 1
1 3 4 1
1 1 2 3 4
$EndElements
`;

const DECK = `** two parts
*HEADING
box
*PART, NAME=P
*NODE
1, 0., 0., 0.
2, 1., 0., 0.
3, 0., 1., 0.
4, 0., 0., 1.
*ELEMENT, TYPE=C3D4, ELSET=all
1, 1, 2,
3, 4
*NSET, NSET=some, GENERATE
1, 4, 2
*SURFACE, NAME=face
all, S2
*END PART
*ASSEMBLY, NAME=A
*INSTANCE, NAME=one, PART=P
0., 0., 5.
0., 0., 0., 0., 0., 1., 90.
*END INSTANCE
*INSTANCE, NAME=two, PART=P
*END INSTANCE
*NSET, NSET=both, INSTANCE=one
2, 3
*END ASSEMBLY
*MATERIAL, NAME=steel
`;

const BULK = `SOL 101
CEND
BEGIN BULK
CORD2C         7       0      0.      0.      0.      0.      0.      1.+
+             1.      0.      0.
CORD1R         8       1       2       3
GRID           1              0.      0.      0.
GRID*                  2                              1.              0.
*                     0.
GRID,3,7,1.,90.,0.
GRID           4       8      0.    1.+0      0.
CTETRA         1       5       1       2       3       4
MAT1,1,2.1+11,,.3,7850.
ENDDATA
`;

const STL = `solid thing
facet normal 0 0 1
  outer loop
    vertex 0 0 0
    vertex 1 0 0
    vertex 0 1e0 0
  endloop
endfacet
endsolid thing
`;

const STL_BINARY = new Uint8Array(84 + 50);
new DataView(STL_BINARY.buffer).setUint32(80, 1, true);
[0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0].forEach((x, k) => {
  new DataView(STL_BINARY.buffer).setFloat32(84 + 4 * k, x, true);
});

const file = (name: string, bytes: Uint8Array): FuzzedFile => ({ name, bytes, read: readMesh });

export const FUZZED_FILES: readonly FuzzedFile[] = [
  ...["a.msh", "a.msh2", "a.vtk", "a.vtu", "a.mesh", "a.inp", "a.bdf"].map((name) =>
    file(name, writeMesh(mesh, name).bytes),
  ),
  file("40.msh", text(GMSH40)),
  file("ascii.vtu", vtu("ascii")),
  file("base64.vtu", vtu("binary")),
  file("zlib.vtu", vtu("zlib")),
  file("51.vtk", text(VTK)),
  file("parts.inp", text(DECK)),
  file("systems.bdf", text(BULK)),
  file("text.stl", text(STL)),
  file("binary.stl", STL_BINARY),
];
