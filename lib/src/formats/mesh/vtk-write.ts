/** Unstructured grids in VTK's older format, version 4.2, binary: for programs that do not read XML. Groups as in `vtu-write.ts`. */
import { elementCount, type Mesh, nodeCount } from "../../mesh/mesh.js";
import { LITTLE_ENDIAN, type Output, output } from "./output.js";
import { gridArrays, groupArrays } from "./vtu-write.js";

export function writeVtk(mesh: Mesh): Uint8Array {
  const out = output();
  const [points, cells] = [nodeCount(mesh), elementCount(mesh)];
  const { connectivity, offsets, types } = gridArrays(mesh);
  out.text(`# vtk DataFile Version 4.2\nmesh\nBINARY\nDATASET UNSTRUCTURED_GRID\nPOINTS ${points} double\n`);
  bigEndian(out, mesh.points);
  const together = new Int32Array(connectivity.length + cells);
  for (let c = 0, at = 0, from = 0; c < cells; c++) {
    together[at++] = offsets[c] - from;
    while (from < offsets[c]) together[at++] = connectivity[from++];
  }
  out.text(`\nCELLS ${cells} ${together.length}\n`);
  bigEndian(out, together);
  out.text(`\nCELL_TYPES ${cells}\n`);
  bigEndian(out, Int32Array.from(types));
  const groups = groupArrays(mesh);
  for (const [key, count, arrays] of [
    ["POINT_DATA", points, groups.nodes],
    ["CELL_DATA", cells, groups.elements],
  ] as const) {
    if (arrays.length === 0) continue;
    out.text(`\n${key} ${count}\nFIELD FieldData ${arrays.length}\n`);
    for (const { name, values } of arrays) {
      // Blanks end a name in this format.
      out.text(`${encodeURIComponent(name)} 1 ${values.length} unsigned_char\n`);
      out.raw(values);
      out.text("\n");
    }
  }
  return out.bytes();
}

function bigEndian(out: Output, values: Float64Array | Int32Array): void {
  const width = values.BYTES_PER_ELEMENT;
  const bytes = new Uint8Array(values.buffer.slice(values.byteOffset, values.byteOffset + values.byteLength));
  for (let at = 0; LITTLE_ENDIAN && at < bytes.length; at += width) bytes.subarray(at, at + width).reverse();
  out.raw(bytes);
}
