/** What `on` means for a mesh: groups by name, planes, nodes by number, the node nearest to a point. */

import { hypot } from "../core/elementary.js";
import { type Boundary, boundaryOf, sideNodes, sidesUnder } from "../mesh/boundary.js";
import { elementType } from "../mesh/element-types.js";
import { blockStarts, dimensionOf, type Group, type Mesh, nodeCount, nodeNumber } from "../mesh/mesh.js";
import type { Entry } from "./entry.js";
import { type Point, pointAt } from "./signal-entry.js";
import { unknownWord } from "./system-parts.js";

export interface MeshPlaces {
  nodesAt(on: Entry): Int32Array;
  /** Sides of elements: of groups as they are, otherwise the boundary within the nodes. */
  surfaceAt(on: Entry): Boundary;
  /** Is it a surface, or only nodes? */
  isSurface(on: Entry): boolean;
}

export function meshPlaces(mesh: Mesh, dimension: number): MeshPlaces {
  const groups = new Map<string, Group[]>();
  for (const group of mesh.groups) groups.set(group.name, [...(groups.get(group.name) ?? []), group]);
  const groupsAt = (on: Entry): readonly Group[] => {
    const one = (name: Entry) => {
      const found = groups.get(name.text());
      if (found !== undefined) return found;
      const known = [...groups.keys()];
      if (known.length === 0)
        throw name.error(`there is no group "${name.text()}": the mesh has none; give { plane: … } or { nodes: […] }`);
      throw name.error(unknownWord(name.text(), "group", known));
    };
    return on.isList() ? on.items().flatMap(one) : one(on);
  };

  const nodesAt = (on: Entry): Int32Array => {
    if (!on.isMap()) return sorted(groupsAt(on).flatMap((group) => [...nodesOf(mesh, group)]));
    if (on.has("plane")) return nodesOnPlane(mesh, on.at("plane"), dimension);
    if (on.has("near")) return Int32Array.of(nearest(mesh, pointAt(on.at("near"), dimension)));
    const listed = on.at("nodes");
    if (listed.items().length === 0) throw listed.error("found no node; give at least one");
    return sorted(listed.items().map(nodeOf(mesh)));
  };
  const withSides = (group: Group) =>
    group.of === "sides" || (group.of === "elements" && isLower(mesh, group.elements));
  // The sides of bars are nodes.
  const hasSurfaces = dimensionOf(mesh) > 1;

  return {
    nodesAt,
    isSurface: (on) => hasSurfaces && (on.isMap() ? on.has("plane") : groupsAt(on).every(withSides)),
    surfaceAt(on) {
      if (!hasSurfaces)
        throw on.error(
          "the ends of bars are nodes, and a traction or a pressure needs a surface; give the whole force, as force: […]",
        );
      const direct = on.isMap() ? [] : groupsAt(on).filter(withSides);
      if (direct.length > 0) {
        return joined(
          direct.map((group) =>
            group.of === "sides"
              ? group
              : on.blamed(() => sidesUnder(mesh, group.of === "elements" ? group.elements : new Int32Array())),
          ),
        );
      }
      const inside = new Set(nodesAt(on));
      const surface = boundaryOf(mesh, (node) => inside.has(node));
      if (surface.elements.length > 0) return surface;
      throw on.error("no side of an element lies in it; a traction or a pressure needs a surface");
    },
  };
}

const sorted = (nodes: readonly number[]) => Int32Array.from(new Set(nodes)).sort();

function joined(parts: readonly Boundary[]): Boundary {
  return {
    elements: Int32Array.from(parts.flatMap(({ elements }) => [...elements])),
    sides: Uint8Array.from(parts.flatMap(({ sides }) => [...sides])),
  };
}

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

/** Are these elements of a lower dimension than the body: its sides, edges or points? */
function isLower(mesh: Mesh, elements: Int32Array): boolean {
  const starts = blockStarts(mesh);
  const b = starts.findIndex((start) => start > elements[0]) - 1;
  return b >= 0 && elementType(mesh.blocks[b].type).dimension === dimensionOf(mesh) - 1;
}

/** Nodes are on a plane if they miss it by less than this share of the mesh's size. */
const NEAR = 1e-6;

function nodesOnPlane(mesh: Mesh, entry: Entry, dimension: number): Int32Array {
  const point = pointAt(entry.at("point"), dimension);
  const normal = pointAt(entry.at("normal"), dimension);
  const length = hypot(...normal);
  if (!(length > 0)) throw entry.at("normal").error("the normal has no length; accepted: a direction");
  const reach = NEAR * sizeOfMesh(mesh);
  const nodes: number[] = [];
  for (let node = 0; node < nodeCount(mesh); node++) {
    let distance = 0;
    for (let c = 0; c < 3; c++) distance += (mesh.points[3 * node + c] - point[c]) * (normal[c] / length);
    if (Math.abs(distance) <= reach) nodes.push(node);
  }
  if (nodes.length === 0)
    throw entry.error(`no node lies on it, within ${reach.toPrecision(2)}; check point and normal`);
  return Int32Array.from(nodes);
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

function nearest({ points }: Mesh, to: Point): number {
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

/** By the numbers that the mesh file gives; counted from 1 in a mesh that was made here. */
function nodeOf(mesh: Mesh): (entry: Entry) => number {
  const byNumber = new Map<number, number>();
  return (entry) => {
    if (byNumber.size === 0)
      for (let node = 0; node < nodeCount(mesh); node++) byNumber.set(nodeNumber(mesh, node), node);
    const found = byNumber.get(entry.number());
    if (found !== undefined) return found;
    throw entry.error(`there is no node ${entry.number()}; the mesh has ${byNumber.size} nodes`);
  };
}
