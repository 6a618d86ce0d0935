/** Parameters of methods and models as data: name, default, range and meaning are written once, here and nowhere else;
 *  the constructors check them, the model file's schema, the command line and the reference pages are made from them. */
import { InputError } from "./failure.js";

export type ParameterValue = Word | readonly number[];
type Word = number | boolean | string;

export type Parameter<T extends ParameterValue | undefined = ParameterValue | undefined> = {
  /** Nothing, for a parameter that may be left out, or that has to be given. */
  readonly default: T;
  readonly meaning: string;
  /** There is no default: it has to be given. */
  readonly required?: true;
} & Range;

export type Range =
  | { readonly kind: "number"; readonly min: number; readonly max: number; readonly whole: boolean }
  | { readonly kind: "flag" }
  | { readonly kind: "choice"; readonly options: readonly Word[] }
  /** One number for all coordinates, or one each. */
  | { readonly kind: "numbers"; readonly min: number; readonly max: number };

export type ParameterTable = Readonly<Record<string, Parameter>>;

/** The values a table of parameters describes. */
export type ValuesOf<T extends ParameterTable> = { readonly [K in keyof T]: T[K]["default"] };

interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

export function real(byDefault: number, meaning: string, { min = -Infinity, max = Infinity }: Bounds = {}) {
  return { kind: "number", default: byDefault, meaning, min, max, whole: false } as Parameter<number>;
}

export function whole(byDefault: number, meaning: string, { min = -Infinity, max = Infinity }: Bounds = {}) {
  return { kind: "number", default: byDefault, meaning, min, max, whole: true } as Parameter<number>;
}

/** A number that may be left out, and then is not there. */
export function optionalReal(meaning: string, { min = -Infinity, max = Infinity }: Bounds = {}) {
  return { kind: "number", default: undefined, meaning, min, max, whole: false } as Parameter<number | undefined>;
}

/** One number, or a list with one a coordinate; may be left out. */
export function optionalNumbers(meaning: string, { min = -Infinity, max = Infinity }: Bounds = {}) {
  return { kind: "numbers", default: undefined, meaning, min, max } as Parameter<
    number | readonly number[] | undefined
  >;
}

/** The same parameter without a default. */
export function required<T extends ParameterValue>(parameter: Parameter<T | undefined>): Parameter<T> {
  return { ...parameter, required: true } as Parameter<T>;
}

export function choice<const T extends Word>(options: readonly T[], byDefault: T, meaning: string) {
  return { kind: "choice", default: byDefault, meaning, options } as Parameter<T>;
}

export function flag(byDefault: boolean, meaning: string) {
  return { kind: "flag", default: byDefault, meaning } as Parameter<boolean>;
}

/** The given values completed by the defaults; what does not fit its range is refused by name. */
export function completed<T extends ParameterTable>(
  owner: string,
  table: T,
  given: Readonly<Record<string, unknown>>,
): ValuesOf<T> {
  for (const name of Object.keys(given)) {
    if (table[name] === undefined) {
      const known = Object.keys(table);
      const accepted = known.length === 0 ? "it has none" : `it has ${known.join(", ")}`;
      throw new InputError(`${owner} has no parameter "${name}"; ${accepted}`, { key: name });
    }
  }
  const values: Record<string, ParameterValue> = {};
  for (const [name, parameter] of Object.entries(table)) {
    const value = given[name] ?? parameter.default;
    if (value === undefined && parameter.required === true) {
      throw new InputError(`${owner} needs ${name}: ${parameter.meaning}; accepted: ${accepted(parameter)}`, {
        key: name,
      });
    }
    if (value === undefined) continue;
    const complaint = misfit(value, parameter);
    if (complaint !== null)
      throw new InputError(`${owner}: ${name} is ${show(value)}; accepted: ${complaint}`, { key: name });
    values[name] = value as ParameterValue;
  }
  return values as ValuesOf<T>;
}

/** What a parameter accepts, in words. */
export function accepted(range: Range): string {
  switch (range.kind) {
    case "flag":
      return "true or false";
    case "choice":
      return range.options.join(", ");
    case "number":
      return inBounds(range.whole ? "a whole number" : "a number", range);
    case "numbers":
      return `${inBounds("a number", range)}, or a list with one for each coordinate`;
  }
}

function inBounds(what: string, { min, max }: Required<Bounds>): string {
  if (min === -Infinity && max === Infinity) return what;
  // The smallest double stands for an open end at zero.
  if (max === Infinity) return min === Number.MIN_VALUE ? `${what} > 0` : `${what} ≥ ${min}`;
  if (min === -Infinity) return `${what} ≤ ${max}`;
  return `${what} from ${min} to ${max}`;
}

function misfit(value: unknown, range: Range): string | null {
  switch (range.kind) {
    case "flag":
      return typeof value === "boolean" ? null : accepted(range);
    case "choice":
      return range.options.includes(value as Word) ? null : accepted(range);
    case "number":
      return isWithin(value, range) && (!range.whole || Number.isInteger(value)) ? null : accepted(range);
    case "numbers": {
      const list: readonly unknown[] = Array.isArray(value) ? value : [value];
      return list.length > 0 && list.every((item) => isWithin(item, range)) ? null : accepted(range);
    }
  }
}

const isWithin = (value: unknown, { min, max }: Required<Bounds>): boolean =>
  typeof value === "number" && Number.isFinite(value) && value >= min && value <= max;

function show(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(show).join(", ")}]`;
  if (typeof value === "object" && value !== null) return "a map";
  return typeof value === "string" ? `"${value}"` : String(value);
}
