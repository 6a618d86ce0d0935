/** The keys of the figures of a study. */
import { number } from "../model-file/atoms.js";
import {
  anything,
  choice,
  keys,
  list,
  named,
  numeric,
  oneOf,
  optional,
  type Shape,
  text,
} from "../model-file/shape.js";

export const FIGURES = [
  "convergence",
  "work-precision",
  "heat-map",
  "poincare",
  "lyapunov",
  "incremental-dynamic-analysis",
  "fragility",
  "spectra",
] as const;

export type FigureKind = (typeof FIGURES)[number];

/** What a spectrum may be of. */
export const QUANTITIES = [
  "pseudo-acceleration",
  "pseudo-velocity",
  "displacement",
  "velocity",
  "acceleration",
] as const;

const column = (meaning: string): Shape => optional(text("the name of a column of the table"), meaning);
const common = {
  kind: choice("a figure", FIGURES),
  title: optional(text("a title")),
  where: optional(named("a map of columns and values", anything("a value")), "Only rows with these values"),
};
const by = optional(
  oneOf("a column, or a list of columns", [text("a column"), list("a list of columns", text("a column"))]),
  "One line for each of their values; everything else that varies, by default",
);
const error = column("The error; the measure that is one, by default");
const map = {
  x: column("What varies across; one of two, by default"),
  y: column("What varies upwards"),
  value: column("What the colours show; the only measure, by default"),
  scale: optional(choice("how colours are spaced", ["linear", "log"]), "linear by default"),
};
const positive = numeric("a number > 0");
const record = column("The files of ground motions; what varies by files, by default");
const damping = optional(positive, "The damping ratio of spectra; 0.05 by default");
const demand = {
  record,
  intensity: column(
    "The intensity, or the factor of the record where period is given; the number that varies, by default",
  ),
  period: optional(
    positive,
    "Of the oscillator whose spectral acceleration, times the intensity column, is the intensity",
  ),
  damping,
  demand: column("What is demanded of the structure, as a peak drift; the only measure, by default"),
};

const SHAPES: Readonly<Record<FigureKind, Readonly<Record<string, Shape>>>> = {
  convergence: { step: column("The step; what varies under that name, by default"), error, by },
  "work-precision": { work: column("What it cost: gradients (by default), steps, seconds, …"), error, by },
  "heat-map": map,
  lyapunov: { ...map, value: column("A measure { lyapunov: … }; the first one, by default") },
  poincare: {
    section: optional(text("the name of a measure"), "A measure { section: … }; the first one, by default"),
    x: optional(text("one of its quantities"), "The first, by default"),
    y: optional(text("one of its quantities"), "The second, by default"),
  },
  "incremental-dynamic-analysis": demand,
  fragility: {
    ...demand,
    limit: oneOf("a number > 0, or a list of them", [positive, list("a list of numbers", positive)]),
  },
  spectra: {
    record,
    damping,
    periods: optional(
      oneOf("a list of periods, or { from, to, count }", [
        list("a list of periods", positive),
        keys("{ from, to, count }", { from: number, to: number, count: optional(numeric("a whole number ≥ 2")) }),
      ]),
      "80 from 0.05 to 4, in equal ratios, by default",
    ),
    quantity: optional(choice("a quantity", QUANTITIES), "pseudo-acceleration by default"),
    scale: optional(positive, "From the units of the records; 1 by default"),
  },
};

export const figureShape = (kind: FigureKind): Shape =>
  keys(`a figure of kind ${kind}`, { ...common, ...SHAPES[kind] });

/** The keys of a kind as JSON Schema. */
export const figureSchema = (kind: FigureKind) => figureShape(kind).schema;
