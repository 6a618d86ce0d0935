/** The content of a model file with the place of every part: what the builders read, and what messages point to. */
import type { Json } from "../formats/json.js";

/** Where something is written: in a file, or in an option of the command line. */
export interface Spot {
  readonly file: string | undefined;
  readonly line: number | undefined;
  readonly column: number | undefined;
  /** Of a model that was made from another file: what that file has there, to be named in place of the key. */
  readonly called?: string | undefined;
}

export type Tree = Leaf | List | Dictionary;

export interface Leaf {
  readonly kind: "leaf";
  readonly value: null | boolean | number | string;
  readonly spot: Spot;
  /** Where the first letter of a text is, if it is written letter for letter: a column in it is then one in the file. */
  readonly letters: Spot | null;
  /** How far the lines of such a text are moved in. */
  readonly indent?: number;
}

export interface List {
  readonly kind: "list";
  readonly items: readonly Tree[];
  readonly spot: Spot;
}

export interface Dictionary {
  readonly kind: "map";
  readonly entries: ReadonlyMap<string, { readonly key: Spot; readonly value: Tree }>;
  readonly spot: Spot;
}

export type Path = readonly (string | number)[];

/** `system.bonds[0].length` */
export function pathText(path: Path): string {
  return path.map((step, i) => (typeof step === "number" ? `[${step}]` : i === 0 ? step : `.${step}`)).join("");
}

export function plain(tree: Tree): Json {
  switch (tree.kind) {
    case "leaf":
      return tree.value;
    case "list":
      return tree.items.map(plain);
    case "map":
      // Not by assignment: a key may be called __proto__.
      return Object.fromEntries([...tree.entries].map(([key, { value }]) => [key, plain(value)]));
  }
}

/** What there is at the end of a path, if there is. */
export function find(tree: Tree, path: Path): Tree | undefined {
  let here: Tree | undefined = tree;
  for (const step of path) {
    if (here?.kind === "map") here = here.entries.get(String(step))?.value;
    else if (here?.kind === "list") here = here.items[Number(step)];
    else return undefined;
  }
  return here;
}

/** Where the path ends: at the value, or at its key if `key` is asked for; at the nearest part there is, if it is missing. */
export function spotOf(tree: Tree, path: Path, what: "key" | "value"): Spot {
  const parent = path.length === 0 ? undefined : find(tree, path.slice(0, -1));
  if (what === "key" && parent?.kind === "map") {
    const entry = parent.entries.get(String(path[path.length - 1]));
    if (entry !== undefined) return entry.key;
  }
  const found = find(tree, path);
  return found !== undefined || path.length === 0 ? (found ?? tree).spot : spotOf(tree, path.slice(0, -1), "key");
}
