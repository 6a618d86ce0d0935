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
  /** The parts of a list, of this one or of the one under a key. */
  items(key?: string | number): Entry[];
  /** The names and parts of a map, of this one or of the one under a key. */
  entries(key?: string | number): [string, Entry][];
  isList(): boolean;
  isMap(): boolean;
  /** A number, written as one or as an expression of numbers and parameters; `otherwise` where nothing is written. */
  number(otherwise?: number): number;
  /** A number > 0. */
  positive(otherwise?: number): number;
  /** A number ≥ 0. */
  notNegative(otherwise?: number): number;
  numbers(): number[];
  text(): string;
  /** An expression with its place, as far as columns in it are columns of the file; `blamed` adds the rest. */
  formula(): Formula;
  /** The error that stands at this part. */
  error(reason: string): InputError;
  /** Runs `work`; wrong input found there is reported here, or at the part that its key names. */
  blamed<T>(work: () => T): T;
}

export const entryOf = (root: Tree, path: Path, parameters: ParameterNumbers): Entry =>
  new TreeEntry(root, find(root, path), path, parameters);

/** A class, since every case of a study makes a hundred of them: they have one set of functions together. */
class TreeEntry implements Entry {
  readonly #root: Tree;
  readonly #tree: Tree | undefined;
  readonly #parameters: ParameterNumbers;
  readonly path: Path;

  constructor(root: Tree, tree: Tree | undefined, path: Path, parameters: ParameterNumbers) {
    this.#root = root;
    this.#tree = tree;
    this.#parameters = parameters;
    this.path = path;
  }
  get value(): unknown {
    return this.#tree && plain(this.#tree);
  }
  get place(): Place {
    return placeAt(spotOf(this.#root, this.path, "value"), this.path);
  }
  get keyPlace(): Place {
    return placeAt(spotOf(this.#root, this.path, "key"), this.path);
  }
  has(key: string): boolean {
    return this.#tree?.kind === "map" && this.#tree.entries.has(key);
  }
  at(key: string | number): Entry {
    const tree = this.#tree && find(this.#tree, [key]);
    return new TreeEntry(this.#root, tree, [...this.path, key], this.#parameters);
  }
  items(key?: string | number): Entry[] {
    if (key !== undefined) return this.at(key).items();
    return this.#tree?.kind === "list" ? this.#tree.items.map((_, i) => this.at(i)) : [];
  }
  entries(key?: string | number): [string, Entry][] {
    if (key !== undefined) return this.at(key).entries();
    return this.#tree?.kind === "map" ? Array.from(this.#tree.entries.keys(), (name) => [name, this.at(name)]) : [];
  }
  isList(): boolean {
    return this.#tree?.kind === "list";
  }
  isMap(): boolean {
    return this.#tree?.kind === "map";
  }
  number(otherwise?: number): number {
    if (this.#tree === undefined && otherwise !== undefined) return otherwise;
    const value = this.#tree?.kind === "leaf" ? this.#tree.value : undefined;
    if (typeof value === "number" && Number.isFinite(value)) return value;
    if (typeof value === "string") return this.blamed(() => constant(this.formula(), this.#parameters));
    throw this.error(
      `found ${shown(this.value)}; accepted: a finite number, or an expression of numbers and parameters`,
    );
  }
  positive(otherwise?: number): number {
    const value = this.number(otherwise);
    if (value > 0) return value;
    throw this.error(`found ${value}; accepted: a number > 0`);
  }
  notNegative(otherwise?: number): number {
    const value = this.number(otherwise);
    if (value >= 0) return value;
    throw this.error(`found ${value}; accepted: zero or a positive number`);
  }
  numbers(): number[] {
    return this.items().map((item) => item.number());
  }
  text(): string {
    return String(this.value);
  }
  formula(): Formula {
    const tree = this.#tree;
    if (tree?.kind !== "leaf" || tree.letters === null) return { text: this.text(), place: {} };
    return { text: this.text(), place: { ...tree.letters, key: pathText(this.path) }, indent: tree.indent ?? 0 };
  }
  error(reason: string): InputError {
    return new InputError(reason, this.place);
  }
  blamed<T>(work: () => T): T {
    try {
      return work();
    } catch (problem) {
      if (!(problem instanceof InputError)) throw problem;
      throw located(problem, this);
    }
  }
}

const placeAt = ({ called, ...spot }: Spot, path: Path): Place => ({ ...spot, key: called ?? pathText(path) });

function located(problem: InputError, entry: Entry): InputError {
  const { file, line, key } = problem.place;
  // It has been located already: in the model, or in a file that the model names; in data, which has no lines, by its path.
  if (file !== undefined || line !== undefined) return problem;
  if (key === undefined || key === "") return new InputError(problem.reason, entry.place, problem.code);
  if ([".", "["].some((next) => key.startsWith(`${pathText(entry.path)}${next}`))) return problem;
  if (entry.has(key)) return new InputError(problem.reason, entry.at(key).place, problem.code);
  const own = entry.path[entry.path.length - 1] === key;
  return new InputError(own ? problem.reason : `${key}: ${problem.reason}`, entry.place, problem.code);
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
