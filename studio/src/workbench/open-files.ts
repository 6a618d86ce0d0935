/** Files from the user's machine: dropped on the page, or chosen. They stay in the page. */
import { signal } from "@preact/signals";
import { ask } from "../engine/engine.js";
import type { ReadFile } from "../engine/messages.js";
import { addressOf } from "../router.js";
import { open, setFiles, source } from "./model.js";
import { showResult } from "./runs.js";

/** What is wrong with the files that were opened last; `accept` opens them all the same, where that is possible. */
export interface WrongFile {
  readonly says: string;
  readonly accept: (() => void) | null;
}
export const wrongFile = signal<WrongFile | null>(null);

/** Files that stand for a model come before those that one may name. */
const RANKS = [/\.ya?ml$/i, /\.(?:inp|bdf|nas|fem)$/i, /\.json$/i, /\.(?:h5|hdf5)$/i, /\.csv$/i, /./];

export async function openFiles(list: Iterable<File>): Promise<void> {
  const files = [...list].sort((a, b) => rankOf(a.name) - rankOf(b.name));
  const contents = Object.fromEntries(
    await Promise.all(files.map(async (file) => [file.name, new Uint8Array(await file.arrayBuffer())] as const)),
  );
  const [main] = files;
  wrongFile.value = null;
  if (main === undefined) return;
  // What the model on the workbench names, perhaps in a folder, belongs to it.
  const wanted = namesFor(files.map(({ name }) => name));
  if (wanted.length === files.length && !isDeckOfModel(main.name)) {
    setFiles(Object.fromEntries(wanted.map(({ written, name }) => [written, contents[name] as Uint8Array])));
    return;
  }
  await read(main.name, contents, false);
}

async function read(
  name: string,
  contents: Readonly<Record<string, Uint8Array>>,
  acceptDifferences: boolean,
): Promise<void> {
  const bytes = contents[name] as Uint8Array;
  const found = await ask<"read">({ kind: "read", name, bytes, files: contents, acceptDifferences }).answer;
  if (found === null) return;
  if ("complaint" in found) wrongFile.value = { says: found.complaint.message, accept: null };
  else if (found.answer.kind === "differences")
    wrongFile.value = { says: found.answer.says, accept: () => read(name, contents, true) };
  else show(name, found.answer, contents);
}

/** A deck from which the model on the workbench was made is another model when it comes again: its loads may have changed. */
const isDeckOfModel = (name: string) => name === source.value.file && /\.(?:inp|bdf|nas|fem)$/i.test(name);

const rankOf = (name: string) => RANKS.findIndex((rank) => rank.test(name));

function namesFor(names: readonly string[]): { readonly written: string; readonly name: string }[] {
  const { text } = source.value;
  return names.flatMap((name) => {
    const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    const [written] = new RegExp(`(?:[\\w.-]+/)*${escaped}(?![\\w.-])`).exec(text) ?? [];
    return written === undefined ? [] : [{ written, name }];
  });
}

function show(
  name: string,
  opening: Exclude<ReadFile, { readonly kind: "differences" }>,
  contents: Readonly<Record<string, Uint8Array>>,
): void {
  const opened = { text: opening.text, file: name, files: contents };
  open(opened, { run: opening.kind === "model" });
  if (opening.kind === "result") showResult(opening.result);
  location.hash = addressOf({ screen: "workbench", from: "" });
}
