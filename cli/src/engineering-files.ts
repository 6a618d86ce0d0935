/** Models straight from an engineer's files: an input deck, or a mesh with a material beside it. */
import { basename, extname } from "node:path";
import { InputError, type Notice } from "noether";
import {
  type DeckModel,
  type JsonObject,
  meshFormat,
  modelOfDeck,
  type Purpose,
  readBulkModel,
  readDeck,
} from "noether/formats";
import type { Inserted } from "noether/model-file";
import { readBytes, readText } from "./files.js";

export interface MeshOptions {
  /** A YAML file with a material. */
  readonly material?: string;
  /** Groups that are fixed. */
  readonly fix?: readonly string[];
  /** Is a deck computed although it says more than is computed? */
  readonly acceptDifferences?: boolean;
  /** What a deck is read for; a motion by default. */
  readonly purpose?: Purpose;
}

/** A model file, or what stands in the place of one. */
export interface ModelSource {
  /** Its text, or plain data. */
  readonly content: string | JsonObject;
  /** What messages call it: lines are not those of the file. */
  readonly file: string;
  /** Of the text: lines that come from another file. */
  readonly inserted?: Inserted;
  readonly notices: readonly Notice[];
  /** What the model is made from, where that is a deck. */
  readonly deck: DeckModel | null;
}

/** Formats that hold more than a mesh. */
const DECKS: Readonly<Record<string, typeof readDeck>> = {
  ".inp": readDeck,
  ".bdf": readBulkModel,
  ".nas": readBulkModel,
  ".fem": readBulkModel,
};

export const isDeck = (path: string) => extname(path).toLowerCase() in DECKS;

/** What a deck says; null for a file that is none. */
function deckIn(path: string, purpose: Purpose): DeckModel | null {
  const read = DECKS[extname(path).toLowerCase()];
  return read === undefined ? null : read(readBytes(path), path, purpose);
}

/** The model that the file stands for; null for a file that is a model itself. */
export function modelOfFile(path: string, options: MeshOptions): ModelSource | null {
  const { material, fix = [], acceptDifferences = false, purpose = "motion" } = options;
  const isMesh = meshFormat(path) !== null;
  if (!isMesh) {
    if (material === undefined && fix.length === 0) return null;
    throw new InputError("--material and --fix are for meshes, and this is a model file", { file: path });
  }
  const file = `${path} (as a model)`;
  const deck = material === undefined ? deckIn(path, purpose) : null;
  if (deck !== null) {
    if (fix.length > 0)
      throw new InputError("--fix is for a mesh with --material; a deck says what is fixed", { file: path });
    const { model, notices } = modelOfDeck(deck, { file: path, acceptDifferences });
    return { content: model, file, notices, deck };
  }
  if (material === undefined) {
    const reason =
      "is a mesh, and says nothing of its material; give --material FILE, with { model, E, nu, density } in it";
    throw new InputError(reason, { file: path });
  }
  const supports = fix.map((group) => ({ on: group, fix: "all" }));
  const head = `noether: 1
name: ${JSON.stringify(basename(path))}
system:
  solid:
    mesh: ${JSON.stringify(basename(path))}
    supports: ${JSON.stringify(supports)}
    material:
`;
  const given = readText(material).replaceAll(/\r\n?/g, "\n");
  const inserted = { file: material, after: head.split("\n").length - 1, columns: INDENT.length };
  return { content: `${head}${indented(given)}\n`, file, inserted, notices: [], deck: null };
}

/** Is the file a mesh that nothing is to be computed for: neither does the file itself ask for something nor the command line? */
export function isMeshAlone(path: string, options: MeshOptions & { readonly method?: string }): boolean {
  if (meshFormat(path) === null || options.method !== undefined) return false;
  const deck = options.material === undefined ? deckIn(path, "motion") : null;
  return deck === null || deck.procedures.length === 0;
}

/** Does a deck ask for modes, and for no motion? */
export function asksForModes(path: string, options: MeshOptions & { readonly method?: string }): boolean {
  if (options.method !== undefined || options.material !== undefined) return false;
  const names = deckIn(path, "modes")?.procedures.map(({ name }) => name) ?? [];
  return !names.includes("*DYNAMIC") && names.some((name) => /^(?:\*FREQUENCY|SOL (?:103|SEMODES|3)\b)/.test(name));
}

const INDENT = "      ";

/** A mark of the beginning of a document would be one in the middle of another: a comment in its place keeps the lines. */
const indented = (text: string) => text.replace(/^---[ \t]*(?=\n)/, "#").replace(/^/gm, INDENT);
