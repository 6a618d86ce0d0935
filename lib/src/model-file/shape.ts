/** A small language for the shape of data: each shape checks a part of the tree, says in words what it accepts, and has a
 *  JSON Schema for editors. What a library for it would cost, and what would be left to write: docs/topics/model-file-schema.md. */
import { didYouMean } from "../core/spelling.js";
import type { JsonObject } from "../formats/json.js";
import { shown } from "./entry.js";
import { type Path, plain, type Tree } from "./tree.js";

export interface Shape {
  /** Null if the part has this shape. */
  check(tree: Tree, path: Path): Complaint | null;
  readonly accepted: string;
  readonly schema: JsonObject;
  readonly optional?: boolean;
}

export interface Complaint {
  readonly path: Path;
  readonly about: "key" | "value";
  readonly reason: string;
  /** Of several complaints, the one with the highest rank helps most: it is deepest in, or a key whose meaning can be guessed. A key that nobody can
   *  guess says least: that form was not meant. */
  readonly rank: number;
}

const complaint = (path: Path, reason: string, about: Complaint["about"] = "value", clearness = 0): Complaint => ({
  path,
  reason,
  about,
  rank: path.length + clearness,
});

function shape(
  accepted: string,
  schema: JsonObject,
  inside: (tree: Tree, path: Path) => Complaint | null | "other",
): Shape {
  return {
    accepted,
    schema: { description: accepted, ...schema },
    check(tree, path) {
      const outcome = inside(tree, path);
      return outcome === "other"
        ? complaint(
            path,
            `found ${path.length === 0 && tree.kind === "leaf" ? "a text" : shown(plain(tree))}; accepted: ${accepted}`,
          )
        : outcome;
    },
  };
}

const leaf = (accepted: string, schema: JsonObject, fits: (value: unknown) => boolean): Shape =>
  shape(accepted, schema, (tree) => (tree.kind === "leaf" && fits(tree.value) ? null : "other"));

const isText = (value: unknown) => typeof value === "string";

export const text = (accepted: string): Shape => leaf(accepted, { type: "string" }, isText);

export const flag = (accepted: string): Shape =>
  leaf(accepted, { type: "boolean" }, (value) => typeof value === "boolean");

/** One of several words or numbers. */
export const choice = (accepted: string, options: readonly (string | number | boolean)[]): Shape =>
  leaf(`${accepted}: ${options.join(", ")}`, { description: accepted, enum: options }, (value) =>
    options.includes(value as string),
  );

const isNumeric = (value: unknown) => isText(value) || (typeof value === "number" && Number.isFinite(value));

/** A number or a text that stands for one. */
export const numeric = (accepted: string): Shape => leaf(accepted, { type: ["number", "string"] }, isNumeric);

export const list = (accepted: string, item: Shape): Shape =>
  shape(accepted, { type: "array", items: item.schema }, (tree, path) =>
    tree.kind === "list" ? first(tree.items, (part, i) => item.check(part, [...path, i])) : "other",
  );

/** A map from any names to values of one shape. */
export const named = (accepted: string, value: Shape): Shape =>
  shape(accepted, { type: "object", additionalProperties: value.schema }, (tree, path) =>
    tree.kind === "map"
      ? first([...tree.entries], ([key, entry]) => value.check(entry.value, [...path, key]))
      : "other",
  );

/** A map with these keys and no others. */
export function keys(accepted: string, shapes: Readonly<Record<string, Shape>>): Shape {
  const known = Object.keys(shapes);
  const required = known.filter((key) => shapes[key].optional !== true);
  const properties = Object.fromEntries(known.map((key) => [key, shapes[key].schema]));
  const schema = { type: "object", properties, required, additionalProperties: false };
  return shape(accepted, schema, (tree, path) => {
    if (tree.kind !== "map") return "other";
    // A few are enough to complain about.
    const unknown = [...tree.entries.keys()].filter((key) => !known.includes(key)).slice(0, 20);
    // Misspelt keys first: what is missing is often one of them.
    return (
      first(unknown, (key) => unknownKey(key, known, path, true)) ??
      first(unknown, (key) => unknownKey(key, known, path, false)) ??
      first(required, (key) => (tree.entries.has(key) ? null : missing(key, shapes[key], path))) ??
      first([...tree.entries], ([key, { value }]) => shapes[key].check(value, [...path, key]))
    );
  });
}

function unknownKey(key: string, known: readonly string[], path: Path, guessed: boolean): Complaint | null {
  const hint = didYouMean(key, known);
  if (guessed && hint === "") return null;
  const reason = `unknown key "${key}".${hint} Accepted here: ${known.join(", ")}`;
  return complaint([...path, key], reason, "key", guessed ? 0.5 : -0.5);
}

const missing = (key: string, { accepted }: Shape, path: Path): Complaint =>
  complaint([...path, key], `is missing; accepted: ${accepted}`, "key");

/** Whichever fits; if none does, the complaint of the one that got furthest. */
export const oneOf = (accepted: string, shapes: readonly Shape[]): Shape =>
  shape(accepted, { anyOf: shapes.map(({ schema }) => schema) }, (tree, path) => {
    let best: Complaint | null = null;
    for (const { check } of shapes) {
      const found = check(tree, path);
      if (found === null) return null;
      if (best === null || found.rank > best.rank) best = found;
    }
    return best === null || best.path.length === path.length ? "other" : best;
  });

/** What is looked at elsewhere. */
export const anything = (accepted: string, schema: JsonObject = {}): Shape => shape(accepted, schema, () => null);

export const optional = (inner: Shape, meaning?: string): Shape => ({
  ...inner,
  optional: true,
  schema: meaning === undefined ? inner.schema : { ...inner.schema, description: meaning },
});

function first<T>(items: readonly T[], look: (item: T, i: number) => Complaint | null): Complaint | null {
  for (let i = 0; i < items.length; i++) {
    const found = look(items[i], i);
    if (found !== null) return found;
  }
  return null;
}
