/** A file of Gmsh while it is read: what its sections share, in all formats. */
import type { Budget } from "../budget.js";
import { type MeshDraft, reserveElements } from "./draft.js";
import { gmshElements } from "./gmsh-elements.js";
import { pushInt } from "./growing.js";
import type { FormatElement } from "./node-order.js";
import type { NumberSource } from "./numbers.js";
import type { Scan } from "./scan.js";

/** What the sections share. */
export interface GmshFile {
  readonly budget: Budget;
  readonly scan: Scan;
  /** As text in the file, also where the numbers are binary. */
  readonly text: NumberSource;
  readonly numbers: NumberSource;
  readonly binary: boolean;
  readonly version: number;
  readonly draft: MeshDraft;
  /** Physical groups of an entity, by dimension and number. */
  readonly physical: Map<string, readonly number[]>;
  /** Elements of complete second order, of which the nodes inside of faces are left out. */
  readonly reduced: Map<string, number>;
}

/** The type behind Gmsh's number, or the error that says what is accepted. */
export function gmshElement(file: GmshFile, number: number): FormatElement {
  const element = gmshElements().get(number);
  if (element !== undefined) return element;
  const reason = `elements of Gmsh's type ${number}; accepted: first and second order without pyramids of second order`;
  throw file.numbers.refused(reason);
}

/** The nodes of `count` elements of one type. `tag` reads a number, `head` what stands before the nodes: the element's number. */
export function readElementNodes(
  file: GmshFile,
  { type, nodes, order }: FormatElement,
  count: number,
  { tag, mark, marks }: { readonly tag: () => number; readonly mark: number; readonly marks: (() => number) | null },
): void {
  const block = file.draft.block(type);
  const own = order.length;
  reserveElements(block, count);
  const { nodes: list } = block;
  for (let e = 0; e < count; e++) {
    pushInt(block.numbers, narrow(file, tag()));
    pushInt(block.spots, file.scan.at);
    pushInt(block.marks, marks === null ? mark : marks());
    const start = list.length;
    for (let k = 0; k < own; k++) list.values[start + order[k]] = narrow(file, tag());
    for (let k = own; k < nodes; k++) tag();
    list.length = start + own;
  }
  if (nodes > own) file.reduced.set(type, (file.reduced.get(type) ?? 0) + count);
}

/** Numbers of nodes and elements are kept in 32 bits. */
export function narrow(file: GmshFile, number: number): number {
  if (number >= 1 && number <= 2_147_483_647) return number;
  throw file.numbers.refused(`found the number ${number}; accepted: 1 to 2147483647`);
}
