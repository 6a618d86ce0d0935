/** The shape of a study file. What depends on the model (names of parameters, expressions of coordinates) is said by who reads it. */
import { number } from "../model-file/atoms.js";
import type { Entry } from "../model-file/entry.js";
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

const count = numeric("a whole number ≥ 1");
const seed = optional(numeric("a whole number ≥ 0"), "Of the random numbers; 1 by default");
const unit = optional(text("a unit"), "For axes and tables");
const scale = optional(choice("how the values are spaced", ["linear", "log"]), "linear by default");
const bounds = { from: number, to: number };

const uniform = { random: choice("a distribution", ["uniform"]), ...bounds, scale };
const normal = { random: choice("a distribution", ["normal"]), mean: number, deviation: number };
const lognormal = { random: choice("a distribution", ["lognormal"]), median: number, dispersion: number };

/** A key is varied by one of these; which one is told by the first key. */
const RANGE = keys("{ from, to, count }, and scale: log for equal ratios", { ...bounds, count, scale, unit });
const VALUES = keys("{ values: […] }", { values: list("a list of values", anything("a value")), unit });
const FILES = keys('{ files: "records/*.csv" }', {
  files: oneOf("a pattern, or a list of names", [text("a pattern"), list("a list of names", text("a name"))]),
});
const RANDOM: Readonly<Record<string, Shape>> = {
  uniform: keys("{ random: uniform, from, to, count, seed }", { ...uniform, count, seed, unit }),
  normal: keys("{ random: normal, mean, deviation, count, seed }", { ...normal, count, seed, unit }),
  lognormal: keys("{ random: lognormal, median, dispersion, count, seed }", { ...lognormal, count, seed, unit }),
};
const HYPERCUBE = keys("{ latin-hypercube: { key: distribution, … }, count, seed }", {
  "latin-hypercube": named("a map of keys and distributions", anything("a distribution")),
  count,
  seed,
});
const ZIPPED = keys("{ zipped: { key: values, … } }", {
  zipped: named("a map of keys, with as many values each", anything("values")),
});
const DISTRIBUTION: Readonly<Record<string, Shape>> = {
  range: keys("{ from, to }, { from, to, scale: log }, or a map with random", { ...bounds, scale, unit }),
  uniform: keys("{ random: uniform, from, to }", { ...uniform, unit }),
  normal: keys("{ random: normal, mean, deviation }", { ...normal, unit }),
  lognormal: keys("{ random: lognormal, median, dispersion }", { ...lognormal, unit }),
};
const DISTRIBUTIONS = choice("a distribution", ["uniform", "normal", "lognormal"]);

const SEVERAL =
  "a list, { from, to, count }, { random: …, count }, { files: pattern }, { values: […] }, { latin-hypercube: { … }, count } or { zipped: { … } }";

/** For editors and the reference: all forms of them. */
const AXES = [
  list("a list of values", anything("a value")),
  RANGE,
  ...Object.values(RANDOM),
  FILES,
  VALUES,
  HYPERCUBE,
  ZIPPED,
].map(({ schema }) => schema);

/** The shape that the keys of a varied part ask for. */
export function axisShape(entry: Entry): Shape {
  const has = (key: string) => entry.has(key);
  if (has("random"))
    return RANDOM[entry.at("random").text()] ?? keys("a map with random", { random: DISTRIBUTIONS, count });
  if (has("latin-hypercube")) return HYPERCUBE;
  if (has("zipped")) return ZIPPED;
  if (has("files")) return FILES;
  if (has("values")) return VALUES;
  return has("from") || has("to") ? RANGE : oneOf(SEVERAL, [list("a list of values", anything("a value"))]);
}

export function distributionShape(entry: Entry): Shape {
  if (!entry.has("random")) return DISTRIBUTION["range"] as Shape;
  return DISTRIBUTION[entry.at("random").text()] ?? keys("a map with random", { random: DISTRIBUTIONS });
}

/** Functions of a run that need an expression of the state. */
export const REDUCTIONS = [
  "final",
  "initial",
  "peak",
  "max",
  "min",
  "envelope",
  "mean",
  "rms",
  "drift",
  "error",
] as const;

export type Reduction = (typeof REDUCTIONS)[number];

/** Of errors along a motion. */
const NORMS = ["max", "rms"] as const;

export type Norm = (typeof NORMS)[number];

/** All that a measure may be. */
export const MEASURES = [...REDUCTIONS, "lyapunov", "section"] as const;

const section = keys("{ surface, of, direction, crossings }", {
  surface: numeric("an expression in t, coordinates and velocities, whose zeros are the surface"),
  of: list("a list of expressions of the state at a crossing", numeric("an expression")),
  direction: optional(choice("which way it is crossed", ["up", "down", "both"]), "up by default"),
  crossings: optional(count, "How many are kept; 100 by default"),
});

const measure = oneOf(`an expression of other measures, or a map with one of ${MEASURES.join(", ")}`, [
  numeric("an expression of other measures"),
  keys(`a map with one of ${MEASURES.join(", ")}, and unit`, {
    ...Object.fromEntries(
      REDUCTIONS.map((key) => [
        key,
        optional(numeric("an expression in t, coordinates and velocities; energy; state")),
      ]),
    ),
    lyapunov: optional(
      choice("an indicator of chaos", ["exponent", "megno"]),
      "From two nearby orbits; for methods with a fixed step",
    ),
    section: optional(section, "Where the motion crosses a surface: the points of a Poincaré section"),
    of: optional(numeric("an expression of other measures")),
    norm: optional(
      choice("a norm", NORMS),
      "Of an error: the largest, or the root of the mean square over time, at the times that the run and the reference have in common; without it, the error at the end",
    ),
    unit,
  }),
]);

const figure = oneOf("the name of a figure, or a map", [text("a figure"), anything("a map")]);

export const STUDY = keys("a study: a map with noether: 1 and study", {
  noether: choice("the version of this format", [1]),
  name: optional(text("a title")),
  description: optional(text("a text")),
  study: keys("a map with model, set, vary, combine, measure, reference and figures", {
    model: oneOf("the name of a model file, or a model", [
      text("the name of a model file"),
      named("a model", anything("anything")),
    ]),
    set: optional(
      named("a map of keys of the model and values", anything("a value")),
      "What is changed in the model, for all cases",
    ),
    vary: optional(
      named("a map of keys of the model and their values", anything(SEVERAL, { anyOf: AXES })),
      "What differs between the cases",
    ),
    combine: optional(
      choice("how the values are combined", ["full", "zipped"]),
      "full (every combination, by default) or zipped (the first with the first, the second with the second)",
    ),
    measure: optional(named("a map of names and measures", measure), "What is kept of a run: the columns of the table"),
    reference: optional(
      named("a map of keys of the model and values", anything("a value")),
      "What is set for the solution that errors refer to",
    ),
    figures: optional(list("a list of figures", figure), "What is drawn of the table"),
  }),
});
