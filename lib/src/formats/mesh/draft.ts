/** A mesh while its file is being read: nodes and elements under the numbers of the file, in any order, until all are there. Where each
 *  of them stands is kept, so that a message can say it. */
import type { InputError } from "../../core/failure.js";
import { type ElementName, elementType } from "../../mesh/element-types.js";
import { type ElementBlock, type Group, type Mesh, sizeOf } from "../../mesh/mesh.js";
import type { Budget } from "../budget.js";
import {
  type Ints,
  ints,
  joinedInts,
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
  /** Where each node stands, as the reader counts: a byte or a line. Shorter than the list of nodes where nothing is known. */
  readonly nodeSpots: Ints;
  readonly blocks: readonly DraftBlock[];
  node(number: number, x: number, y: number, z: number, spot?: number): void;
  /** The elements of a type; their nodes by number, in the order of `element-types.ts` or of `permutation`. */
  block(type: ElementName): DraftBlock;
  reserveNodes(more: number): void;
}

export interface DraftBlock {
  readonly type: ElementName;
  readonly nodes: Ints;
  readonly numbers: Ints;
  /** Where each element stands, as for nodes. */
  readonly spots: Ints;
  /** What the format says of each element: the number of its region. Empty where it says nothing. */
  readonly marks: Ints;
}

export function meshDraft(): MeshDraft {
  const nodeNumbers = ints();
  const points = reals();
  const nodeSpots = ints();
  const blocks = new Map<ElementName, DraftBlock>();
  const list: DraftBlock[] = [];
  return {
    nodeNumbers,
    points,
    nodeSpots,
    blocks: list,
    node(number, x, y, z, spot) {
      if (spot !== undefined) pushInt(nodeSpots, spot);
      pushInt(nodeNumbers, number);
      pushReal(points, x);
      pushReal(points, y);
      pushReal(points, z);
    },
    block(type) {
      const known = blocks.get(type);
      if (known !== undefined) return known;
      const made = { type, nodes: ints(), numbers: ints(), spots: ints(), marks: ints() };
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

/** Makes the error that names the spot of a node or element; undefined where none is known. */
export type RefuseAt = (reason: string, spot: number | undefined) => InputError;

const spotAt = ({ values, length }: Ints, k: number): number | undefined => (k < length ? values[k] : undefined);

/** The mesh, with the numbers of nodes made places. */
export function finished({ nodeNumbers, points, nodeSpots, blocks }: MeshDraft, refuse: RefuseAt): Finished {
  const numbers = trimmedInts(nodeNumbers);
  const { placeOf, twice } = numberIndex(numbers);
  if (twice !== null) {
    const again = numbers.indexOf(twice, numbers.indexOf(twice) + 1);
    throw refuse(`the node ${twice} is given twice; accepted: once`, spotAt(nodeSpots, again));
  }
  const filled = blocks.filter(({ nodes }) => nodes.length > 0);
  refuseElementsTwice(filled, refuse);
  let before = 0;
  const done = filled.map((block): ElementBlock => {
    const nodes = trimmedInts(block.nodes);
    resolve(nodes, placeOf, block, refuse);
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

function refuseElementsTwice(blocks: readonly DraftBlock[], refuse: RefuseAt): void {
  const { twice } = numberIndex(
    joinedInts(blocks.map(({ numbers: { values, length } }) => values.subarray(0, length))),
  );
  if (twice === null) return;
  const spots = blocks.flatMap(({ numbers: { values, length }, spots: known }) => {
    const places: (number | undefined)[] = [];
    for (let k = 0; k < length; k++) if (values[k] === twice) places.push(spotAt(known, k));
    return places;
  });
  throw refuse(`the element ${twice} is given twice; accepted: once`, spots.sort((a = 0, b = 0) => a - b)[1]);
}

function resolve(nodes: Int32Array, placeOf: PlaceOf, { type, numbers, spots }: DraftBlock, refuse: RefuseAt): void {
  for (let k = 0; k < nodes.length; k++) {
    const place = placeOf(nodes[k]);
    if (place < 0) {
      const element = Math.floor(k / elementType(type).nodes);
      const name = element < numbers.length ? numbers.values[element] : element + 1;
      const reason = `the element ${name} (${type}) has the node ${nodes[k]}, which is not in the file`;
      throw refuse(reason, spotAt(spots, element));
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
  budget: Budget,
): Group[] {
  const members = new Map<string, { name: string; elements: Ints }>();
  let first = 0;
  for (const block of mesh.blocks) {
    const { dimension } = elementType(block.type);
    const marks = blocks.find(({ type }) => type === block.type)?.marks ?? ints();
    // Elements of one mark follow one another in most files.
    for (let from = 0, to = 0; from < marks.length; from = to) {
      const mark = marks.values[from];
      while (to < marks.length && marks.values[to] === mark) to++;
      const names = namesOf(dimension, mark);
      budget.spend(4 * names.length * (to - from), "groups");
      for (const name of names) {
        const list = listOf(members, dimension, name);
        for (let k = from; k < to; k++) pushInt(list, first + k);
      }
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

/** A number that names a node or an element: whole, positive, and small enough to be kept in 32 bits. */
export const isNumber = (number: number): boolean => Number.isInteger(number) && number >= 1 && number <= 2_147_483_647;
