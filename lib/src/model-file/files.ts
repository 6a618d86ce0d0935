/** The files that a model names. They are read when the model is loaded, so that a model on its way to a worker or into a
 *  queue carries all it needs. */
import { InputError } from "../core/failure.js";
import type { Entry } from "./entry.js";
import type { Path } from "./tree.js";

/** By the name that is written in the model, relative to it. */
export type ReadFile = (name: string) => Uint8Array;

export interface Files {
  /** The contents, by name. */
  readonly contents: ReadonlyMap<string, Uint8Array>;
  text(name: Entry): string;
  bytes(name: Entry): Uint8Array;
  /** How many bytes the mesh and the system that is made of it may take. */
  readonly memory: number;
}

/** Where a model of any kind can name files. */
const OF_THE_START: readonly Path[] = [
  ["start", "q"],
  ["start", "v"],
];

/** `ofSystem`: where its kind of system does, below `system`. */
export function filesOf(
  root: Entry,
  ofSystem: readonly Path[],
  readFile: ReadFile,
  memory = Number.POSITIVE_INFINITY,
): Files {
  const contents = new Map<string, Uint8Array>();
  for (const path of [...ofSystem.map((below) => ["system", ...below]), ...OF_THE_START]) {
    const owner = path.reduce<Entry>((entry, key) => entry.at(key), root);
    const name = path.at(-1) === "mesh" && typeof owner.value === "string" ? owner : owner.at("file");
    if (name.value === undefined) continue;
    if (!contents.has(name.text())) contents.set(name.text(), content(name, readFile));
  }
  const bytes = (name: Entry) => contents.get(name.text()) ?? new Uint8Array();
  return {
    contents,
    bytes,
    memory,
    // Records come in many encodings; their numbers are ASCII in all of them.
    text: (name) => new TextDecoder().decode(bytes(name)),
  };
}

function content(name: Entry, readFile: ReadFile): Uint8Array {
  try {
    return readFile(name.text());
  } catch (error) {
    const reason = error instanceof InputError ? error.reason : error instanceof Error ? error.message : String(error);
    throw name.error(`the file "${name.text()}" cannot be read: ${reason}`);
  }
}
