/** YAML (and with it JSON) to the tree. Whatever a file contains, this ends soon: in a tree or in an InputError. */
import { type Alias, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from "yaml";
import { InputError } from "../core/failure.js";
import type { Spot, Tree } from "./tree.js";

/** Larger data belongs in files of its own, which a model names. */
const LONGEST_TEXT = 4_000_000;
const DEEPEST = 40;
/** With every alias replaced by what it stands for. */
const MOST_PARTS = 500_000;

export function treeOf(text: string, file: string | undefined): Tree {
  if (text.length > LONGEST_TEXT) {
    const reason = `the model has ${text.length} characters; accepted: up to ${LONGEST_TEXT}; put large data into files that it names`;
    throw new InputError(reason, { file, line: 1, column: 1, key: "" });
  }
  const lines = new LineCounter();
  const spotAt = (offset: number): Spot => {
    const { line, col } = lines.linePos(offset);
    return { file, line: Math.max(1, line), column: Math.max(1, col) };
  };
  const refuse = (reason: string, offset: number) => new InputError(reason, spotAt(offset));

  const document = parsed(text, lines, refuse);
  if (document.contents === null)
    throw new InputError("the file is empty; a model begins with noether: 1", { file, line: 1, column: 1 });
  let parts = 0;
  const open = new Set<Node>();

  const grown = (node: Node, depth: number): Tree => {
    const offset = node.range?.[0] ?? 0;
    if (++parts > MOST_PARTS)
      throw refuse(`more than ${MOST_PARTS} values; put large data into files that the model names`, offset);
    if (depth > DEEPEST) throw refuse(`nested more than ${DEEPEST} deep; no part of a model needs that`, offset);
    if (isAlias(node)) {
      const target = resolved(node);
      if (target === undefined)
        throw refuse(`the alias *${node.source} stands for nothing; define it before with &${node.source}`, offset);
      if (open.has(target)) throw refuse(`the alias *${node.source} stands for something that contains it`, offset);
      return grown(target, depth);
    }
    if (isScalar(node)) return leafOf(node.value, offset);
    open.add(node);
    const tree = isMap(node) ? mapOf(node.items, offset, depth) : listOf(isSeq(node) ? node.items : [], offset, depth);
    open.delete(node);
    return tree;
  };

  const resolved = (alias: Alias): Node | undefined => alias.resolve(document);

  const leafOf = (value: unknown, offset: number): Tree => {
    const spot = spotAt(offset);
    if (typeof value === "string") {
      const start = text.startsWith(value, offset) ? offset : offset + 1;
      return { kind: "leaf", value, spot, letters: text.startsWith(value, start) ? spotAt(start) : null };
    }
    if (value === null || typeof value === "number" || typeof value === "boolean") {
      return { kind: "leaf", value, spot, letters: null };
    }
    throw refuse("accepted: numbers, texts, true and false, lists and maps", offset);
  };

  const listOf = (items: readonly unknown[], offset: number, depth: number): Tree => ({
    kind: "list",
    spot: spotAt(offset),
    items: items.map((item) => (isNode(item) ? grown(item, depth + 1) : leafOf(null, offset))),
  });

  const mapOf = (items: readonly { key: unknown; value: unknown }[], offset: number, depth: number): Tree => {
    const entries = new Map<string, { key: Spot; value: Tree }>();
    for (const { key, value } of items) {
      const keyOffset = isNode(key) ? (key.range?.[0] ?? offset) : offset;
      if (!isScalar(key) || key.value === null || typeof key.value === "object") {
        throw refuse("a key must be a word", keyOffset);
      }
      const name = String(key.value);
      if (entries.has(name))
        throw new InputError(`the key is given twice; keep one of them`, { ...spotAt(keyOffset), key: name });
      const content = isNode(value) ? grown(value, depth + 1) : leafOf(null, keyOffset);
      entries.set(name, { key: spotAt(keyOffset), value: content });
    }
    return { kind: "map", entries, spot: spotAt(offset) };
  };

  return grown(document.contents, 0);
}

const isNode = (value: unknown): value is Node => isScalar(value) || isMap(value) || isSeq(value) || isAlias(value);

function parsed(text: string, lineCounter: LineCounter, refuse: (reason: string, offset: number) => InputError) {
  // Keys are compared when the tree grows: the library's own way takes quadratic time.
  const options = {
    lineCounter,
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: "silent",
    resolveKnownTags: false,
  } as const;
  try {
    const document = parseDocument(text, options);
    const [problem] = [...document.errors, ...document.warnings];
    if (problem !== undefined) throw refuse(`not valid YAML: ${problem.message}`, problem.pos[0]);
    return document;
  } catch (error) {
    // The library descends by recursion: what is nested too deeply ends its stack.
    if (error instanceof RangeError) throw refuse("nested too deeply; no part of a model needs that", 0);
    throw error;
  }
}
