/** The cells of VTK by number [VTK file formats; vtkCellType.h]. The order of nodes is the one used here, but for pixels, voxels and
 *  wedges: the first triangle of VTK's wedges looks outward. Many programs do not know that, so that readers look at the volume of a
 *  wedge before they believe its order. */
import { once } from "../../core/once.js";
import { type ElementName, elementType } from "../../mesh/element-types.js";
import { blockStarts, type Group, type Mesh, nodeCount } from "../../mesh/mesh.js";
import { quoted } from "../text.js";
import { type DraftBlock, type MeshDraft, reserveElements } from "./draft.js";
import { type Ints, ints, pushInt, trimmedInts } from "./growing.js";
import { elementsOf, type FormatElement, writtenAs } from "./node-order.js";

/** VTK's own way of counting the corners of squares and cubes along their edges. */
const PIXEL = { name: "8", type: "quad4", nodes: 4, order: Uint8Array.of(0, 1, 3, 2) } as const;
const VOXEL = { name: "11", type: "hex8", nodes: 8, order: Uint8Array.of(0, 1, 3, 2, 4, 5, 7, 6) } as const;

export const vtkCells = once(
  (): ReadonlyMap<number, FormatElement> =>
    new Map([...elementsOf("vtk"), PIXEL, VOXEL].map((cell) => [Number(cell.name), cell])),
);

/** VTK's number of a type, for writing. */
export const vtkNumber = (type: ElementName): number => Number(writtenAs("vtk", type)?.name ?? 0);

export interface Cells {
  readonly types: ArrayLike<number>;
  /** Where the nodes of each cell begin, and their number at the end. */
  readonly offsets: Int32Array;
  /** Counted from 0. */
  readonly nodes: Int32Array;
}

/** Puts cells into the draft, after `firstNode` nodes and `firstCell` cells of other pieces; `refuse` makes the error for a cell. */
export function addCells(
  draft: MeshDraft,
  { types, offsets, nodes }: Cells,
  {
    firstNode,
    firstCell,
    nodeCount,
  }: { readonly firstNode: number; readonly firstCell: number; readonly nodeCount: number },
  refuse: (reason: string) => Error,
): { readonly reduced: number } {
  let reduced = 0;
  let block: DraftBlock | null = null;
  let known: FormatElement | undefined;
  let last = -1;
  for (let c = 0; c < types.length; c++) {
    if (types[c] !== last) {
      last = types[c];
      known = vtkCells().get(last);
      if (known === undefined) throw refuse(`cell ${firstCell + c} is of VTK's type ${last}, which is not read`);
      block = draft.block(known.type);
    }
    const { order, nodes: count } = known as FormatElement;
    const { nodes: list, numbers, marks } = block as DraftBlock;
    const from = offsets[c];
    if (offsets[c + 1] - from !== count) {
      throw refuse(`cell ${firstCell + c}, a ${known?.type}, has ${offsets[c + 1] - from} nodes; accepted: ${count}`);
    }
    const start = list.length;
    if (start + order.length > list.values.length) reserveElements(block as DraftBlock, 1);
    for (let k = 0; k < order.length; k++) {
      const node = nodes[from + k];
      if (!(node >= 0 && node < nodeCount)) {
        throw refuse(`cell ${firstCell + c} has the node ${node}; accepted: 0 to ${nodeCount - 1}`);
      }
      list.values[start + order[k]] = firstNode + node + 1;
    }
    list.length = start + order.length;
    if (count > order.length) reduced++;
    pushInt(numbers, firstCell + c + 1);
    pushInt(marks, firstCell + c);
  }
  return { reduced };
}

/** Names of arrays that carry groups: 0 and 1 on nodes and cells, and bits for the sides of cells. The second group of a name is
 *  `group 2: name`, since programs tell arrays apart by their names. */
export const groupArray = (of: Group["of"], name: string, nth: number): string =>
  `${of === "sides" ? "sides" : "group"}${nth === 1 ? "" : ` ${nth}`}: ${name}`;

function groupIn(array: string): { readonly sides: boolean; readonly name: string } | null {
  const found = /^(group|sides)(?: \d{1,9})?: /.exec(array);
  return found === null ? null : { sides: found[1] === "sides", name: array.slice(found[0].length) };
}

/** An array of whole numbers with so many values is a table of regions; with more it is something else. */
const MOST_REGIONS = 256;

/** A data array of a file. */
export interface DataArray {
  readonly name: string;
  readonly on: "nodes" | "elements";
  /** Numbers at each place. */
  readonly width: number;
  /** Made when they are asked for, so that one array at a time is in memory. */
  readonly values: () => Float64Array;
  /** Are the values whole numbers by their type? */
  readonly whole: boolean;
}

/** Groups from data arrays, and notices about arrays that say nothing about the mesh. The elements of `mesh` carry in `marks` the
 *  numbers of their cells. */
export function groupsOfData(
  mesh: Mesh,
  { blocks }: MeshDraft,
  arrays: readonly DataArray[],
  refuse: (reason: string) => Error,
): { readonly groups: Group[]; readonly notices: string[] } {
  const groups: Group[] = [];
  const unread: string[] = [];
  const elementOf = elementsOfCells(mesh, blocks);
  for (const { name, on, values: read, whole, width } of arrays) {
    const group = groupIn(name);
    // What has no place in a mesh is not even unpacked.
    if (width !== 1 || !whole || (on === "nodes" && (group === null || group.sides))) {
      unread.push(name);
      continue;
    }
    const values = read();
    const places = on === "nodes" ? nodeCount(mesh) : elementOf.length;
    if (values.length !== places) throw refuse(`${quoted(name)} has ${values.length} values; ${places} are expected`);
    if (group === null) {
      const regions = regionsIn(values, elementOf);
      if (regions === null) unread.push(name);
      else
        for (const [region, elements] of regions) groups.push({ name: `${name}-${region}`, of: "elements", elements });
    } else if (group.sides) groups.push(sidesFrom(group.name, values, elementOf, mesh, refuse));
    else groups.push(memberGroup(group.name, on, values, elementOf));
  }
  const more = unread.length > SHOWN ? `, and ${unread.length - SHOWN} more` : "";
  const list = `${unread.slice(0, SHOWN).join(", ")}${more}`;
  return { groups, notices: unread.length === 0 ? [] : [`not read, because a mesh has no place for it: ${list}`] };
}

const SHOWN = 12;

function elementsOfCells({ blocks: done }: Mesh, blocks: readonly DraftBlock[]): Int32Array {
  const marks = done.map(({ type }) => trimmedInts(blocks.find((block) => block.type === type)?.marks ?? ints()));
  const elementOf = new Int32Array(marks.reduce((sum, list) => sum + list.length, 0));
  let element = 0;
  for (const list of marks) for (const mark of list) elementOf[mark] = element++;
  return elementOf;
}

function memberGroup(name: string, on: "nodes" | "elements", values: Float64Array, elementOf: Int32Array): Group {
  const list = ints();
  for (let k = 0; k < values.length; k++) if (values[k] === 1) pushInt(list, on === "nodes" ? k : elementOf[k]);
  const members = trimmedInts(list).sort();
  return on === "nodes" ? { name, of: "nodes", nodes: members } : { name, of: "elements", elements: members };
}

function sidesFrom(
  name: string,
  values: Float64Array,
  elementOf: Int32Array,
  mesh: Mesh,
  refuse: (reason: string) => Error,
): Group {
  const [elements, sides]: [Ints, Ints] = [ints(), ints()];
  const starts = blockStarts(mesh);
  const counts = mesh.blocks.map(({ type }) => elementType(type).sides.length);
  for (let k = 0; k < values.length; k++) {
    if (values[k] === 0) continue;
    let b = 0;
    while (starts[b + 1] <= elementOf[k]) b++;
    if (!(values[k] > 0 && values[k] < 1 << counts[b])) {
      throw refuse(
        `${quoted(name)}: cell ${k} has the sides ${values[k]}; accepted: a bit for each of its ${counts[b]}`,
      );
    }
    for (let side = 0; side < counts[b]; side++) {
      if ((values[k] & (1 << side)) === 0) continue;
      pushInt(elements, elementOf[k]);
      pushInt(sides, side);
    }
  }
  const members = { elements: trimmedInts(elements), sides: Uint8Array.from(trimmedInts(sides)) };
  return { name, of: "sides", ...members };
}

/** The elements of every value, in one pass; null where there are too many values for regions. */
function regionsIn(values: Float64Array, elementOf: Int32Array): [number, Int32Array][] | null {
  const lists = new Map<number, Ints>();
  for (let k = 0; k < values.length; k++) {
    let list = lists.get(values[k]);
    if (list === undefined) {
      if (lists.size === MOST_REGIONS) return null;
      list = ints();
      lists.set(values[k], list);
    }
    pushInt(list, elementOf[k]);
  }
  return [...lists].sort(([a], [b]) => a - b).map(([region, list]) => [region, trimmedInts(list).sort()]);
}
