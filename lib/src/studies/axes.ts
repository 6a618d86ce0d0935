/** What is varied, and through which values. */
import { exp, log } from "../core/elementary.js";
import { permutation } from "../core/random.js";
import type { Json } from "../formats/json.js";
import { checkPart } from "../model-file/check-shape.js";
import type { Entry } from "../model-file/entry.js";
import type { Tree } from "../model-file/tree.js";
import { constant } from "../symbolic/index.js";
import { boundsAt, type Quantile, quantileAt } from "./distribution.js";
import { randomNumbers } from "./random-numbers.js";
import { axisShape, distributionShape } from "./shape.js";
import type { ColumnType, StudyAxis } from "./study.js";

/** Of one axis; a table of more rows would not be held in memory. */
const MOST_VALUES = 10_000_000;

/** Of all keys together: a short file may name any number of them. */
const MOST_TOGETHER = 2 * MOST_VALUES;

/** An axis with the places of its keys, their units, and what kind of values they have. */
export interface WrittenAxis extends StudyAxis {
  readonly entries: readonly Entry[];
  readonly units: readonly (string | undefined)[];
  readonly types: readonly ColumnType[];
}

/** The values of a key. Those of ranges and distributions are computed when they are asked for: a short file may name millions. */
interface Values {
  readonly count: number;
  readonly type: ColumnType;
  at(i: number): Json;
}

/** All of them, as they are combined. */
export function axesAt(root: Tree, vary: Entry, zipped: boolean): WrittenAxis[] {
  const values = sum(vary.entries().map(([, entry]) => generatedBy(entry)));
  if (values > MOST_TOGETHER)
    throw vary.error(`its keys have ${values} values together; accepted: at most ${MOST_TOGETHER}`);
  const axes = vary.entries().map(([name, entry]) => axisAt(root, name, entry));
  refuseTwice(axes);
  return zipped && axes.length > 0 ? [together(axes, vary)] : axes;
}

/** How many values are made of it, told before they are; what is wrong with a count is said when it is used. */
function generatedBy(entry: Entry): number {
  if (entry.has("zipped")) return sum(entry.entries("zipped").map(([, part]) => generatedBy(part)));
  const keys = entry.has("latin-hypercube") ? entry.entries("latin-hypercube").length : 1;
  try {
    return entry.has("count") ? countAt(entry.at("count")) * keys : 0;
  } catch {
    return 0;
  }
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

function axisAt(root: Tree, name: string, entry: Entry): WrittenAxis {
  checkPart(root, entry.path, axisShape(entry));
  if (entry.has("zipped")) {
    const inside = entry.at("zipped");
    return together(
      inside.entries().map(([key, part]) => axisAt(root, key, part)),
      inside,
    );
  }
  if (entry.has("latin-hypercube")) return hypercubeAt(root, entry);
  const values = valuesAt(name, entry);
  if (values.count === 0) throw entry.error("there are no values; accepted: one or more");
  return {
    names: [name],
    entries: [entry],
    units: [entry.has("unit") ? entry.at("unit").text() : undefined],
    types: [values.type],
    count: values.count,
    at: (i) => [values.at(i)],
  };
}

function valuesAt(name: string, entry: Entry): Values {
  if (entry.has("random")) {
    const quantile = quantileAt(entry);
    const random = randomNumbers(seedAt(entry), name);
    return samples(Float64Array.from({ length: countAt(entry.at("count")) }, random), quantile);
  }
  if (entry.has("from")) return range(entry);
  if (entry.has("files")) return ofList(entry.items("files").map((item) => item.text()));
  return ofList(listed(entry.has("values") ? entry.at("values") : entry));
}

/** Of a distribution: the parts of it that lie below them, and what its quantile makes of these. */
const samples = (parts: Float64Array, quantile: Quantile): Values => ({
  count: parts.length,
  type: "float64",
  at: (i) => quantile(parts[i]),
});

/** Numbers are numbers only if all of them are; data of other kinds is text. */
function ofList(values: ArrayLike<Json>): Values {
  const types = new Set(Array.from(values, (value) => TYPES[typeof value] ?? "text"));
  const [type = "text"] = types.size === 1 ? types : [];
  return { count: values.length, type, at: (i) => values[i] };
}

const TYPES: Readonly<Record<string, ColumnType>> = { number: "float64", boolean: "bool" };

/** Values that are all numbers, or expressions of numbers as `2^-8`, are numbers; others stay as they are written. */
function listed(entry: Entry): ArrayLike<Json> {
  const items = entry.items();
  const values = items.map((item) => item.value as Json);
  if (values.some((value) => typeof value !== "string" && typeof value !== "number")) return values;
  try {
    return Float64Array.from(values, (value) => (typeof value === "number" ? value : constant(String(value), {})));
  } catch {
    return values;
  }
}

/** Both ends included, and both exactly. */
function range(entry: Entry): Values {
  const count = countAt(entry.at("count"));
  const [from, to] = boundsAt(entry);
  if (count === 1 && from !== to)
    throw entry.at("count").error(`one value from ${from} to ${to}; accepted: 2 or more, or a list`);
  const isLog = entry.has("scale") && entry.at("scale").text() === "log";
  const ratio = isLog ? log(to / from) : 0;
  const at = (i: number) => {
    if (i === 0) return from;
    if (i === count - 1) return to;
    const part = i / (count - 1);
    return isLog ? from * exp(part * ratio) : from + part * (to - from);
  };
  return { count, type: "float64", at };
}

/** As many strata as samples for every key, each stratum used once [mckay1979]. */
function hypercubeAt(root: Tree, entry: Entry): WrittenAxis {
  const inside = entry.entries("latin-hypercube");
  if (inside.length === 0) throw entry.at("latin-hypercube").error("is empty; accepted: keys and their distributions");
  const count = countAt(entry.at("count"));
  const seed = seedAt(entry);
  const columns = inside.map(([name, part]) => {
    checkPart(root, part.path, distributionShape(part));
    const quantile = quantileAt(part);
    const random = randomNumbers(seed, name);
    const stratum = permutation(count, random);
    const parts = new Float64Array(count);
    for (let i = 0; i < count; i++) parts[i] = (stratum[i] + random()) / count;
    return samples(parts, quantile);
  });
  return {
    names: inside.map(([name]) => name),
    entries: inside.map(([, part]) => part),
    units: inside.map(([, part]) => (part.has("unit") ? part.at("unit").text() : undefined)),
    types: columns.map(({ type }) => type),
    count,
    at: (i) => columns.map((column) => column.at(i)),
  };
}

/** The first values of all, then the second ones, and so on. */
function together(axes: readonly WrittenAxis[], where: Entry): WrittenAxis {
  const [first] = axes;
  if (first === undefined) throw where.error("is empty; accepted: keys and their values");
  const other = axes.find(({ count }) => count !== first.count);
  if (other !== undefined) {
    const found = `${first.names[0]} has ${first.count} values and ${other.names[0]} has ${other.count}`;
    throw where.error(`${found}; accepted: as many for each, since they are zipped`);
  }
  return {
    names: axes.flatMap(({ names }) => names),
    entries: axes.flatMap(({ entries }) => entries),
    units: axes.flatMap(({ units }) => units),
    types: axes.flatMap(({ types }) => types),
    count: first.count,
    at: (i) => axes.flatMap((axis) => axis.at(i)),
  };
}

function refuseTwice(axes: readonly WrittenAxis[]): void {
  const seen = new Set<string>();
  for (const { names, entries } of axes) {
    names.forEach((name, i) => {
      if (seen.has(name)) throw entries[i].error(`${name} is varied twice; keep one of them`);
      seen.add(name);
    });
  }
}

function countAt(entry: Entry): number {
  const count = entry.number();
  if (Number.isInteger(count) && count >= 1 && count <= MOST_VALUES) return count;
  throw entry.error(`found ${count}; accepted: a whole number from 1 to ${MOST_VALUES}`);
}

function seedAt(entry: Entry): number {
  if (!entry.has("seed")) return 1;
  const seed = entry.at("seed").number();
  if (Number.isSafeInteger(seed) && seed >= 0) return seed;
  throw entry.at("seed").error(`found ${seed}; accepted: a whole number ≥ 0`);
}
