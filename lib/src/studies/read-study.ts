/** A study as its tree says it: axes, cases, and the columns of its table. */
import { InputError } from "../core/failure.js";
import type { Json, JsonObject } from "../formats/json.js";
import { isObject } from "../formats/json.js";
import { buildProblem, chosenMethod, type Plan, scheduleOf } from "../model-file/build.js";
import { type Entry, entryOf } from "../model-file/entry.js";
import type { ReadFile } from "../model-file/files.js";
import { type Model, modelOfTree } from "../model-file/load.js";
import { type Override, overridden } from "../model-file/overrides.js";
import { find, type Path, plain, type Tree } from "../model-file/tree.js";
import { axesAt, type WrittenAxis } from "./axes.js";
import { canonical } from "./canonical.js";
import { figuresAt } from "./figures.js";
import { measuresAt, type StudyMeasures } from "./measures.js";
import { overrideOf, pathOf } from "./settings.js";
import { sha256OfText } from "./sha256.js";
import type { Case, ColumnType, Study, StudyBundle, StudyColumn } from "./study.js";

/** Of the library: cases that another version has computed are computed again. */
export const ENGINE = "0.1.0";

/** More than that are not counted exactly. */
const MOST_CASES = 1e12;

export interface ReadStudy extends Study {
  readonly measures: StudyMeasures;
  /** The model of a case; `further` settings come last. Parameters are inputs of its code where the study varies some, so that all cases have one code;
   *  or they are constants of it. */
  modelOf(c: Case, parameters: "inputs" | "constants", further?: readonly Override[]): Model;
  /** Does it vary parameters? */
  readonly variesParameters: boolean;
  /** What is set for the solution that errors are measured from; null if nothing asks for it. */
  readonly reference: readonly Override[] | null;
}

interface Varied {
  readonly key: string;
  readonly path: Path;
  readonly entry: Entry;
  readonly unit: string | undefined;
  readonly type: ColumnType;
}

/** `readFile`: of a study that is read for the first time; afterwards its files are those of the bundle. */
export function readStudy(tree: Tree, bundle: StudyBundle, readFile: ReadFile = bundled(bundle)): ReadStudy {
  const root = entryOf(tree, ["study"], {});
  const written = find(tree, ["study", "model"]) as Tree;
  const set = settingsIn(root.at("set"), written);
  const base = set.map(({ override }) => override).reduce(overridden, written);
  const axes = axesAt(tree, root.at("vary"), root.at("combine").value === "zipped").map((axis) =>
    namedApart(axis, base),
  );
  const varied = axes.flatMap((axis) => axis.names.map((key, i) => variedBy(axis, key, i, base)));
  refuseOverlaps(varied);
  const count = axes.reduce((product, axis) => product * axis.count, 1);
  if (count > MOST_CASES) throw root.at("vary").error(`${count} cases; accepted: at most ${MOST_CASES}`);
  const ofReference = settingsIn(root.at("reference"), base);
  const reference = root.has("reference") ? ofReference.map(({ override }) => override) : null;

  const settingsAt = settingsOf(axes, varied);
  const overridesOf = (settings: Readonly<Record<string, Json>>) =>
    varied.map(({ key, path }) => overrideOf(key, path, settings[key]));
  const variesParameters = varied.some(({ path }) => path[0] === "system" && path[1] === "parameters");
  const modelWith = (overrides: readonly Override[], adjustable = false) =>
    modelOfTree(base, { readFile, overrides, adjustable });

  const built = (overrides: readonly Override[]) => {
    const model = modelWith(overrides);
    return { model, plan: buildProblem(model) };
  };
  const example = exampleAmong(
    varied,
    set,
    root.at("vary"),
    count,
    (index) => {
      const settings = settingsAt(index);
      return { index, settings, ...built(overridesOf(settings)) };
    },
    () => built([]),
  );
  const { plan, model, settings: first } = example;
  for (const each of varied) checkValues(each, axes, first, (settings) => modelWith(overridesOf(settings)));
  const referenceModel = ofValues(ofReference, () => {
    if (reference === null) return model;
    const changed = modelWith([...overridesOf(first), ...reference]);
    // Method and steps: the rest is that of the cases.
    scheduleOf(changed);
    return changed;
  });
  const measures = measuresAt(tree, root.at("measure"), {
    plan,
    model,
    varied: varied.map(({ key }) => key),
    hasReference: reference !== null,
  });

  const keyOf = caseKeys(root, bundle, varied, first, {
    base,
    measures,
    files: [...model.files.contents.keys(), ...referenceModel.files.contents.keys()],
  });

  const columns = columnsOf(varied, plan, measures, root.at("measure"));
  const figures = figuresAt(tree, root.at("figures"), {
    columns,
    measure: root.at("measure"),
    files: axes.flatMap(({ names, entries }) => names.filter((_, i) => entries[i].has("files"))),
  });
  return {
    name: bundle.name,
    axes,
    count,
    columns,
    figures,
    bundle,
    example: example.index,
    measures,
    reference,
    caseAt(index) {
      if (!(Number.isInteger(index) && index >= 0 && index < count))
        throw new InputError(`there is no case ${index}; accepted: 0 to ${count - 1}`);
      const settings = settingsAt(index);
      return { index, key: keyOf(settings), settings };
    },
    variesParameters,
    modelOf: ({ settings }, parameters, further = []) =>
      modelWith([...overridesOf(settings), ...further], variesParameters && parameters === "inputs"),
  };
}

/** What is set in a case, by its number: the last axis is the fastest. */
function settingsOf(axes: readonly WrittenAxis[], varied: readonly Varied[]) {
  return (index: number): Record<string, Json> => {
    const parts: (readonly [string, Json])[] = [];
    let rest = index;
    for (const axis of [...axes].reverse()) {
      const values = axis.at(rest % axis.count);
      rest = Math.floor(rest / axis.count);
      for (const [i, name] of axis.names.entries()) parts.push([name, values[i]]);
    }
    const given = new Map(parts);
    return Object.fromEntries(varied.map(({ key }) => [key, given.get(key) as Json]));
  };
}

interface Hashed {
  readonly base: Tree;
  readonly measures: StudyMeasures;
  /** Of the model of the first case, and of the reference. */
  readonly files: readonly string[];
}

/** The key of a case, from its settings: a hash of all that its row depends on. */
function caseKeys(
  root: Entry,
  bundle: StudyBundle,
  varied: readonly Varied[],
  first: Readonly<Record<string, Json>>,
  { base, measures, files }: Hashed,
) {
  const hashesOf = (names: readonly string[]): JsonObject =>
    Object.fromEntries(names.map((name) => [name, bundle.files.get(name)?.hash ?? ""]));
  const filesIn = (value: Json) => textsIn(value).filter((text) => bundle.files.has(text));
  // Files that values name belong to their cases.
  const ofFirst = new Set(Object.values(first).flatMap(filesIn));
  const common = sha256OfText(
    canonical({
      engine: ENGINE,
      model: [...LABELS, ...varied.map(({ path }) => path)].reduce(without, plain(base)),
      files: hashesOf(files.filter((name) => !ofFirst.has(name))),
      // In their order, which is that of the values of a row.
      columns: measures.columns.map(({ name }) => name),
      measure: withoutUnits((root.at("measure").value ?? null) as Json),
      reference: (root.at("reference").value ?? null) as Json,
    }),
  );
  return (settings: Readonly<Record<string, Json>>): string => {
    const values = varied.map(({ key, path }): Json => {
      const value = settings[key];
      return [path.join("."), value, hashesOf(filesIn(value))];
    });
    return sha256OfText(`${common}${canonical(values.sort(byPath))}`).slice(0, 32);
  };
}

const bundled =
  ({ files }: StudyBundle): ReadFile =>
  (name) => {
    const file = files.get(name);
    if (file !== undefined) return file.bytes;
    throw new InputError("it is not among the files that came with the study");
  };

/** A key that is called as a column which every table has, as `steps`, stands in the table by its whole path, `time.steps`. */
function namedApart(axis: WrittenAxis, base: Tree): WrittenAxis {
  const names = axis.names.map((key, i) =>
    TABLE_COLUMNS.includes(key) ? axis.entries[i].blamed(() => pathOf(key, base)).join(".") : key,
  );
  return { ...axis, names };
}

function variedBy({ entries, units, types }: WrittenAxis, key: string, i: number, base: Tree): Varied {
  const entry = entries[i];
  return { key, path: entry.blamed(() => pathOf(key, base)), entry, unit: units[i], type: types[i] };
}

/** Of two keys that change the same part of the model the later would win, and the table would tell otherwise. */
function refuseOverlaps(varied: readonly Varied[]): void {
  const place = ({ path }: Varied) => {
    const text = `${path.join(".")}.`;
    // The end of a motion is given by one of them.
    return text === "time.steps." ? "time.end." : text;
  };
  varied.forEach((later, i) => {
    const earlier = varied
      .slice(0, i)
      .find((each) => place(each).startsWith(place(later)) || place(later).startsWith(place(each)));
    if (earlier !== undefined)
      throw later.entry.error(
        `${earlier.key} is varied too, and they change the same part of the model; keep one of them`,
      );
  });
}

/** A key of the model with the part of the study that has its value or values. */
type Said = Pick<Varied, "key" | "entry">;

interface Setting extends Said {
  readonly override: Override;
}

/** Keys of the model with one value each. */
function settingsIn(entry: Entry, base: Tree): Setting[] {
  if (entry.value === undefined) return [];
  return entry.entries().map(([key, part]) => {
    const override = () => part.blamed(() => overrideOf(key, pathOf(key, base), part.value as Json));
    return { key, entry: part, override: ofValues([{ key, entry: part }], override) };
  });
}

/** What is wrong with one of these values is said where the study has it. */
function ofValues<T>(said: readonly Said[], work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof InputError) throwIfOfValue(error, said);
    throw error;
  }
}

/** How many cases are built to find one that can be. */
const MOST_TRIED = 32;

/** Stands for all, as for what the columns are: the first case, or where that cannot be built (a corner of a grid of starts, outside of what the energy allows) another,
 *  the same wherever the study is read. What is wrong with all that are tried is wrong with the study, and so is a value that is wrong by itself, whose place is then said.
 *  `unvaried` builds the model as it is written. */
function exampleAmong<T>(
  varied: readonly Said[],
  set: readonly Said[],
  vary: Entry,
  count: number,
  build: (index: number) => T,
  unvaried: () => unknown,
): T {
  let wrong: InputError | null = null;
  for (const index of spreadOver(count, MOST_TRIED)) {
    try {
      return build(index);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      if (index === 0) throwIfOfValue(error, varied);
      wrong ??= error;
    }
  }
  if (wrong === null) throw vary.error("there are no cases");
  try {
    unvaried();
  } catch {
    throwIfOfValue(wrong, set);
    throw wrong;
  }
  throw vary.error(`in the first case: ${wrong.message}`);
}

/** 0, and then others below `count`, each in the middle of the largest gap: i with its binary digits reversed, as a fraction. */
function spreadOver(count: number, most: number): Set<number> {
  const indices = new Set<number>();
  for (let i = 0; i < most; i++) {
    let fraction = 0;
    for (let [digits, weight] = [i, 0.5]; digits > 0; digits = Math.floor(digits / 2), weight /= 2)
      fraction += weight * (digits % 2);
    indices.add(Math.floor(fraction * count));
  }
  return indices;
}

function throwIfOfValue(error: InputError, said: readonly Said[]): void {
  const culprit = said.find(({ key }) => error.place.file?.startsWith(`${key} = `));
  if (culprit !== undefined) throw culprit.entry.error(`with ${error.place.file}: ${error.reason}`);
}

/** Values that are names of files, or contain some, are read when the study is, once each; methods are looked up. */
function checkValues(
  each: Varied,
  axes: readonly WrittenAxis[],
  first: Readonly<Record<string, Json>>,
  read: (settings: Readonly<Record<string, Json>>) => Model,
): void {
  const { key, path, entry } = each;
  const axis = axes.find(({ names }) => names.includes(key)) as WrittenAxis;
  const place = axis.names.indexOf(key);
  const last = String(path.at(-1));
  const isMethod = path[0] === "method";
  for (let i = 0; i < axis.count; i++) {
    const value = axis.at(i)[place];
    if (typeof value === "number" || typeof value === "boolean") return;
    if (typeof value === "string" && !isMethod && last !== "file" && last !== "mesh") return;
    entry.blamed(() =>
      ofValues([each], () => {
        const model = read({ ...first, [key]: value });
        if (isMethod) chosenMethod(model);
      }),
    );
  }
}

/** All texts that a value is made of. */
function textsIn(value: Json): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isObject(value) ? Object.values(value).flatMap((each) => textsIn(each as Json)) : [];
}

function without(data: Json, path: Path): Json {
  const [step, ...rest] = path;
  if (step === undefined) return null;
  if (Array.isArray(data)) return data.map((item, i) => (i === Number(step) ? without(item, rest) : item));
  if (!isObject(data)) return data;
  const kept = Object.entries(data).filter(([key]) => rest.length > 0 || key !== String(step));
  return Object.fromEntries(
    kept.map(([key, value]) => [key, key === String(step) ? without(value, rest) : value]),
  ) as JsonObject;
}

/** Parts of a model that nothing in a row depends on: a study keeps its cases when they are changed. Units are among what notices say. */
const LABELS: readonly Path[] = [["name"], ["description"]];

function withoutUnits(measures: Json): Json {
  if (!isObject(measures)) return measures;
  return Object.fromEntries(Object.entries(measures).map(([name, measure]) => [name, without(measure, ["unit"])]));
}

const byPath = (a: Json, b: Json) => (canonical(a) < canonical(b) ? -1 : 1);

function columnsOf(varied: readonly Varied[], { units }: Plan, measures: StudyMeasures, written: Entry): StudyColumn[] {
  const time = units["time"];
  const ofTime = time === undefined ? {} : { unit: time };
  const columns: StudyColumn[] = [
    { name: "case", type: "int64", role: "case" },
    ...varied.map(({ key, path, unit, type }): StudyColumn => {
      const own = unit ?? (path[0] === "time" && path[1] !== "steps" ? time : undefined);
      return { name: key, type, ...(own === undefined ? {} : { unit: own }), role: "varied" };
    }),
    ...measures.columns,
    ...RUN_COLUMNS.map((name): StudyColumn => ({ name, type: "int64", role: "measured" })),
    { name: "t", type: "float64", ...ofTime, role: "measured" },
    { name: "outcome", type: "text", role: "outcome" },
    { name: "reason", type: "text", role: "outcome" },
    { name: "notices", type: "text", role: "outcome" },
    { name: "seconds", type: "float64", unit: "s", role: "timing" },
  ];
  const twice = columns.find(({ name }, i) => columns.findIndex((other) => other.name === name) < i);
  if (twice === undefined) return columns;
  const measure = written.has(twice.name) ? written.at(twice.name) : written;
  throw measure.error(`two columns of the table are called "${twice.name}"; choose another name for a measure`);
}

/** What every run is measured by. */
export const RUN_COLUMNS = ["steps", "gradients", "tangents", "factorizations", "iterations"] as const;

const TABLE_COLUMNS: readonly string[] = ["case", ...RUN_COLUMNS, "t", "outcome", "reason", "notices", "seconds"];
