/** The places of a model that was made from another file: its parts stand in the lines of that file from which they come, and are called by its words. */
import { type Path, pathText, type Spot, type Tree } from "./tree.js";

/** Where a part comes from: a line, and the card that stands there as the file has it, `*BOUNDARY`. */
export interface Origin {
  readonly line: number;
  readonly card: string;
}

/** By the keys of parts: `system.solid.loads[0]`; what is inside of such a part comes from the same line. */
export type Origins = ReadonlyMap<string, Origin>;

export function relocated(tree: Tree, origins: Origins, file: string | undefined): Tree {
  const moved = (part: Tree, path: Path, above: (Origin & { readonly depth: number }) | undefined): Tree => {
    const own = origins.get(pathText(path));
    const from = own === undefined ? above : { ...own, depth: path.length };
    const inside = from === undefined ? "" : pathText(path.slice(from.depth));
    const called = inside === "" ? from?.card : `${from?.card}: ${inside}`;
    const spot: Spot = { file, line: from?.line, column: undefined, called };
    switch (part.kind) {
      case "leaf":
        return { ...part, spot, letters: null };
      case "list":
        return { ...part, spot, items: part.items.map((item, i) => moved(item, [...path, i], from)) };
      case "map": {
        const entries = Array.from(part.entries, ([key, { value }]) => {
          const inner = moved(value, [...path, key], from);
          return [key, { key: inner.spot, value: inner }] as const;
        });
        return { ...part, spot, entries: new Map(entries) };
      }
    }
  };
  return moved(tree, [], undefined);
}
