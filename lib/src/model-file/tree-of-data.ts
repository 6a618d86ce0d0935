/** Plain data to the tree, as a parser of its text would make it; its parts have no lines. */
import { InputError } from "../core/failure.js";
import type { Json } from "../formats/json.js";
import { DEEPEST } from "./nesting.js";
import { MOST_PARTS } from "./source.js";
import { type Path, pathText, type Spot, type Tree } from "./tree.js";

export function treeFrom(data: Json, file: string | undefined): Tree {
  const spot: Spot = { file, line: undefined, column: undefined };
  let parts = 0;
  const read = (value: unknown, path: Path): Tree => {
    const refuse = (reason: string) => new InputError(reason, { file, key: pathText(path) || "model" });
    if (++parts > MOST_PARTS) throw refuse(`more than ${MOST_PARTS} values; put large data into files`);
    if (path.length > DEEPEST) throw refuse(`nested more than ${DEEPEST} deep; no part of a model is`);
    if (value === null || typeof value === "number" || typeof value === "boolean" || typeof value === "string")
      return { kind: "leaf", value, spot, letters: null };
    if (Array.isArray(value)) return { kind: "list", spot, items: value.map((item, i) => read(item, [...path, i])) };
    if (!isPlain(value)) throw refuse("accepted: numbers, texts, true and false, lists and plain objects");
    // What is undefined is not there.
    const given = Object.entries(value).filter(([, part]) => part !== undefined);
    return {
      kind: "map",
      spot,
      entries: new Map(given.map(([key, part]) => [key, { key: spot, value: read(part, [...path, key]) }])),
    };
  };
  return read(data, []);
}

function isPlain(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}
