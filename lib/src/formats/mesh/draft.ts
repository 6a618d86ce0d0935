/** A mesh while its file is being read: nodes and elements under the numbers of the file, in any order, until all are there. */
import { InputError } from "../../core/failure.js";
import { type ElementName, elementType } from "../../mesh/element-types.js";
import { type ElementBlock, type Group, type Mesh, sizeOf } from "../../mesh/mesh.js";
import {
  type Ints,
  ints,
  pushInt,
  pushReal,
  type Reals,
  reals,
  reserveInts,
  reserveReals,
  trimmedInts,
  trimmedReals,
} from "./growing.js";
import { numberIndex, type PlaceOf } from "./number-index.js";

export interface MeshDraft {
  readonly nodeNumbers: Ints;
  readonly points: Reals;
  readonly blocks: readonly DraftBlock[];
  node(number: number, x: number, y: number, z: number): void;
  /** The elements of a type; their nodes by number, in the order of `element-types.ts` or of `permutation`. */
  block(type: ElementName): DraftBlock;
  reserveNodes(more: number): void;
}

export interface DraftBlock {
  readonly type: ElementName;
  readonly nodes: Ints;
  readonly numbers: Ints;
  /** What the format says of each element: the number of its region. Empty where it says nothing. */
  readonly marks: Ints;
}

export function meshDraft(): MeshDraft {
  const nodeNumbers = ints();
  const points = reals();
  const blocks = new Map<ElementName, DraftBlock>();
  const list: DraftBlock[] = [];
  return {
    nodeNumbers,
    points,
    blocks: list,
    node(number, x, y, z) {
      pushInt(nodeNumbers, number);
      pushReal(points, x);
      pushReal(points, y);
      pushReal(points, z);
    },
    block(type) {
      const known = blocks.get(type);
      if (known !== undefined) return known;
      const made = { type, nodes: ints(), numbers: ints(), marks: ints() };
      blocks.set(type, made);
      list.push(made);
      return made;
    },
    reserveNodes(more) {
      reserveInts(nodeNumbers, more);
      reserveReals(points, 3 * more);
    },
  };
}

/** Room for so many more elements. */
export function reserveElements(block: DraftBlock, more: number): void {
  reserveInts(block.nodes, more * elementType(block.type).nodes);
  reserveInts(block.numbers, more);
}

export interface Finished {
  /** Without groups. */
  readonly mesh: Mesh;
  readonly nodeOf: PlaceOf;
}

/** The mesh, with the numbers of nodes made places; `file` is for messages. */
export function finished({ nodeNumbers, points, blocks }: MeshDraft, file: string | undefined): Finished {
  const numbers = trimmedInts(nodeNumbers);
  const { placeOf, twice } = numberIndex(numbers);
  if (twice !== null) throw new InputError(`the node ${twice} is given twice; accepted: once`, { file });
  const filled = blocks.filter(({ nodes }) => nodes.length > 0);
  let before = 0;
  const done = filled.map((block): ElementBlock => {
    const nodes = trimmedInts(block.nodes);
    resolve(nodes, placeOf, block, file);
    const own = trimmedInts(block.numbers);
    const counted = own.length === 0 || isCounted(own, before);
    before += nodes.length / elementType(block.type).nodes;
    return { type: block.type, nodes, numbers: counted ? null : own };
  });
  const mesh: Mesh = {
    points: trimmedReals(points),
    nodeNumbers: isCounted(numbers, 0) ? null : numbers,
    blocks: done,
    groups: [],
  };
  return { mesh, nodeOf: placeOf };
}

function resolve(nodes: Int32Array, placeOf: PlaceOf, { type, numbers }: DraftBlock, file: string | undefined): void {
  for (let k = 0; k < nodes.length; k++) {
    const place = placeOf(nodes[k]);
    if (place < 0) {
      const element = Math.floor(k / elementType(type).nodes);
      const name = element < numbers.length ? numbers.values[element] : element + 1;
      const reason = `the element ${name} (${type}) has the node ${nodes[k]}, which is not in the file`;
      throw new InputError(reason, { file });
    }
    nodes[k] = place;
  }
}

function isCounted(numbers: Int32Array, before: number): boolean {
  for (let k = 0; k < numbers.length; k++) if (numbers[k] !== before + k + 1) return false;
  return true;
}

/** Groups of elements by their marks: `namesOf` says to which groups a mark belongs. */
export function groupsByMark(
  { mesh }: Finished,
  { blocks }: MeshDraft,
  namesOf: (dimension: number, mark: number) => readonly string[],
): Group[] {
  const members = new Map<string, { name: string; elements: Ints }>();
  let first = 0;
  for (const block of mesh.blocks) {
    const { dimension } = elementType(block.type);
    const marks = blocks.find(({ type }) => type === block.type)?.marks ?? ints();
    let last = 0;
    let lists: Ints[] = [];
    for (let k = 0; k < marks.length; k++) {
      const mark = marks.values[k];
      if (k === 0 || mark !== last) {
        lists = namesOf(dimension, mark).map((name) => listOf(members, dimension, name));
        last = mark;
      }
      for (const list of lists) pushInt(list, first + k);
    }
    first += sizeOf(block);
  }
  return [...members.values()].map(({ name, elements }) => ({ name, of: "elements", elements: trimmedInts(elements) }));
}

/** Groups of one name and different dimensions stay apart. */
function listOf(members: Map<string, { name: string; elements: Ints }>, dimension: number, name: string): Ints {
  const key = `${dimension} ${name}`;
  const known = members.get(key);
  if (known !== undefined) return known.elements;
  const elements = ints();
  members.set(key, { name, elements });
  return elements;
}

/** A number that names a node or an element: whole, and small enough to be kept in 32 bits. */
export const isNumber = (number: number): boolean =>
  Number.isInteger(number) && number >= -2_147_483_648 && number <= 2_147_483_647;
