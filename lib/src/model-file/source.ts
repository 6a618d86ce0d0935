/** YAML (and with it JSON) to the tree. Whatever a file contains, this ends soon: in a tree or in an InputError. */
import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, type Pair, parseDocument } from "yaml";
import { InputError } from "../core/failure.js";
import { DEEPEST, nestedTooDeep } from "./nesting.js";
import { type Path, pathText, type Spot, type Tree } from "./tree.js";

/** Larger data belongs in files of its own, which a model names. */
const LONGEST_TEXT = 2_000_000;
/** With every alias replaced by what it stands for. */
export const MOST_PARTS = 200_000;

/** Lines of quoted texts that end with a backslash, for which the parser takes time with their square. */
const MOST_FOLDED = 10_000;

/** A part that has been read, and how much it is. */
interface Read {
  readonly tree: Tree;
  readonly parts: number;
  readonly height: number;
}

/** The lines of a text after so many are those of another file, each moved in by so many columns. */
export interface Inserted {
  readonly file: string;
  readonly after: number;
  readonly columns: number;
}

export function treeOf(text: string, file: string | undefined, inserted?: Inserted): Tree {
  const lines = new LineCounter();
  const spotAt = (offset: number): Spot => {
    const { line, col } = lines.linePos(offset);
    if (inserted !== undefined && line > inserted.after) {
      return { file: inserted.file, line: line - inserted.after, column: Math.max(1, col - inserted.columns) };
    }
    return { file, line: Math.max(1, line), column: Math.max(1, col) };
  };
  const refuse = (reason: string, offset: number, path: Path = []) =>
    new InputError(reason, { ...spotAt(offset), key: pathText(path) || "model" });

  if (text.length > LONGEST_TEXT) {
    throw refuse(`more than ${LONGEST_TEXT} characters; put large data into files that the model names`, 0);
  }
  const contents = parsed(text, lines, refuse);
  if (contents === null) throw refuse("the file is empty; a model begins with noether: 1", 0);

  /** What can be named by an alias; null while it is being read. */
  const anchors = new Map<string, Read | null>();

  const read = (node: Node, path: Path): Read => {
    const offset = node.range?.[0] ?? 0;
    const result = isAlias(node) ? aliased(node.source, offset, path) : readAnchored(node, offset, path);
    if (result.parts > MOST_PARTS)
      throw refuse(`more than ${MOST_PARTS} values; put large data into files`, offset, path);
    if (path.length + result.height > DEEPEST)
      throw refuse(`nested more than ${DEEPEST} deep; no part of a model is`, offset);
    return result;
  };

  const aliased = (name: string, offset: number, path: Path): Read => {
    const target = anchors.get(name);
    if (target === undefined) throw refuse(`*${name} stands for nothing: there is no &${name} before it`, offset, path);
    if (target === null) throw refuse(`*${name} stands for something that contains it`, offset, path);
    return target;
  };

  const readAnchored = (node: Node, offset: number, path: Path): Read => {
    const anchor = "anchor" in node ? node.anchor : undefined;
    if (anchor !== undefined) anchors.set(anchor, null);
    const result = isScalar(node)
      ? leafOf(node.value, offset, path)
      : isMap(node)
        ? mapOf(node.items, offset, path)
        : listOf(isSeq(node) ? node.items : [], offset, path);
    if (anchor !== undefined) anchors.set(anchor, result);
    return result;
  };

  const leafOf = (value: unknown, offset: number, path: Path): Read => {
    const spot = spotAt(offset);
    const leaf = (letters: Spot | null, indent = 0): Read => ({
      tree: { kind: "leaf", value: value as null, spot, letters, indent },
      parts: 1,
      height: 0,
    });
    if (value === null || typeof value === "number" || typeof value === "boolean") return leaf(null);
    if (typeof value !== "string")
      throw refuse("accepted: numbers, texts, true and false, lists and maps", offset, path);
    // Plain, or within quotation marks; or line by line after a |.
    const start = [offset, offset + 1].find((at) => text.startsWith(value, at));
    if (start !== undefined) return leaf(spotAt(start));
    const block = /\|[^\n]*\n( *)/y;
    block.lastIndex = offset;
    const found = block.exec(text);
    return found === null ? leaf(null) : leaf(spotAt(offset + found[0].length), found[1].length);
  };

  const listOf = (items: readonly unknown[], offset: number, path: Path): Read => {
    const all = items.map((item, i) => (isNode(item) ? read(item, [...path, i]) : leafOf(null, offset, path)));
    return collected({ kind: "list", spot: spotAt(offset), items: all.map(({ tree }) => tree) }, all);
  };

  const mapOf = (items: readonly Pair[], offset: number, path: Path): Read => {
    const entries = new Map<string, { key: Spot; value: Tree }>();
    const all: Read[] = [];
    for (const { key, value } of items) {
      const at = isNode(key) ? (key.range?.[0] ?? offset) : offset;
      if (!isScalar(key) || key.value === null || typeof key.value === "object")
        throw refuse("a key must be a word", at, path);
      const name = String(key.value);
      const inner = [...path, name];
      if (entries.has(name)) throw refuse("the key is given twice; keep one of them", at, inner);
      const part = isNode(value) ? read(value, inner) : leafOf(null, at, inner);
      all.push(part);
      entries.set(name, { key: spotAt(at), value: part.tree });
    }
    return collected({ kind: "map", entries, spot: spotAt(offset) }, all);
  };

  return read(contents, []).tree;
}

function collected(tree: Tree, inside: readonly Read[]): Read {
  const parts = inside.reduce((sum, part) => sum + part.parts, 1);
  const height = inside.reduce((most, part) => Math.max(most, part.height), 0) + 1;
  return { tree, parts, height };
}

const isNode = (value: unknown): value is Node => isScalar(value) || isMap(value) || isSeq(value) || isAlias(value);

function parsed(text: string, lineCounter: LineCounter, refuse: (reason: string, offset: number) => InputError) {
  const tooDeep = nestedTooDeep(text);
  if (tooDeep !== null) {
    lineCounter.addNewLine(0);
    for (let at = text.indexOf("\n"); at !== -1 && at < tooDeep; at = text.indexOf("\n", at + 1))
      lineCounter.addNewLine(at + 1);
    throw refuse(`nested more than ${DEEPEST} deep; no part of a model is`, tooDeep);
  }
  const folded = text.match(/\\\r?\n/g)?.length ?? 0;
  if (folded > MOST_FOLDED)
    throw refuse(`a quoted text goes on over more than ${MOST_FOLDED} lines; put it into a file`, 0);
  // Keys are compared when the tree is made: the library's own way takes quadratic time.
  const quiet = { uniqueKeys: false, prettyErrors: false, logLevel: "error", resolveKnownTags: false } as const;
  const document = parseDocument(text, { lineCounter, ...quiet });
  const [problem] = [...document.errors, ...document.warnings];
  if (problem?.code === "MULTIPLE_DOCS")
    throw refuse("a model is one document; remove what follows ---", problem.pos[0]);
  if (problem !== undefined) {
    // As { start.q[0]: 1 }, which on a line of its own would need no quotes.
    const isKey = /^\[\d+\][\w.[\]]*\s*:/.test(text.slice(problem.pos[0]));
    const hint = isKey ? "; inside of { } a key with [ ] stands in quotes" : "";
    throw refuse(`not valid YAML: ${problem.message}${hint}`, problem.pos[0]);
  }
  return document.contents;
}
