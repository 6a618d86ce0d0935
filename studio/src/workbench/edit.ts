/** Changes of single values in the text of a model, which leave everything else as it was written: comments, order, spelling. */
import { isMap, isScalar, isSeq, type Node, type Pair, parseDocument, type Scalar, type YAMLMap } from "yaml";

export type Path = readonly (string | number)[];

export interface Document {
  /** The text of a value as it is written; null if it is not there or no single value. */
  written(path: Path): string | null;
  /** Keys of a map, in their order; none of what is no map. */
  keys(path: Path): readonly string[];
  /** Length of a list; 0 of what is no list. */
  length(path: Path): number;
  has(path: Path): boolean;
  /** The text with another value in this place. A key that is missing is added to its map; null if there is no place for it. */
  with(path: Path, value: string): string | null;
}

export function documentOf(text: string): Document {
  const root = parseDocument(text, { keepSourceTokens: true, logLevel: "silent" });
  const at = (path: Path) => root.getIn(path, true) as Node | undefined;
  return {
    written(path) {
      const node = at(path);
      return isScalar(node) ? sliceOf(text, node) : null;
    },
    keys(path) {
      const node = at(path);
      return isMap(node) ? node.items.map(keyOf) : [];
    },
    length(path) {
      const node = at(path);
      return isSeq(node) ? node.items.length : 0;
    },
    has: (path) => at(path) !== undefined,
    with(path, value) {
      const node = at(path);
      if (node?.range != null) return spliced(text, node.range[0], node.range[1], value);
      return added(text, at(path.slice(0, -1)), String(path.at(-1)), value);
    },
  };
}

const keyOf = ({ key }: Pair) => String(isScalar(key) ? key.value : key);

const sliceOf = (text: string, { range }: Scalar) => (range == null ? "" : text.slice(range[0], range[1]));

const spliced = (text: string, from: number, to: number, value: string) => text.slice(0, from) + value + text.slice(to);

function added(text: string, parent: Node | undefined, key: string, value: string): string | null {
  if (parent?.range == null) return null;
  const [from, to] = parent.range;
  // `method: newmark` is short for a map with its name.
  if (isScalar(parent)) return spliced(text, from, to, `{ name: ${text.slice(from, to)}, ${key}: ${value} }`);
  if (!isMap(parent)) return null;
  if (parent.flow === true) return insertedInFlow(text, parent, `${key}: ${value}`);
  const last = parent.items.at(-1);
  const [first] = parent.items;
  const start = isScalar(first?.key) ? first.key.range?.[0] : undefined;
  const end = (last?.value as Node | null)?.range?.[1];
  if (start === undefined || end === undefined) return null;
  const indent = start - (text.lastIndexOf("\n", start - 1) + 1);
  return spliced(text, end, end, `\n${" ".repeat(indent)}${key}: ${value}`);
}

function insertedInFlow(text: string, { items, range }: YAMLMap, pair: string): string | null {
  if (range == null) return null;
  const brace = text.lastIndexOf("}", range[1]);
  const before = text.slice(0, brace).trimEnd();
  const comma = items.length === 0 ? " " : ", ";
  return `${before}${comma}${pair} ${text.slice(brace)}`;
}
