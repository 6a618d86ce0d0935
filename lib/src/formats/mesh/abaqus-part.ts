/** The mesh of a part of a deck: its nodes, elements, sets and surfaces under the numbers of the deck. A deck without parts is one. */
import { InputError } from "../../core/failure.js";
import { elementType } from "../../mesh/element-types.js";
import type { Budget } from "../budget.js";
import { quoted } from "../text.js";
import { type Card, cardNumbers, type Row, rowsOf } from "./abaqus-cards.js";
import { type AbaqusElement, abaqusElement } from "./abaqus-elements.js";
import { isNumber, type MeshDraft, meshDraft } from "./draft.js";
import { type Ints, ints, pushInt, reserveInts } from "./growing.js";
import { refused, type Scan } from "./scan.js";

export interface Part {
  readonly draft: MeshDraft;
  /** Sets by their names in capitals, those of an instance with its name before; a set may name others. */
  readonly nodeSets: Map<string, DeckSet>;
  readonly elementSets: Map<string, DeckSet>;
  readonly surfaces: DeckSurface[];
  /** What the deck calls the elements of each type. */
  readonly families: Set<AbaqusElement["family"]>;
  readonly notices: string[];
  /** Ranges, sets of sets and instances announce as many members, nodes and elements as they like. */
  readonly budget: Budget;
}

export interface DeckSet {
  /** As it is written where it is defined. */
  readonly name: string;
  readonly numbers: Ints;
  readonly sets: { readonly name: string; readonly line: number }[];
  /** The instance that a set of the assembly is about; null in a part. */
  readonly instance: string | null;
}

export interface DeckSurface {
  readonly name: string;
  /** Sets or numbers of elements with a face (S1 … S6, SPOS, SNEG, or none), or of nodes. */
  readonly of: "elements" | "nodes";
  readonly pieces: readonly { readonly members: string; readonly face: string; readonly line: number }[];
}

export function newPart(notices: string[], budget: Budget): Part {
  const [nodeSets, elementSets] = [new Map(), new Map()];
  return { draft: meshDraft(), nodeSets, elementSets, surfaces: [], families: new Set(), notices, budget };
}

/** True for a card that describes a mesh; its content is then in the part. */
export function readMeshCard(scan: Scan, card: Card, part: Part): boolean {
  switch (card.keyword) {
    case "NODE":
      readNodes(scan, card, part);
      return true;
    case "ELEMENT":
      readElements(scan, card, part);
      return true;
    case "NSET":
    case "ELSET":
      readSet(scan, card, part);
      return true;
    case "SURFACE":
      readSurface(scan, card, part);
      return true;
    default:
      return false;
  }
}

function readNodes(scan: Scan, card: Card, { draft, nodeSets }: Part): void {
  const numbers = cardNumbers(scan, card);
  const name = card.parameters.get("NSET");
  const set = name === undefined ? null : setNamed(nodeSets, name, null);
  while (numbers.more()) {
    const number = numbers.int();
    if (!isNumber(number)) throw refused(numbers.scan, `found the node ${number}; accepted: 1 to 2147483647`);
    const spot = numbers.scan.at;
    draft.node(number, numbers.realOrZero(), numbers.realOrZero(), numbers.realOrZero(), spot);
    if (set !== null) pushInt(set.numbers, number);
    // Directions of normals may follow.
    while (numbers.scan.at < numbers.scan.end && numbers.scan.bytes[numbers.scan.at] === 44) numbers.realOrZero();
    numbers.endLine("a node");
  }
}

function readElements(scan: Scan, card: Card, part: Part): void {
  const typeName = card.parameters.get("TYPE") ?? "";
  const element = abaqusElement(typeName);
  if (element === null) {
    const { line } = card;
    part.notices.push(`line ${line}: elements of type ${quoted(typeName)} are left out; the type is not known here`);
    return;
  }
  part.families.add(element.family);
  const numbers = cardNumbers(scan, card);
  const { order, type } = element;
  const block = part.draft.block(type);
  const name = card.parameters.get("ELSET");
  const set = name === undefined ? null : setNamed(part.elementSets, name, null);
  while (numbers.more()) {
    const number = numbers.int();
    pushInt(block.numbers, checked(numbers.scan, number));
    pushInt(block.spots, numbers.scan.at);
    if (set !== null) pushInt(set.numbers, number);
    const start = block.nodes.length;
    reserveInts(block.nodes, order.length);
    for (let k = 0; k < order.length; k++) {
      if (!numbers.more()) {
        throw refused(numbers.scan, `element ${number} has ${k} nodes; ${typeName} has ${order.length}`);
      }
      block.nodes.values[start + order[k]] = checked(numbers.scan, numbers.int());
    }
    block.nodes.length = start + order.length;
    numbers.endLine(`the ${elementType(type).nodes} nodes of element ${number}, of type ${typeName}`);
  }
}

function checked(scan: Scan, number: number): number {
  if (isNumber(number)) return number;
  throw refused(scan, `found the number ${number}; accepted: 1 to 2147483647`);
}

export function setNamed(sets: Map<string, DeckSet>, name: string, instance: string | null): DeckSet {
  const key = (instance === null ? name : `${instance}.${name}`).toUpperCase();
  const known = sets.get(key);
  if (known !== undefined) return known;
  const made = { name, numbers: ints(), sets: [], instance };
  sets.set(key, made);
  return made;
}

function readSet(scan: Scan, card: Card, part: Part): void {
  const { keyword, parameters, line } = card;
  const name = parameters.get(keyword);
  if (name === undefined) throw new InputError(`*${keyword} has no name: ${keyword}=…`, { file: scan.file, line });
  const sets = keyword === "NSET" ? part.nodeSets : part.elementSets;
  const set = setNamed(sets, name, parameters.get("INSTANCE") ?? null);
  const generate = parameters.has("GENERATE");
  for (const row of rowsOf(scan, card)) {
    if (generate) addRange(row, set, part.budget, scan.file);
    else for (const cell of row.cells) addMember(cell, row.line, set, scan.file);
  }
}

function addMember(cell: string, line: number, { numbers, sets }: DeckSet, file: string | undefined): void {
  if (/^[+-]?\d+$/.test(cell)) {
    const number = Number(cell);
    if (!isNumber(number)) throw new InputError(`found ${quoted(cell)}; accepted: 1 to 2147483647`, { file, line });
    pushInt(numbers, number);
  } else if (cell !== "") sets.push({ name: cell, line });
}

function addRange({ cells, line }: Row, { numbers }: DeckSet, budget: Budget, file: string | undefined): void {
  const [first, last, step = 1] = cells.map(Number);
  if (![first, last, step].every(isNumber) || step <= 0) {
    throw new InputError(`found ${quoted(cells.join(", "))}; accepted: first, last, increment`, { file, line });
  }
  const count = Math.max(0, Math.floor((last - first) / step) + 1);
  budget.spend(4 * count, "sets", { file, line });
  for (let k = 0; k < count; k++) pushInt(numbers, first + k * step);
}

function readSurface(scan: Scan, card: Card, part: Part): void {
  const name = card.parameters.get("NAME");
  if (name === undefined) throw new InputError("*SURFACE has no NAME=…", { file: scan.file, line: card.line });
  const type = (card.parameters.get("TYPE") ?? "ELEMENT").toUpperCase();
  if (type !== "ELEMENT" && type !== "NODE") {
    part.notices.push(`line ${card.line}: the surface ${name} of type ${type} is left out`);
    return;
  }
  const rows = [...rowsOf(scan, card)];
  part.surfaces.push({
    name,
    of: type === "NODE" ? "nodes" : "elements",
    pieces: rows.map(({ cells, line }) => ({ members: cells[0] ?? "", face: (cells[1] ?? "").toUpperCase(), line })),
  });
}
