/** The mesh of Nastran's bulk data: grids in their coordinate systems, solids, shells, bars. Elements of property n are the group
 *  `property-n`. Other cards are handed on. */

import { InputError } from "../../core/failure.js";
import { once } from "../../core/once.js";
import { budgetFor } from "../budget.js";
import { finished, groupsByMark, isNumber, type MeshDraft, meshDraft } from "./draft.js";
import { pushInt, reserveInts } from "./growing.js";
import type { MeshFile } from "./mesh-file.js";
import { type BulkCard, bulkCards, type CardReader, cardReader } from "./nastran-cards.js";
import { systems } from "./nastran-systems.js";
import { elementsOf, type FormatElement } from "./node-order.js";
import { numberIndex } from "./number-index.js";
import { scanOf } from "./scan.js";

/** By name: without and with nodes in the middle of the edges. */
const elementsByName = once(() => {
  const found = new Map<string, FormatElement[]>();
  for (const element of elementsOf("nastran")) {
    found.set(element.name, [...(found.get(element.name) ?? []), element]);
  }
  return found;
});

export interface BulkMesh extends MeshFile {
  /** The cards that are no part of the mesh. */
  readonly others: readonly BulkCard[];
  /** Directions in which grids say themselves that they are fixed, by number. */
  readonly constraints: ReadonlyMap<number, string>;
  /** The cards that are part of the mesh, by name: the first line, and how many there are. */
  readonly meshCards: ReadonlyMap<string, { readonly line: number; readonly count: number }>;
  /** Lines of grids whose displacements are in another coordinate system than the basic one. */
  readonly turned: readonly number[];
  /** GRDSET: what grids have that say nothing themselves. */
  readonly usual: readonly BulkCard[];
  /** Has it an ENDDATA? */
  readonly isEnded: boolean;
}

export function readNastran(bytes: Uint8Array, name?: string, budget = budgetFor(bytes.length, name)): MeshFile {
  const { mesh, notices, others } = readBulk(bytes, name, budget);
  if (others.length === 0) return { mesh, notices };
  const kinds = new Map<string, { count: number; line: number }>();
  for (const { name: card, line } of others) {
    const known = kinds.get(card) ?? { count: 0, line };
    kinds.set(card, { ...known, count: known.count + 1 });
  }
  const list = [...kinds].slice(0, 16).map(([card, { count, line }]) => `${count} ${card} (from line ${line})`);
  return { mesh, notices, beside: [`no part of the mesh: ${list.join(", ")}${kinds.size > 16 ? ", …" : ""}`] };
}

export function readBulk(bytes: Uint8Array, file?: string, budget = budgetFor(bytes.length, file)): BulkMesh {
  const scan = scanOf(bytes, file);
  const draft = meshDraft();
  const frames: number[] = [];
  const known = systems(file);
  const others: BulkCard[] = [];
  const constraints = new Map<number, string>();
  const meshCards = new Map<string, { line: number; count: number }>();
  const turned: number[] = [];
  const usualCards: BulkCard[] = [];
  let usual = 0;
  let isEnded = false;
  for (const card of bulkCards(scan)) {
    if (card.name === "ENDDATA") {
      isEnded = true;
      break;
    }
    const elements = elementsByName().get(card.name);
    if (elements !== undefined || card.name === "CONROD") {
      const known = meshCards.get(card.name);
      if (known === undefined) meshCards.set(card.name, { line: card.line, count: 1 });
      else known.count++;
    }
    if (card.name === "GRID") {
      const read = cardReader(card, file);
      frames.push(read.has(3) ? read.int(3) : -1);
      draft.node(numberAt(read, 2), read.real(4, 0), read.real(5, 0), read.real(6, 0), card.line);
      if (read.int(7, 0) !== 0) turned.push(card.line);
      if (read.has(8)) constraints.set(read.int(2), `${read.int(8)}`);
    } else if (card.name === "GRDSET") {
      usual = cardReader(card, file).int(3, 0);
      usualCards.push(card);
    } else if (elements !== undefined) readElement(cardReader(card, file), elements, draft);
    else if (card.name === "CONROD") readRod(cardReader(card, file), draft);
    else if (card.name === "INCLUDE") {
      throw new InputError("INCLUDE names another file; put its lines in its place", { file, line: card.line });
    } else if (!known.add(card)) others.push(card);
  }
  if (frames.length === 0) throw new InputError("holds no mesh: it has no GRID", { file });
  toBasic(
    draft,
    Int32Array.from(frames, (frame) => (frame < 0 ? usual : frame)),
    known,
    file,
  );
  const done = finished(draft, (reason, line) => new InputError(reason, { file, line }));
  const groups = groupsByMark(done, draft, (_, mark) => (mark === 0 ? [] : [`property-${mark}`]), budget);
  return {
    mesh: { ...done.mesh, groups },
    notices: [],
    others,
    constraints,
    meshCards,
    turned,
    usual: usualCards,
    isEnded,
  };
}

/** Grids first are in the system that they name; systems may be made from grids. */
function toBasic(
  { points, nodeNumbers }: MeshDraft,
  frames: Int32Array,
  known: ReturnType<typeof systems>,
  file: string | undefined,
): void {
  if (frames.every((frame) => frame === 0)) return;
  const { placeOf } = numberIndex(nodeNumbers.values.slice(0, nodeNumbers.length));
  const raw = points.values.slice(0, points.length);
  const pointAt = (k: number) => [raw[3 * k], raw[3 * k + 1], raw[3 * k + 2]] as const;
  const grid = (node: number): readonly [number, number, number] => {
    const k = placeOf(node);
    if (k < 0) throw new InputError(`a coordinate system is made from the grid ${node}, which is not there`, { file });
    return known.basic(frames[k], pointAt(k), grid);
  };
  frames.forEach((frame, k) => {
    if (frame !== 0) points.values.set(known.basic(frame, pointAt(k), grid), 3 * k);
  });
}

/** The field of node k of an element: from the fourth, as the manual counts. */
const nodeField = (k: number) => 10 * Math.floor((k + 2) / 8) + ((k + 2) % 8) + 2;

function readElement(read: CardReader, elements: readonly FormatElement[], draft: MeshDraft): void {
  const [linear] = elements;
  const isQuadratic = elements.length > 1 && read.has(nodeField(linear.order.length));
  const { type, order } = isQuadratic ? elements[1] : linear;
  if (read.card.name.startsWith("CPYRA") && read.has(nodeField(5))) {
    throw read.refused("is a pyramid of second order; accepted: pyramids of 5 nodes");
  }
  const block = draft.block(type);
  pushInt(block.numbers, numberAt(read, 2));
  pushInt(block.spots, read.card.line);
  const property = read.int(3, 0);
  if (property < 0) throw read.refused(`has the property ${property}; accepted: 1 to 2147483647`);
  pushInt(block.marks, property);
  const start = block.nodes.length;
  reserveInts(block.nodes, order.length);
  for (let k = 0; k < order.length; k++) block.nodes.values[start + order[k]] = numberAt(read, nodeField(k));
  block.nodes.length = start + order.length;
}

/** The number of a grid or an element. */
function numberAt(read: CardReader, field: number): number {
  const number = read.int(field);
  if (isNumber(number)) return number;
  throw read.refused(`field ${field} is ${number}; accepted: 1 to 2147483647`);
}

/** A rod without a property of its own. */
function readRod(read: CardReader, draft: MeshDraft): void {
  const block = draft.block("line2");
  pushInt(block.numbers, numberAt(read, 2));
  pushInt(block.spots, read.card.line);
  pushInt(block.marks, 0);
  for (const field of [3, 4]) pushInt(block.nodes, numberAt(read, field));
}
