/** Meshes for Medit: every element carries the number of its region. Names have no place there; a group that is called after its kind
 *  and number (`surface-3`, as readers do) keeps its number. */
import { maxOf } from "../../core/vec.js";
import { blocksWithStart, groupsAsElements, regionsOf } from "../../mesh/boundary-elements.js";
import { type Group, type Mesh, nodeCount } from "../../mesh/mesh.js";
import { quoted } from "../text.js";
import type { WrittenMesh } from "./mesh-file.js";
import { writtenAs } from "./node-order.js";
import { output } from "./output.js";
import { numbersLost } from "./unnumbered.js";

export function writeMedit(given: Mesh): WrittenMesh {
  const mesh = groupsAsElements(given, "sides");
  const out = output();
  const notices = numbersLost(given);
  const { points } = mesh;
  const vertices = vertexRegions(mesh, notices);
  out.text(`MeshVersionFormatted 2\n\nDimension 3\n\nVertices\n${nodeCount(mesh)}\n`);
  for (let k = 0; k < nodeCount(mesh); k++) {
    out.text(`${points[3 * k]} ${points[3 * k + 1]} ${points[3 * k + 2]} ${vertices[k]}\n`);
  }
  const regions = regionsOf(mesh);
  const numberOf = regionNumbers(mesh.groups, regions.groups);
  for (const { block, first, size } of blocksWithStart(mesh)) {
    const written = writtenAs("medit", block.type);
    if (written === undefined) {
      notices.push(`${size} elements of type ${block.type} are left out: Medit has none`);
      continue;
    }
    const { name: keyword, nodes: width } = written;
    out.text(`\n${keyword}\n${size}\n`);
    for (let e = 0; e < size; e++) {
      let line = "";
      for (let k = 0; k < width; k++) line += `${block.nodes[e * width + k] + 1} `;
      out.text(`${line}${numberOf[regions.of[first + e]]}\n`);
    }
  }
  out.text("\nEnd\n");
  const named = mesh.groups.filter(({ name }) => !NUMBERED.test(name)).map(({ name }) => quoted(name));
  if (named.length > 0) notices.push(`names become numbers of regions: ${named.slice(0, 12).join(", ")}`);
  return { bytes: out.bytes(), notices };
}

const NUMBERED = /^(?:point|curve|surface|volume|node)-(\d{1,9})$/;

/** The number that the last of its groups carries in its name, or one that none does. */
function regionNumbers(groups: readonly Group[], regions: readonly (readonly number[])[]): number[] {
  const own = groups.map(({ name }) => Number(NUMBERED.exec(name)?.[1] ?? 0));
  let next = maxOf(own, 0);
  return regions.map((members) => {
    if (members.length === 0) return 0;
    return members.length === 1 && own[members[0]] > 0 ? own[members[0]] : ++next;
  });
}

function vertexRegions(mesh: Mesh, notices: string[]): Int32Array {
  let shared = false;
  const regions = new Int32Array(nodeCount(mesh));
  let next = 0;
  for (const group of mesh.groups) {
    if (group.of !== "nodes") continue;
    next = Number(NUMBERED.exec(group.name)?.[1] ?? next + 1);
    for (const node of group.nodes) {
      if (regions[node] !== 0) shared = true;
      regions[node] = next;
    }
  }
  if (shared) notices.push("nodes of several groups are in the last of them: Medit gives a vertex one region");
  return regions;
}
