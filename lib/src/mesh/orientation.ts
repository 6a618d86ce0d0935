/** Which way round elements are numbered. At every corner the edges that leave it span a volume; an element is right when all are
 *  positive, turned when all are negative, and folded or flat otherwise. Nodes in the middle of edges are not looked at. */
import type { Vec } from "../core/vec.js";
import { type ElementName, elementType } from "./element-types.js";
import { type ElementBlock, elementNumber, type Group, type Mesh, sizeOf } from "./mesh.js";
import { mirrored, mirroredSides } from "./mirror.js";

/** 1 for a right element, -1 for a turned one, 0 for one that is flat or folded somewhere. Of lines and points: 1. */
export function cornerSigns(points: Vec, { type, nodes }: ElementBlock): Int8Array {
  const { family, nodes: width } = elementType(type);
  const { spans } = family;
  const signs = new Int8Array(nodes.length / width).fill(1);
  for (let e = 0; e < signs.length; e++) {
    let positive = 0;
    let negative = 0;
    for (const span of spans) {
      const volume = spanned(points, nodes, e * width, span);
      if (volume > 0) positive++;
      else if (volume < 0) negative++;
    }
    if (spans.length > 0) signs[e] = positive === spans.length ? 1 : negative === spans.length ? -1 : 0;
  }
  return signs;
}

function spanned(points: Vec, nodes: Int32Array, at: number, span: readonly number[]): number {
  const o = 3 * nodes[at + span[0]];
  const a = 3 * nodes[at + span[1]];
  const b = 3 * nodes[at + span[2]];
  const ax = points[a] - points[o];
  const ay = points[a + 1] - points[o + 1];
  const bx = points[b] - points[o];
  const by = points[b + 1] - points[o + 1];
  if (span.length === 3) return ax * by - ay * bx;
  const az = points[a + 2] - points[o + 2];
  const bz = points[b + 2] - points[o + 2];
  const c = 3 * nodes[at + span[3]];
  const cx = points[c] - points[o];
  const cy = points[c + 1] - points[o + 1];
  const cz = points[c + 2] - points[o + 2];
  return (ay * bz - az * by) * cx + (az * bx - ax * bz) * cy + (ax * by - ay * bx) * cz;
}

export interface Oriented {
  readonly mesh: Mesh;
  /** The elements whose nodes were put the other way round. */
  readonly turned: Int32Array;
  readonly notices: readonly string[];
}

/** Turned solids put right: the corners of an element say what it is whichever way round they are listed, and programs differ in
 *  that way, so the repair changes no geometry. Sides that groups name are renamed with it. Folded elements stay as they are. */
export function oriented(mesh: Mesh, types?: ReadonlySet<ElementName>): Oriented {
  const turned: number[] = [];
  let first = 0;
  const blocks = mesh.blocks.map((block): ElementBlock => {
    const begin = first;
    first += sizeOf(block);
    if (elementType(block.type).dimension !== 3 || types?.has(block.type) === false) return block;
    const signs = cornerSigns(mesh.points, block);
    if (!signs.includes(-1)) return block;
    const order = mirrored(block.type);
    const nodes = block.nodes.slice();
    signs.forEach((sign, e) => {
      if (sign !== -1) return;
      turned.push(begin + e);
      const at = e * order.length;
      for (let k = 0; k < order.length; k++) nodes[at + k] = block.nodes[at + order[k]];
    });
    return { ...block, nodes };
  });
  if (turned.length === 0) return { mesh, turned: new Int32Array(0), notices: [] };
  const list = Int32Array.from(turned);
  const some = turned.slice(0, 8).map((element) => elementNumber(mesh, element));
  const notice = `${turned.length} elements had a negative volume and were turned round: ${some.join(", ")}${turned.length > 8 ? ", …" : ""}`;
  return {
    mesh: { ...mesh, blocks, groups: mesh.groups.map(sidesTurned(mesh, list)) },
    turned: list,
    notices: [notice],
  };
}

function sidesTurned({ blocks }: Mesh, turned: Int32Array): (group: Group) => Group {
  const isTurned = new Set(turned);
  const typeOf = (element: number): ElementName => {
    let first = 0;
    for (const block of blocks) {
      first += sizeOf(block);
      if (element < first) return block.type;
    }
    return "point1";
  };
  return (group) => {
    if (group.of !== "sides") return group;
    // Mirroring twice changes nothing, so that the table serves both ways.
    const sides = group.sides.map((side, k) =>
      isTurned.has(group.elements[k]) ? mirroredSides(typeOf(group.elements[k]))[side] : side,
    );
    return { ...group, sides };
  };
}
