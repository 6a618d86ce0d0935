/** What is drawn of the table of a study: the part `figures` of a study file, with names of columns instead of what may be left out. */
import { pow } from "../core/elementary.js";
import { didYouMean } from "../core/spelling.js";
import type { Json } from "../formats/json.js";
import { checkPart } from "../model-file/check-shape.js";
import type { Entry } from "../model-file/entry.js";
import type { Tree } from "../model-file/tree.js";
import { FIGURES, type FigureKind, figureShape, type QUANTITIES } from "./figure-shapes.js";
import type { StudyColumn } from "./study.js";

/** Of every figure. */
interface Drawn {
  readonly title: string | null;
  /** Only the rows in which these columns have these values. */
  readonly where: Readonly<Record<string, Json>>;
  /** Its place in the study file, for messages. */
  readonly key: string;
}

/** Errors against steps, or against work: one line for each combination of the columns `by`. */
export interface ErrorFigure extends Drawn {
  readonly kind: "convergence" | "work-precision";
  /** The column across: the step, or what it cost. */
  readonly across: string;
  readonly error: string;
  readonly by: readonly string[];
}

/** A value over two columns. */
export interface MapFigure extends Drawn {
  readonly kind: "heat-map" | "lyapunov";
  readonly x: string;
  readonly y: string;
  readonly value: string;
  readonly scale: "linear" | "log";
}

export interface SectionFigure extends Drawn {
  readonly kind: "poincare";
  /** The measure, and the two of its quantities that are drawn. */
  readonly section: string;
  readonly x: string;
  readonly y: string;
}

/** The demand on a structure under records at intensities. */
export interface DemandFigure extends Drawn {
  readonly kind: "incremental-dynamic-analysis" | "fragility";
  readonly record: string;
  /** A column; times the spectral acceleration of the record at `period`, where one is given. */
  readonly intensity: string;
  readonly period: number | null;
  readonly damping: number;
  readonly demand: string;
  /** Of fragility curves. */
  readonly limits: readonly number[];
}

export interface SpectraFigure extends Drawn {
  readonly kind: "spectra";
  readonly record: string;
  readonly periods: readonly number[];
  readonly damping: number;
  readonly quantity: (typeof QUANTITIES)[number];
  readonly scale: number;
}

export type StudyFigure = ErrorFigure | MapFigure | SectionFigure | DemandFigure | SpectraFigure;

type Own<F> = F extends unknown ? Omit<F, keyof Drawn> : never;

/** What the study measures and varies. */
interface Known {
  readonly columns: readonly StudyColumn[];
  /** The part `measure` of the study. */
  readonly measure: Entry;
  /** Keys whose values are files. */
  readonly files: readonly string[];
}

export function figuresAt(root: Tree, figures: Entry, known: Known): StudyFigure[] {
  return figures.items().map((entry) => {
    const kind = kindAt(entry);
    if (entry.isMap()) checkPart(root, entry.path, figureShape(kind));
    const names = namesOf(entry, known);
    const common = {
      title: entry.has("title") ? entry.at("title").text() : null,
      where: names.where(),
      key: entry.place.key ?? "study.figures",
    };
    return { ...common, ...partsOf(kind, entry, names, known) } as StudyFigure;
  });
}

function kindAt(entry: Entry): FigureKind {
  const written = entry.isMap() ? entry.at("kind") : entry;
  const found = written.value;
  if (FIGURES.includes(found as FigureKind)) return found as FigureKind;
  const hint = typeof found === "string" ? didYouMean(found, FIGURES) : "";
  throw written.error(
    `${found === undefined ? "is missing" : `there is no figure "${String(found)}"`}.${hint} Accepted: ${FIGURES.join(", ")}`,
  );
}

function partsOf(kind: FigureKind, entry: Entry, names: Names, known: Known): Own<StudyFigure> {
  const number = (key: string, otherwise: number) => (entry.has(key) ? entry.at(key).positive() : otherwise);
  switch (kind) {
    case "convergence":
    case "work-precision": {
      const across =
        kind === "convergence"
          ? names.column("step", names.named("step") ?? names.named("time.step"), "varied")
          : names.column("work", "gradients");
      const error = names.column("error", names.measuredBy("error")[0]);
      return {
        kind,
        across,
        error,
        by: names.list(
          "by",
          names.varied().filter((name) => !/^(?:time\.)?step$/.test(name)),
        ),
      };
    }
    case "heat-map":
    case "lyapunov": {
      const free = names.varied("number").filter((name) => !(name in names.where()));
      const [x, y] = free.length === 2 ? free : [];
      return {
        kind,
        x: names.column("x", x, "varied"),
        y: names.column("y", y, "varied"),
        value: names.column("value", kind === "lyapunov" ? names.measuredBy("lyapunov")[0] : names.only()),
        scale: entry.has("scale") && entry.at("scale").text() === "log" ? "log" : "linear",
      };
    }
    case "poincare":
      return { kind, ...sectionOf(entry, known) };
    case "incremental-dynamic-analysis":
    case "fragility": {
      const scales = names.varied("number").filter((name) => !(name in names.where()));
      return {
        kind,
        record: names.column("record", known.files[0], "varied"),
        intensity: names.column("intensity", scales.length === 1 ? scales[0] : undefined),
        period: entry.has("period") ? entry.at("period").positive() : null,
        damping: number("damping", 0.05),
        demand: names.column("demand", names.only()),
        limits: entry.has("limit") ? limitsAt(entry.at("limit")) : [],
      };
    }
    case "spectra":
      return {
        kind,
        record: names.column("record", known.files[0], "varied"),
        periods: periodsAt(entry.at("periods")),
        damping: number("damping", 0.05),
        quantity: entry.has("quantity")
          ? (entry.at("quantity").text() as (typeof QUANTITIES)[number])
          : "pseudo-acceleration",
        scale: number("scale", 1),
      };
  }
}

type Names = ReturnType<typeof namesOf>;

/** Columns by what an entry says, or by what is meant where it says nothing. */
function namesOf(entry: Entry, { columns, measure }: Known) {
  const known = (name: string, where: Entry, accepted = columns): string => {
    if (accepted.some((column) => column.name === name)) return name;
    const all = accepted.map((column) => column.name);
    throw where.error(`the table has no column "${name}".${didYouMean(name, all)} Accepted: ${shortened(all)}`);
  };
  const isNumber = ({ type }: StudyColumn) => type === "float64" || type === "int64";
  return {
    named: (name: string) => columns.find((column) => column.name === name)?.name,
    varied: (type?: "number") =>
      columns
        .filter((each) => each.role === "varied" && (type === undefined || isNumber(each)))
        .map(({ name }) => name),
    /** The columns of measures that have such a key. */
    measuredBy: (key: string) =>
      measure
        .entries()
        .filter(([name, each]) => each.isMap() && each.has(key) && columns.some((column) => column.name === name))
        .map(([name]) => name),
    /** The column of a measure, if there is only one. */
    only() {
      const own = measure.entries().map(([name]) => name);
      return own.length === 1 ? columns.find(({ name }) => name === own[0])?.name : undefined;
    },
    column(key: string, otherwise: string | undefined, role?: StudyColumn["role"]): string {
      const accepted = columns.filter((each) => (role === undefined ? each.role !== "outcome" : each.role === role));
      if (entry.has(key)) return known(entry.at(key).text(), entry.at(key), accepted);
      if (otherwise !== undefined) return otherwise;
      throw entry.error(
        `${key} is missing; accepted: a column of the table, ${shortened(accepted.map(({ name }) => name))}`,
      );
    },
    list(key: string, otherwise: readonly string[]): readonly string[] {
      if (!entry.has(key)) return otherwise;
      const part = entry.at(key);
      return (part.isList() ? part.items() : [part]).map((item) => known(item.text(), item));
    },
    /** Numbers may be written as expressions, as they may where they are varied. */
    where(): Readonly<Record<string, Json>> {
      if (!entry.has("where")) return {};
      const valueAt = (name: string, part: Entry): Json =>
        columns.some((each) => each.name === name && isNumber(each)) ? part.number() : (part.value as Json);
      return Object.fromEntries(entry.entries("where").map(([name, part]) => [known(name, part), valueAt(name, part)]));
    },
  };
}

const shortened = (names: readonly string[]) =>
  names.length > 16 ? `${names.slice(0, 16).join(", ")}, …` : names.join(", ");

/** Which measure, and which two of its quantities. */
function sectionOf(entry: Entry, { measure }: Known): Pick<SectionFigure, "section" | "x" | "y"> {
  const sections = measure.entries().filter(([, each]) => each.isMap() && each.has("section"));
  const names = sections.map(([name]) => name);
  if (sections.length === 0)
    throw entry.error(
      "no measure is a section; add one to study.measure, as { section: { surface: x, of: [y, vy], crossings: 200 } }",
    );
  const wanted = entry.has("section") ? entry.at("section").text() : names[0];
  const found = sections.find(([name]) => name === wanted);
  if (found === undefined)
    throw entry.at("section").error(`no measure "${wanted}" is a section. Accepted: ${names.join(", ")}`);
  const labels = found[1]
    .at("section")
    .items("of")
    .map((item) => item.text());
  const label = (key: "x" | "y", otherwise: string | undefined) => {
    if (!entry.has(key) && otherwise !== undefined) return otherwise;
    const text = entry.at(key).text();
    if (labels.includes(text)) return text;
    throw (entry.has(key) ? entry.at(key) : entry).error(
      `the section ${wanted} has ${labels.join(", ")}; accepted for ${key}: one of them, and two different ones for x and y`,
    );
  };
  return { section: wanted, x: label("x", labels[0]), y: label("y", labels[1]) };
}

const limitsAt = (entry: Entry): number[] => (entry.isList() ? entry.items() : [entry]).map((each) => each.positive());

function periodsAt(entry: Entry): number[] {
  if (entry.isList()) return entry.items().map((each) => each.positive());
  const [from, to] = entry.isMap() ? [entry.at("from").positive(), entry.at("to").positive()] : [0.05, 4];
  const count = entry.at("count").number(80);
  if (!(Number.isInteger(count) && count >= 2 && count <= 10_000))
    throw entry.at("count").error(`found ${count}; accepted: a whole number from 2 to 10000`);
  if (!(from < to)) throw entry.error(`from ${from} to ${to}; accepted: from a shorter to a longer period`);
  return Array.from({ length: count }, (_, k) => from * pow(to / from, k / (count - 1)));
}
