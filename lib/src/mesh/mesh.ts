/** A mesh as plain data: points, elements in blocks of one type, and named groups. What a file format knows beyond that stays with
 *  the format. */
import type { Vec } from "../core/vec.js";
import { type ElementName, elementType } from "./element-types.js";

export interface Mesh {
  /** Three numbers a node, also in the plane. */
  readonly points: Vec;
  /** What the file calls its nodes; null: 1, 2, 3, … */
  readonly nodeNumbers: Int32Array | null;
  readonly blocks: readonly ElementBlock[];
  readonly groups: readonly Group[];
}

/** Elements of one type. All elements of a mesh are counted through, block after block, from 0. */
export interface ElementBlock {
  readonly type: ElementName;
  /** The nodes of one element after those of another, counted from 0, in the order of `element-types.ts`. */
  readonly nodes: Int32Array;
  /** What the file calls its elements; null: counted through the mesh from 1. */
  readonly numbers: Int32Array | null;
}

/** A named part of a mesh. One name may stand for several groups of different kinds, as files have it. */
export type Group =
  | { readonly name: string; readonly of: "nodes"; readonly nodes: Int32Array }
  | { readonly name: string; readonly of: "elements"; readonly elements: Int32Array }
  /** Side `sides[k]` of element `elements[k]`. */
  | { readonly name: string; readonly of: "sides"; readonly elements: Int32Array; readonly sides: Uint8Array };

export const nodeCount = (mesh: Mesh): number => mesh.points.length / 3;

export const sizeOf = ({ type, nodes }: ElementBlock): number => nodes.length / elementType(type).nodes;

export const elementCount = (mesh: Mesh): number => mesh.blocks.reduce((sum, block) => sum + sizeOf(block), 0);

/** Where each block begins among all elements, and their number at the end. */
export function blockStarts({ blocks }: Mesh): Int32Array {
  const start = new Int32Array(blocks.length + 1);
  blocks.forEach((block, b) => {
    start[b + 1] = start[b] + sizeOf(block);
  });
  return start;
}

/** The number of a node as its file spells it. */
export const nodeNumber = ({ nodeNumbers }: Mesh, node: number): number => nodeNumbers?.[node] ?? node + 1;

/** The number of an element as its file spells it. */
export function elementNumber(mesh: Mesh, element: number): number {
  let before = 0;
  for (const block of mesh.blocks) {
    const size = sizeOf(block);
    if (element < before + size) return block.numbers?.[element - before] ?? element + 1;
    before += size;
  }
  return element + 1;
}

/** The largest dimension of an element: 3 for a solid, with or without the faces of its boundary as further elements. */
export function dimensionOf({ blocks }: Mesh): 0 | 1 | 2 | 3 {
  let dimension: 0 | 1 | 2 | 3 = 0;
  for (const { type } of blocks) {
    const own = elementType(type).dimension;
    if (own > dimension) dimension = own;
  }
  return dimension;
}
