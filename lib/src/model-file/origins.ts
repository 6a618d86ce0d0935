/** The places of a model that was made from another file: its parts stand in the lines of that file from which they come. */
import { type Path, pathText, type Spot, type Tree } from "./tree.js";

/** Lines by the keys of parts: `system.solid.loads[0]`; what is inside of such a part comes from the same line. */
export type Origins = ReadonlyMap<string, number>;

export function relocated(tree: Tree, origins: Origins, file: string | undefined): Tree {
  const moved = (part: Tree, path: Path, above: number | undefined): Tree => {
    const line = origins.get(pathText(path)) ?? above;
    const spot: Spot = { file, line, column: undefined };
    switch (part.kind) {
      case "leaf":
        return { ...part, spot, letters: null };
      case "list":
        return { ...part, spot, items: part.items.map((item, i) => moved(item, [...path, i], line)) };
      case "map": {
        const entries = Array.from(part.entries, ([key, { value }]) => {
          const inner = moved(value, [...path, key], line);
          return [key, { key: inner.spot, value: inner }] as const;
        });
        return { ...part, spot, entries: new Map(entries) };
      }
    }
  };
  return moved(tree, [], undefined);
}
