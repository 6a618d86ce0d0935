/** What the parts of a solid say about its mesh, and what they leave out. */
import { InputError } from "../../core/failure.js";
import { elementType } from "../../mesh/element-types.js";
import { blockStarts, dimensionOf, elementNumber, type Mesh, nodeCount, nodeNumber } from "../../mesh/mesh.js";
import type { SolidDescription } from "../solid-description.js";

/** Three in space and two in the plane. Bars have as many as their nodes spread over. */
export function directionsOf(mesh: Mesh): 1 | 2 | 3 {
  const dimension = dimensionOf(mesh);
  if (dimension === 0) throw new InputError("the mesh has no elements that could deform", { key: "mesh" });
  if (dimension > 1) return dimension === 2 ? 2 : 3;
  const flat = (d: number) => mesh.points.every((x, k) => k % 3 !== d || x === mesh.points[d]);
  return !flat(2) ? 3 : !flat(1) ? 2 : 1;
}

/** One for every node that an element of a region has. */
export function usedNodes(mesh: Mesh, lists: readonly { readonly nodes: Int32Array }[]): Uint8Array {
  const used = new Uint8Array(nodeCount(mesh));
  for (const { nodes } of lists) for (const node of nodes) used[node] = 1;
  return used;
}

/** Every element of the highest dimension belongs to one region. */
export function refuseUnlisted({ mesh, regions }: SolidDescription): void {
  const dimension = dimensionOf(mesh);
  const starts = blockStarts(mesh);
  const times = new Uint8Array(starts[mesh.blocks.length]);
  for (const { elements } of regions) for (const element of elements) times[element]++;
  mesh.blocks.forEach(({ type }, b) => {
    const own = elementType(type).dimension;
    for (let element = starts[b]; element < starts[b + 1]; element++) {
      const expected = own === dimension ? 1 : Math.min(1, times[element]);
      if (times[element] === expected) {
        if (expected === 0 || own === dimension || own === 1) continue;
        throw new InputError(
          `element ${elementNumber(mesh, element)} is a ${type} in a mesh of solid elements: shells are not known here; leave it out`,
          { key: "regions" },
        );
      }
      const how = times[element] === 0 ? "has no material" : `has ${times[element]} materials`;
      throw new InputError(`element ${elementNumber(mesh, element)} ${how}; every element needs one`, {
        key: "regions",
      });
    }
  });
}

export function placeInUse(place: Int32Array, mesh: Mesh, node: number): number {
  const at = place[node] ?? -1;
  if (at < 0) {
    throw new InputError(`node ${nodeNumber(mesh, node)} belongs to no element, so that nothing can hang on it`, {
      key: "attachments",
    });
  }
  return at;
}
