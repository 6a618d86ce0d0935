/** A part of a model file while it is read: its value, where it stands, and the readings that it may be asked for. */
import { InputError, type Place } from "../core/failure.js";
import { constant, type Formula, type ParameterNumbers } from "../symbolic/index.js";
import { find, type Path, pathText, plain, type Spot, spotOf, type Tree } from "./tree.js";

export interface Entry {
  readonly path: Path;
  /** Plain data; undefined if it is missing. */
  readonly value: unknown;
  readonly place: Place;
  /** Of the key instead of the value. */
  readonly keyPlace: Place;
  has(key: string): boolean;
  at(key: string | number): Entry;
  /** The parts of a list. */
  items(): Entry[];
  /** The names and parts of a map. */
  entries(): [string, Entry][];
  isList(): boolean;
  isMap(): boolean;
  /** A number, written as one or as an expression of numbers and parameters. */
  number(): number;
  numbers(): number[];
  text(): string;
  /** An expression with its place, as far as columns in it are columns of the file; `blamed` adds the rest. */
  formula(): Formula;
  /** The error that stands at this part. */
  error(reason: string): InputError;
  /** Runs `work`; wrong input found there is reported here, or at the part that its key names. */
  blamed<T>(work: () => T): T;
}

export function entryOf(root: Tree, path: Path, parameters: ParameterNumbers): Entry {
  const tree = find(root, path);
  const key = pathText(path);
  const error = (reason: string) => new InputError(reason, entry.place);
  const placeAt = ({ called = key, ...spot }: Spot): Place => ({ ...spot, key: called });

  const entry: Entry = {
    path,
    get value() {
      return tree === undefined ? undefined : plain(tree);
    },
    get place() {
      return placeAt(spotOf(root, path, "value"));
    },
    get keyPlace() {
      return placeAt(spotOf(root, path, "key"));
    },
    has: (name) => tree?.kind === "map" && tree.entries.has(name),
    at: (step) => entryOf(root, [...path, step], parameters),
    items: () => (tree?.kind === "list" ? tree.items.map((_, i) => entry.at(i)) : []),
    entries: () => (tree?.kind === "map" ? [...tree.entries.keys()].map((name) => [name, entry.at(name)]) : []),
    isList: () => tree?.kind === "list",
    isMap: () => tree?.kind === "map",
    number() {
      const value = tree?.kind === "leaf" ? tree.value : undefined;
      if (typeof value === "number" && Number.isFinite(value)) return value;
      if (typeof value === "string") return entry.blamed(() => constant(entry.formula(), parameters));
      throw error(`found ${shown(entry.value)}; accepted: a finite number, or an expression of numbers and parameters`);
    },
    numbers: () => entry.items().map((item) => item.number()),
    text: () => String(entry.value),
    formula() {
      if (tree?.kind !== "leaf" || tree.letters === null) return { text: entry.text(), place: {} };
      return { text: entry.text(), place: { ...tree.letters, key }, indent: tree.indent ?? 0 };
    },
    error,
    blamed(work) {
      try {
        return work();
      } catch (problem) {
        if (!(problem instanceof InputError)) throw problem;
        throw located(problem, entry);
      }
    },
  };
  return entry;
}

function located(problem: InputError, entry: Entry): InputError {
  const { file, line, key } = problem.place;
  // It has been located already: in the model, or in a file that the model names; in data, which has no lines, by its path.
  if (file !== undefined || line !== undefined) return problem;
  if (key === undefined || key === "") return new InputError(problem.reason, entry.place);
  if ([".", "["].some((next) => key.startsWith(`${pathText(entry.path)}${next}`))) return problem;
  if (entry.has(key)) return new InputError(problem.reason, entry.at(key).place);
  const own = entry.path[entry.path.length - 1] === key;
  return new InputError(own ? problem.reason : `${key}: ${problem.reason}`, entry.place);
}

/** What was found, short enough for a message. */
export function shown(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "an empty value";
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === "object") {
    const keys = Object.keys(value);
    return keys.length === 0
      ? "an empty map"
      : `a map with ${keys.slice(0, 6).join(", ")}${keys.length > 6 ? ", …" : ""}`;
  }
  if (typeof value !== "string") return String(value);
  return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
}
