/** Parts of a mesh: nodes by the names of groups, by place or by number, and the surfaces that loads act on. Nodes are counted from 0. */
import { hypot } from "../core/elementary.js";
import { InputError } from "../core/failure.js";
import { unknownWord } from "../core/spelling.js";
import { type Boundary, boundaryOf, sideNodes, sidesUnder } from "./boundary.js";
import { elementType } from "./element-types.js";
import { blockStarts, dimensionOf, type Group, type Mesh, nodeCount, nodeNumber } from "./mesh.js";

export type Point = readonly [number, number, number];

/** All groups of these names. */
export function groupsNamed(mesh: Mesh, ...names: readonly string[]): Group[] {
  return names.flatMap((name) => {
    const found = mesh.groups.filter((group) => group.name === name);
    if (found.length > 0) return found;
    const known = [...new Set(mesh.groups.map((group) => group.name))];
    if (known.length > 0) throw new InputError(unknownWord(name, "group", known));
    throw new InputError(`there is no group "${name}": the mesh has none; select nodes by a plane or by their numbers`);
  });
}

/** The nodes of groups, and of all elements and sides in them. */
export function nodesNamed(mesh: Mesh, ...names: readonly string[]): Int32Array {
  return nodesOfGroups(mesh, groupsNamed(mesh, ...names));
}

export const nodesOfGroups = (mesh: Mesh, groups: readonly Group[]): Int32Array =>
  Int32Array.from(new Set(groups.flatMap((group) => [...nodesOf(mesh, group)]))).sort();

export function nodesWhere(mesh: Mesh, isChosen: (x: number, y: number, z: number) => boolean): Int32Array {
  const { points } = mesh;
  return Int32Array.from({ length: nodeCount(mesh) }, (_, node) => node).filter((node) =>
    isChosen(points[3 * node], points[3 * node + 1], points[3 * node + 2]),
  );
}

/** Nodes are on a plane if they miss it by less than this share of the mesh's size. */
const NEAR = 1e-6;

export function nodesOnPlane(mesh: Mesh, { point, normal }: { point: Point; normal: Point }): Int32Array {
  const length = hypot(...normal);
  if (!(length > 0)) throw new InputError("the normal has no length; accepted: a direction", { key: "normal" });
  const reach = NEAR * sizeOfMesh(mesh);
  const [a, b, c] = [normal[0] / length, normal[1] / length, normal[2] / length];
  const nodes = nodesWhere(mesh, (x, y, z) => {
    return Math.abs((x - point[0]) * a + (y - point[1]) * b + (z - point[2]) * c) <= reach;
  });
  if (nodes.length > 0) return nodes;
  throw new InputError(`no node lies on it, within ${reach.toPrecision(2)}; check point and normal`);
}

export function nearestNode({ points }: Mesh, to: Point): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < points.length; i += 3) {
    const distance = hypot(points[i] - to[0], points[i + 1] - to[1], points[i + 2] - to[2]);
    if (distance < least) {
      least = distance;
      best = i / 3;
    }
  }
  return best;
}

/** The node of a number that the mesh file gives; counted from 1 in a mesh that was made here. */
export function nodesByNumber(mesh: Mesh): (number: number) => number {
  const nodes = new Map(Array.from({ length: nodeCount(mesh) }, (_, node) => [nodeNumber(mesh, node), node]));
  return (number) => {
    const found = nodes.get(number);
    if (found !== undefined) return found;
    throw new InputError(`there is no node ${number}; the mesh has ${nodes.size} nodes`);
  };
}

/** The sides that groups list, or that their elements lie on; where they have none, the boundary within their nodes. */
export function surfaceNamed(mesh: Mesh, ...names: readonly string[]): Boundary {
  const groups = groupsNamed(mesh, ...names);
  const sides = groups.flatMap((group) =>
    group.of === "sides" ? [group] : isSurface(mesh, group) ? [sidesUnder(mesh, group.elements)] : [],
  );
  if (sides.length === 0) return surfaceWithin(mesh, nodesOfGroups(mesh, groups));
  refuseBars(mesh);
  return {
    elements: Int32Array.from(sides.flatMap(({ elements }) => [...elements])),
    sides: Uint8Array.from(sides.flatMap((part) => [...part.sides])),
  };
}

/** The boundary within some nodes. */
export function surfaceWithin(mesh: Mesh, nodes: Int32Array): Boundary {
  refuseBars(mesh);
  const inside = new Set(nodes);
  const surface = boundaryOf(mesh, (node) => inside.has(node));
  if (surface.elements.length > 0) return surface;
  throw new InputError("no side of an element lies in it; a traction or a pressure needs a surface");
}

/** Does a group list sides of the body, or elements that are sides of it? */
export function isSurface(mesh: Mesh, group: Group): group is Exclude<Group, { of: "nodes" }> {
  if (dimensionOf(mesh) < 2 || group.of === "nodes") return false;
  if (group.of === "sides") return true;
  const { type } = mesh.blocks[blockOf(mesh, group.elements[0])] ?? { type: null };
  return type !== null && elementType(type).dimension === dimensionOf(mesh) - 1;
}

/** The sides of bars are nodes. */
function refuseBars(mesh: Mesh): void {
  if (dimensionOf(mesh) > 1) return;
  throw new InputError(
    "the ends of bars are nodes, and a traction or a pressure needs a surface; give the whole force, as force: […]",
  );
}

const blockOf = (mesh: Mesh, element: number) => blockStarts(mesh).findIndex((start) => start > element) - 1;

function nodesOf(mesh: Mesh, group: Group): Iterable<number> {
  if (group.of === "nodes") return group.nodes;
  if (group.of === "sides") return sideNodes(mesh, group).flatMap(({ nodes }) => nodes);
  const starts = blockStarts(mesh);
  const all = new Set<number>();
  for (const element of group.elements) {
    const b = starts.findIndex((start) => start > element) - 1;
    const { type, nodes } = mesh.blocks[b];
    const width = elementType(type).nodes;
    const first = (element - starts[b]) * width;
    for (let a = 0; a < width; a++) all.add(nodes[first + a]);
  }
  return all;
}

function sizeOfMesh({ points }: Mesh): number {
  let size = 0;
  for (let c = 0; c < 3; c++) {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let i = c; i < points.length; i += 3) {
      low = Math.min(low, points[i]);
      high = Math.max(high, points[i]);
    }
    size = Math.max(size, high - low);
  }
  return size;
}
