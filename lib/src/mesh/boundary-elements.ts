/** Groups as elements, for formats that know nothing else: sides become elements of their own, nodes become points. */
import { type ElementName, elementType } from "./element-types.js";
import { blockStarts, type ElementBlock, elementCount, type Group, type Mesh, sizeOf } from "./mesh.js";

/** The mesh with an element for every side (`sides`) or node (`nodes`) of such groups, which become groups of elements. A side or
 *  node in several groups is one element; where the mesh has that element already, it is the one. */
export function groupsAsElements(mesh: Mesh, of: "sides" | "nodes"): Mesh {
  if (!mesh.groups.some((group) => group.of === of)) return mesh;
  const starts = blockStarts(mesh);
  const made = new Map<ElementName, { nodes: number[]; places: Map<string, number> }>();
  /** `element` is one of the mesh, or -1 where it is number `place` of the new ones of its type. */
  const lists = new Map<Group, { type: ElementName; place: number; element: number }[]>();
  const present = new Map<ElementName, Map<string, number>>();
  for (const group of mesh.groups) {
    if (group.of !== of) continue;
    lists.set(
      group,
      elementsOf(mesh, starts, group).map(({ type, nodes }) => {
        const block = made.get(type) ?? { nodes: [], places: new Map<string, number>() };
        made.set(type, block);
        const key = nodes.join(" ");
        const own = present.get(type) ?? elementsByNodes(mesh, type);
        present.set(type, own);
        const element = own.get(key) ?? -1;
        if (element >= 0) return { type, place: 0, element };
        const known = block.places.get(key) ?? block.places.size;
        if (known === block.places.size) {
          block.places.set(key, known);
          for (const node of nodes) block.nodes.push(node);
        }
        return { type, place: known, element: -1 };
      }),
    );
  }
  const first = new Map<ElementName, number>();
  let count = elementCount(mesh);
  let number = largestNumber(mesh);
  const added = [...made]
    .filter(([, { nodes }]) => nodes.length > 0)
    .map(([type, { nodes }]): ElementBlock => {
      first.set(type, count);
      const size = nodes.length / elementType(type).nodes;
      const numbers = Int32Array.from({ length: size }, (_, k) => number + k + 1);
      count += size;
      number += size;
      return { type, nodes: Int32Array.from(nodes), numbers };
    });
  const groups = mesh.groups.map((group): Group => {
    const list = lists.get(group);
    if (list === undefined) return group;
    const elements = Int32Array.from(list, ({ type, place, element }) =>
      element >= 0 ? element : (first.get(type) ?? 0) + place,
    ).sort();
    return { name: group.name, of: "elements", elements };
  });
  return { ...mesh, blocks: [...mesh.blocks, ...added], groups };
}

/** The elements of a type by their nodes. */
function elementsByNodes(mesh: Mesh, type: ElementName): Map<string, number> {
  const found = new Map<string, number>();
  const { nodes: width } = elementType(type);
  for (const { block, first, size } of blocksWithStart(mesh)) {
    if (block.type !== type) continue;
    for (let e = 0; e < size; e++) found.set(block.nodes.subarray(e * width, (e + 1) * width).join(" "), first + e);
  }
  return found;
}

function elementsOf(mesh: Mesh, starts: Int32Array, group: Group): { type: ElementName; nodes: number[] }[] {
  if (group.of === "nodes") return Array.from(group.nodes, (node) => ({ type: "point1" as const, nodes: [node] }));
  if (group.of === "elements") return [];
  return Array.from(group.elements, (element, k) => {
    const b = starts.findIndex((start) => start > element) - 1;
    const { type, nodes } = mesh.blocks[b];
    const { nodes: width, sides } = elementType(type);
    const side = sides[group.sides[k]];
    const at = (element - starts[b]) * width;
    return { type: side.type, nodes: side.nodes.map((node) => nodes[at + node]) };
  });
}

function largestNumber(mesh: Mesh): number {
  let most = elementCount(mesh);
  for (const { numbers } of mesh.blocks)
    if (numbers !== null) for (const number of numbers) if (number > most) most = number;
  return most;
}

/** Elements with the same groups form a region: formats that give an element one number write that of its region. */
export interface Regions {
  /** The region of each element. */
  readonly of: Int32Array;
  /** The groups of each region, as places among `mesh.groups`; region 0 has none. */
  readonly groups: readonly (readonly number[])[];
}

export function regionsOf(mesh: Mesh): Regions {
  const of = new Int32Array(elementCount(mesh));
  const groups: number[][] = [[]];
  mesh.groups.forEach((group, g) => {
    if (group.of !== "elements") return;
    const inner = new Map<number, number>();
    for (const element of group.elements) {
      const before = of[element];
      const known = inner.get(before) ?? groups.push([...groups[before], g]) - 1;
      inner.set(before, known);
      of[element] = known;
    }
  });
  return { of, groups };
}

/** Of each block, the number of its first element and how many it has. */
export function* blocksWithStart(
  mesh: Mesh,
): Generator<{ readonly block: ElementBlock; readonly first: number; readonly size: number }> {
  let first = 0;
  for (const block of mesh.blocks) {
    const size = sizeOf(block);
    yield { block, first, size };
    first += size;
  }
}
