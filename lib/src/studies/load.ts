/** From the text of a study file to a study. Its model and its files are read once, so that what it is afterwards needs neither folders nor paths. */
import { InputError } from "../core/failure.js";
import type { Json, JsonObject } from "../formats/json.js";
import { checkPart } from "../model-file/check-shape.js";
import { entryOf } from "../model-file/entry.js";
import type { ReadFile } from "../model-file/files.js";
import { type Override, overridden } from "../model-file/overrides.js";
import { treeOf } from "../model-file/source.js";
import { find, plain, type Tree } from "../model-file/tree.js";
import { treeFrom } from "../model-file/tree-of-data.js";
import { type ReadStudy, readStudy } from "./read-study.js";
import { sha256 } from "./sha256.js";
import { STUDY } from "./shape.js";
import type { Study, StudyBundle, StudyFile } from "./study.js";

export interface StudyOptions {
  /** The name of the study file, for messages. */
  readonly file?: string | undefined;
  /** Reads a file by its name relative to the study file. */
  readonly readFile?: ReadFile;
  /** The names of the files in a folder, by its name relative to the study file; "" is the folder of the study. */
  readonly listFolder?: (folder: string) => readonly string[];
  /** What is changed in it, as `study.vary.step` on the command line. */
  readonly overrides?: readonly Override[];
}

export function loadStudy(written: string, options: StudyOptions = {}): Study {
  const { file, readFile = noFiles, listFolder = noFolders, overrides = [] } = options;
  let tree = overrides.reduce(overridden, treeOf(written, file));
  checkPart(tree, [], STUDY);
  // A study that was changed is another: its own text says so, and gives the same table again.
  const text = overrides.length === 0 ? written : `${JSON.stringify(plain(tree), null, 2)}\n`;
  const named = find(tree, ["study", "model"]) as Tree;
  let folder = "";
  if (named.kind === "leaf") {
    const entry = entryOf(tree, ["study", "model"], {});
    const name = entry.text();
    folder = name.slice(0, name.lastIndexOf("/") + 1);
    const content = entry.blamed(() => new TextDecoder().decode(attempted(name, readFile)));
    tree = replaced(tree, ["study", "model"], treeOf(content, beside(file, name)));
  }
  tree = withFileNames(tree, ["study", "vary"], listFolder);

  const files = new Map<string, StudyFile>();
  const ofAxes = new Set<string>();
  const take = (name: string, from: string): Uint8Array => {
    const bytes = readFile(from);
    const hash = sha256(bytes);
    const known = files.get(name);
    if (known !== undefined && known.hash !== hash)
      throw new InputError(
        `two files are called ${name}, one beside the study and one beside its model; rename one of them`,
      );
    files.set(name, { hash, bytes });
    return bytes;
  };
  for (const [name, place] of fileNames(tree, ["study", "vary"])) {
    place.blamed(() => take(name, name));
    ofAxes.add(name);
  }
  const fetch: ReadFile = (name) => {
    if (ofAxes.has(name)) return (files.get(name) as StudyFile).bytes;
    return take(name, isAbsolute(name) ? name : `${folder}${name}`);
  };
  const title = find(tree, ["name"]);
  // Without the folder, which may differ from where it is called the next time.
  const name =
    title?.kind === "leaf" && typeof title.value === "string" ? title.value : (file ?? "study").replace(/^.*[/\\]/, "");
  // Reading it with the first values, and with every other file that a value names, finds what it needs.
  readStudy(tree, { study: {}, text, name, files }, fetch);
  const sorted = new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
  return readStudy(tree, { study: plain(tree) as JsonObject, text, name, files: sorted });
}

/** Is it a study file, and not that of a model? */
export function isStudyText(text: string, file?: string): boolean {
  const tree = treeOf(text, file);
  return tree.kind === "map" && tree.entries.has("study");
}

/** The study that a bundle holds, as `loadStudy` made it. */
export function studyFrom(bundle: StudyBundle): Study {
  return readBundle(bundle);
}

export function readBundle(bundle: StudyBundle): ReadStudy {
  const tree = treeFrom(bundle.study, bundle.name);
  checkPart(tree, [], STUDY);
  return readStudy(tree, bundle);
}

const isAbsolute = (name: string) => /^(?:[/\\]|[A-Za-z]:)/.test(name);

/** The name of a file beside another, for messages. */
const beside = (file: string | undefined, name: string) =>
  file === undefined || isAbsolute(name) ? name : `${file.slice(0, file.lastIndexOf("/") + 1)}${name}`;

function attempted(name: string, readFile: ReadFile): Uint8Array {
  try {
    return readFile(name);
  } catch (error) {
    const reason = error instanceof InputError ? error.reason : error instanceof Error ? error.message : String(error);
    throw new InputError(`the file "${name}" cannot be read: ${reason}`);
  }
}

function replaced(tree: Tree, path: readonly string[], value: Tree): Tree {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (tree.kind !== "map") return tree;
  const entry = tree.entries.get(step);
  if (entry === undefined) return tree;
  return { ...tree, entries: new Map(tree.entries).set(step, { ...entry, value: replaced(entry.value, rest, value) }) };
}

/** Patterns of files, `records/*.csv`, replaced by the names that fit, in the order of their letters. */
function withFileNames(root: Tree, path: readonly string[], list: (folder: string) => readonly string[]): Tree {
  let tree = root;
  for (const [name, entry] of entryOf(root, path, {}).entries()) {
    if (entry.has("zipped")) tree = withFileNames(tree, [...path, name, "zipped"], list);
    const files = entry.at("files");
    if (typeof files.value !== "string") continue;
    const names = files.blamed(() => matching(files.text(), list));
    if (names.length === 0) throw files.error(`no file fits "${files.text()}"`);
    const spot = { file: files.place.file, line: files.place.line, column: files.place.column };
    const items = names.map((each): Tree => ({ kind: "leaf", value: each, spot, letters: null }));
    tree = replaced(tree, [...path, name, "files"], { kind: "list", spot, items });
  }
  return tree;
}

function matching(pattern: string, list: (folder: string) => readonly string[]): string[] {
  const at = pattern.lastIndexOf("/") + 1;
  const [folder, name] = [pattern.slice(0, at), pattern.slice(at)];
  if (/[*?]/.test(folder))
    throw new InputError(`found ${pattern}; accepted: * and ? in the name of the file, not in folders`);
  const escaped = name
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  const fits = new RegExp(`^${escaped}$`, "u");
  return list(folder)
    .filter((each) => fits.test(each) && (name.startsWith(".") || !each.startsWith(".")))
    .sort()
    .map((each) => `${folder}${each}`);
}

/** The files that axes name, with the places. */
function* fileNames(root: Tree, path: readonly string[]): Generator<[string, ReturnType<typeof entryOf>]> {
  for (const [name, entry] of entryOf(root, path, {}).entries()) {
    if (entry.has("zipped")) yield* fileNames(root, [...path, name, "zipped"]);
    for (const item of entry.items("files")) {
      if (typeof item.value !== "string") throw item.error("accepted: the name of a file");
      yield [item.text(), item];
    }
  }
}

const noFiles: ReadFile = () => {
  throw new InputError("files cannot be read here");
};
const noFolders = (): readonly string[] => {
  throw new InputError("folders cannot be read here");
};

/** Values as text, for tables and messages. */
export const valueText = (value: Json): string => (typeof value === "string" ? value : JSON.stringify(value));
