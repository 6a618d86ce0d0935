/** The shape of a model file: which keys there are and what kind of value each takes. What a shape cannot say (lengths that
 *  must agree, names that must exist, numbers behind expressions) is said by the builders.
 *
 *  Every schema carries the words for what it accepts; messages and the JSON Schema for editors are made of them. */
import * as z from "zod";
import { didYouMean } from "../core/spelling.js";
import { shown } from "./entry.js";

// Schemas are used once a run: compiling them would take longer than it saves.
z.config({ jitless: true });

type Shape = Readonly<Record<string, z.ZodType>>;

/** A map with these keys and no others. */
function keys<const T extends Shape>(accepted: string, shape: T) {
  const known = Object.keys(shape);
  return z
    .strictObject(shape, {
      error: (issue) =>
        issue.code === "unrecognized_keys"
          ? `unknown key "${issue.keys[0]}".${didYouMean(issue.keys[0], known)} Accepted here: ${known.join(", ")}`
          : wanted(accepted)(issue),
    })
    .describe(accepted);
}

const wanted = (accepted: string) => (issue: { readonly input?: unknown }) =>
  issue.input === undefined
    ? `is missing; accepted: ${accepted}`
    : `found ${shown(issue.input)}; accepted: ${accepted}`;

const oneOf = <const T extends readonly z.ZodType[]>(accepted: string, options: T) =>
  z.union(options, { error: wanted(accepted) }).describe(accepted);

const list = <T extends z.ZodType>(accepted: string, item: T) =>
  z.array(item, { error: wanted(accepted) }).describe(accepted);

const text = (accepted: string) => z.string({ error: wanted(accepted) }).describe(accepted);

const choice = <const T extends readonly string[]>(accepted: string, options: T) =>
  z.enum(options, { error: wanted(`${accepted}: ${options.join(", ")}`) }).describe(accepted);

const flag = (accepted: string) => z.boolean({ error: wanted(accepted) }).describe(accepted);

const finite = z.number().refine(Number.isFinite);
const expressionText = z.string();

export const number = oneOf("a finite number, or an expression of numbers and parameters", [finite, expressionText]);
const numbers = list("a list of numbers", number);
const rows = list("rows of numbers", numbers);
const expression = (variables: string) => oneOf(`an expression in ${variables}`, [expressionText, finite]);
const file = keys("{ file: name }, relative to the model file", { file: text("the name of a file") });

const parameters = z
  .record(z.string(), number, { error: wanted("a map of names and numbers") })
  .describe("Numbers with names, for expressions anywhere in the file");

const matrix = oneOf("rows of numbers, a list (the diagonal), or { file: name.mtx }", [numbers, rows, file]);
const matrixOrMultiple = oneOf(
  "one number (that multiple of the identity), a list (the diagonal), rows, or { file: name.mtx }",
  [number, numbers, rows, file],
);

const later = (what: string) => z.never({ error: `${what} is not available in this version` });

export const potentialSystem = keys("a system in a potential", {
  coordinates: list("the names of the coordinates", text("a name")),
  parameters: parameters.optional(),
  mass: matrixOrMultiple,
  potential: expression("the coordinates: the potential energy V(q)"),
  damping: matrixOrMultiple.optional().describe("the matrix C of the force −C v"),
  dissipation: expression("coordinates and velocities (vx is that of x): a Rayleigh potential").optional(),
  force: list(
    "one expression in t, coordinates and velocities for each coordinate",
    expression("t, coordinates, velocities"),
  ).optional(),
  symmetries: oneOf("a list of translation, rotation", [
    list("a list of translation, rotation", choice("a symmetry", ["translation", "rotation"])),
    keys("a map with translation, rotation and dimension", {
      translation: flag("true or false").optional(),
      rotation: flag("true or false").optional(),
      dimension: number.optional(),
    }),
  ])
    .optional()
    .describe("Momenta to be monitored"),
  dimension: number.optional().describe("Coordinates in a point, for symmetries: 1, 2 or 3"),
  friction: later("friction").optional(),
  constraints: later("constraints").optional(),
});

export const matricesSystem = keys("a linear system M a + C v + K q = F(t)", {
  matrices: keys("mass, stiffness and damping", {
    mass: matrix,
    stiffness: matrix,
    damping: oneOf("a matrix, { rayleigh: [a0, a1] } or { modal: ratio }", [
      numbers,
      rows,
      file,
      keys("C = a0 M + a1 K", { rayleigh: list("[a0, a1]", number) }),
      keys("a damping ratio for all modes, or a list with one for each", {
        modal: oneOf("a ratio or a list of ratios", [number, numbers]),
      }),
    ]).optional(),
  }),
  coordinates: list("the names of the coordinates", text("a name")).optional(),
  parameters: parameters.optional(),
  force: oneOf("a list of expressions in t, { groundMotion: … } or { table: { file: … } }", [
    list("one expression in t for each coordinate", expression("t")),
    keys("a motion of the ground", {
      groundMotion: keys("a record, with its scale and influence", {
        file: text("the name of a file: AT2, or a table of times and values"),
        scale: number.optional().describe("From the units of the record to those of the model; 1 by default"),
        influence: numbers
          .optional()
          .describe("How far each coordinate is carried along by the ground; 1 for all by default"),
      }),
    }),
    keys("a table of times and one column a coordinate", { table: file }),
  ]).optional(),
});

export const particlesSystem = keys("particles that act on one another", {
  particles: keys("dimension, masses, pair, bonds and box", {
    dimension: number.describe("1, 2 or 3"),
    masses: oneOf("one mass for all, or a list with one for each particle", [number, numbers]),
    pair: oneOf("{ lennardJones: … } or { gravity: … }", [
      keys("a pair law", {
        lennardJones: keys("4 ε ((σ/r)^12 − (σ/r)^6)", {
          epsilon: number.optional().describe("Depth of the minimum; 1 by default"),
          sigma: number.optional().describe("Distance of zero energy; 1 by default"),
          cutoff: number.optional().describe("No interaction beyond this distance; none by default"),
          shift: flag("true (the energy is shifted to vanish at the cutoff) or false").optional(),
        }),
      }),
      keys("a pair law", { gravity: keys("−G m_i m_j / r", { G: number.optional().describe("1 by default") }) }),
    ]).optional(),
    bonds: list(
      "a list of { between: [i, j], stiffness, length }",
      keys("a spring", {
        between: list("the numbers of two particles, counted from 0", number),
        stiffness: number,
        length: number.optional().describe("At rest; 0 by default"),
      }),
    ).optional(),
    box: oneOf("the sides of a periodic box", [numbers, number]).optional(),
  }),
  parameters: parameters.optional(),
});

export const builtinSystem = keys("a builtin model", {
  model: text("the name of a model, as noether models lists them"),
  with: z
    .record(z.string(), oneOf("a number, an expression, a word, true or false", [finite, z.string(), z.boolean()]), {
      error: wanted("a map of parameters"),
    })
    .optional(),
  parameters: parameters.optional(),
});

/** The kinds of system, by the key that only they have. */
export const KINDS = {
  potential: potentialSystem,
  matrices: matricesSystem,
  particles: particlesSystem,
  model: builtinSystem,
} as const;

export type SystemKind = keyof typeof KINDS;

const stateRows = oneOf("a list of numbers, rows (one a particle), or { file: name }", [numbers, rows, file]);

/** A model file with these systems and methods. */
export const modelKeys = <S extends z.ZodType, M extends z.ZodType>(system: S, method: M) => ({
  noether: z.literal(1, { error: wanted("1, the version of this format") }).describe("The version of the format"),
  name: text("a title").optional(),
  description: text("a text").optional(),
  units: z
    .record(z.string(), text("a unit"), { error: wanted("a map: { length: m, time: s }") })
    .optional()
    .describe("Names of units, for axes and reports"),
  system,
  start: oneOf("{ q: […], v: […] }, or the word equilibrium", [
    z.literal("equilibrium"),
    keys("positions and velocities", { q: stateRows.optional(), v: stateRows.optional() }),
  ]).optional(),
  method: method.optional(),
  time: keys("{ end, step } or { steps, step }; start is 0 by default", {
    start: number.optional(),
    end: number.optional(),
    step: number.optional(),
    steps: number.optional(),
  }).optional(),
  record: keys("what is kept in the result", {
    every: number.optional().describe("Every so many steps; 1 by default"),
    quantities: list(
      "a list of q, v, energy, ledger, invariants",
      choice("a quantity", ["q", "v", "energy", "ledger", "invariants"]),
    ).optional(),
    probes: z
      .record(z.string(), expression("t, coordinates and velocities"), {
        error: wanted("a map of names and expressions"),
      })
      .optional()
      .describe("Further numbers of every frame"),
  }).optional(),
  stop: expression("t, coordinates and velocities; the run ends when it is true").optional(),
});

/** What the system and the method are in particular is looked at afterwards, so that messages can be about one of them. */
export const modelShape = keys(
  "a model: noether: 1, system, start, method, time",
  modelKeys(
    z.record(z.string(), z.unknown(), { error: wanted("a map that describes one kind of system") }),
    oneOf("the name of a method, or a map with name and its parameters", [
      z.string(),
      z.looseObject({ name: z.string({ error: wanted("the name of a method") }) }),
    ]),
  ),
);
