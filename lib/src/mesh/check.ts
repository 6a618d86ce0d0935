/** What can be wrong with a mesh that a file describes correctly: nodes that no element has, elements given twice, elements turned
 *  inside out or folded. Everything is found in time proportional to the mesh. */

import { elementType } from "./element-types.js";
import { dimensionOf, elementNumber, type Mesh, nodeCount, nodeNumber, sizeOf } from "./mesh.js";
import { cornerSigns } from "./orientation.js";
import { firstOfEach } from "./repeated.js";

export interface MeshCheck {
  readonly unusedNodes: Int32Array;
  /** Elements of the highest dimension with the same corners as an earlier one of their type. Others only name places, and may be
   *  there once for every name. */
  readonly duplicates: Int32Array;
  /** Elements of the highest dimension whose nodes run the wrong way round: their volume is negative. */
  readonly inverted: Int32Array;
  /** Elements that are flat or folded in a corner; no order of their nodes helps. */
  readonly folded: Int32Array;
}

export function checkMesh(mesh: Mesh): MeshCheck {
  const { inverted, folded } = turnedElements(mesh);
  return { unusedNodes: unusedNodes(mesh), duplicates: duplicateElements(mesh), inverted, folded };
}

/** What was found, in words, with the numbers of the file; nothing where nothing is wrong. */
export function checkNotices(mesh: Mesh, { unusedNodes: unused, duplicates, inverted, folded }: MeshCheck): string[] {
  const node = (k: number) => nodeNumber(mesh, k);
  const element = (k: number) => elementNumber(mesh, k);
  return [
    ...notice(unused, node, "node", "belongs to no element", "belong to no element"),
    ...notice(duplicates, element, "element", "repeats an earlier one", "repeat earlier ones"),
    ...notice(inverted, element, "element", "has a negative volume", "have negative volumes"),
    ...notice(folded, element, "element", "is flat or folded", "are flat or folded"),
  ];
}

const SHOWN = 8;

function notice(list: Int32Array, nameOf: (k: number) => number, thing: string, one: string, many: string): string[] {
  if (list.length === 0) return [];
  if (list.length === 1) return [`${thing} ${nameOf(list[0])} ${one}`];
  const some = Array.from(list.subarray(0, SHOWN), nameOf).join(", ");
  return [`${list.length} ${thing}s ${many}: ${some}${list.length > SHOWN ? ", …" : ""}`];
}

export function unusedNodes(mesh: Mesh): Int32Array {
  const used = new Uint8Array(nodeCount(mesh));
  for (const { nodes } of mesh.blocks) for (let k = 0; k < nodes.length; k++) used[nodes[k]] = 1;
  return places(used, 0);
}

function places(marks: Uint8Array, wanted: number): Int32Array {
  const out = new Int32Array(marks.reduce((sum, mark) => (mark === wanted ? sum + 1 : sum), 0));
  let end = 0;
  for (let k = 0; k < marks.length; k++) if (marks[k] === wanted) out[end++] = k;
  return out;
}

/** Elements turned inside out or folded: solids, and plane elements of a mesh in the plane z = const. Shells in space have no
 *  inside. */
function turnedElements(mesh: Mesh): Pick<MeshCheck, "inverted" | "folded"> {
  const dimension = dimensionOf(mesh);
  const inverted: number[] = [];
  const folded: number[] = [];
  const plane = dimension === 2 && isPlane(mesh);
  let first = 0;
  for (const block of mesh.blocks) {
    const size = sizeOf(block);
    const { dimension: own } = elementType(block.type);
    if (own === 3 || (own === 2 && plane)) {
      const signs = cornerSigns(mesh.points, block);
      for (let e = 0; e < size; e++) {
        if (signs[e] === -1) inverted.push(first + e);
        else if (signs[e] === 0) folded.push(first + e);
      }
    }
    first += size;
  }
  return { inverted: Int32Array.from(inverted), folded: Int32Array.from(folded) };
}

export function isPlane({ points }: Mesh): boolean {
  for (let k = 5; k < points.length; k += 3) if (points[k] !== points[2]) return false;
  return true;
}

function duplicateElements(mesh: Mesh): Int32Array {
  const found: number[] = [];
  const highest = dimensionOf(mesh);
  let first = 0;
  for (const block of mesh.blocks) {
    if (elementType(block.type).dimension === highest) {
      firstOfEach(block).forEach((other, e) => {
        if (other !== e) found.push(first + e);
      });
    }
    first += sizeOf(block);
  }
  return Int32Array.from(found);
}
