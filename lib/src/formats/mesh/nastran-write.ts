/** Meshes as Nastran's bulk data: grids in large fields, so that few digits are lost, and elements in free fields. Elements carry the
 *  number of a property; a comment says which groups a property stands for. */
import { InputError } from "../../core/failure.js";
import { blocksWithStart, groupsAsElements, regionsOf } from "../../mesh/boundary-elements.js";
import { elementNumber, type Mesh, nodeCount, nodeNumber } from "../../mesh/mesh.js";
import { quoted } from "../text.js";
import { inColumns, rounding } from "./columns.js";
import type { WrittenMesh } from "./mesh-file.js";
import { bulkNumber } from "./nastran-cards.js";
import { writtenAs } from "./node-order.js";
import { output } from "./output.js";

/** Of a large field. */
const COLUMNS = 16;

export function writeNastran(given: Mesh): WrittenMesh {
  if (nodeCount(given) === 0)
    throw new InputError("has no nodes, and bulk data without a GRID is no mesh; choose another format");
  const mesh = groupsAsElements(given, "sides");
  const out = output();
  const notices: string[] = [];
  const regions = regionsOf(mesh);
  const named = mesh.groups.filter(({ of, name }) => of === "elements" && !/^property-\d+$/.test(name));
  if (named.length > 0) notices.push(`names become properties: ${listed(named)}`);
  if (mesh.groups.some(({ of }) => of === "nodes")) notices.push("groups of nodes are left out");
  out.text("BEGIN BULK\n");
  regions.groups.forEach((members, region) => {
    const names = members.map((g) => mesh.groups[g].name.replaceAll("\n", " ")).join(", ");
    if (members.length > 0) out.text(`$ property ${region}: ${names}\n`);
  });
  const { points } = mesh;
  const rounded = rounding();
  const large = (value: number) => {
    const text = inColumns(value, COLUMNS, "");
    rounded.note(value, bulkNumber(text));
    return text.padEnd(COLUMNS);
  };
  for (let k = 0; k < nodeCount(mesh); k++) {
    const [x, y, z] = [0, 1, 2].map((axis) => large(points[3 * k + axis]));
    out.text(`GRID*   ${String(nodeNumber(mesh, k)).padEnd(16)}${" ".repeat(16)}${x}${y}*\n*       ${z}\n`);
  }
  for (const { block, first, size } of blocksWithStart(mesh)) {
    const written = writtenAs("nastran", block.type);
    if (written === undefined) {
      notices.push(`${size} elements of type ${block.type} are left out`);
      continue;
    }
    const { name, nodes: width, order } = written;
    for (let e = 0; e < size; e++) {
      const fields = [elementNumber(mesh, first + e), regions.of[first + e]];
      for (let k = 0; k < width; k++) fields.push(nodeNumber(mesh, block.nodes[e * width + order[k]]));
      let text = name;
      fields.forEach((field, k) => {
        text += k > 0 && k % 8 === 0 ? `\n,${field}` : `,${field}`;
      });
      out.text(`${text}\n`);
    }
  }
  notices.push(...rounded.notices(COLUMNS));
  out.text("ENDDATA\n");
  return { bytes: out.bytes(), notices };
}

const listed = (groups: readonly { readonly name: string }[]) =>
  `${groups
    .slice(0, 12)
    .map(({ name }) => quoted(name))
    .join(", ")}${groups.length > 12 ? ", …" : ""}`;
