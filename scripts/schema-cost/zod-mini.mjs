/** The same with zod/mini. */
import * as z from "zod/mini";

z.config(z.locales.en());

const said = (schema, description) => schema.register(z.globalRegistry, { description });
const maybe = (schema, description) =>
  description === undefined ? z.optional(schema) : said(z.optional(schema), description);

const number = () =>
  said(z.union([z.number(), z.string()]), "a finite number, or an expression of numbers and parameters");
const expression = (variables) => said(z.union([z.number(), z.string()]), `an expression in ${variables}`);
const text = (accepted) => said(z.string(), accepted);
const flag = () => said(z.boolean(), "true or false");
const numbers = said(z.array(number()), "a list of numbers");
const rows = said(z.array(numbers), "rows of numbers");
const file = said(z.strictObject({ file: text("the name of a file") }), "{ file: name }, relative to the model file");
const coordinates = said(z.array(text("a name")), "a list of names");
const matrixOrMultiple = said(
  z.union([number(), numbers, rows, file]),
  "one number (that multiple of the identity), a list (the diagonal), rows, or { file: name.mtx }",
);
const name = said(z.union([text("a coordinate"), coordinates]), "a coordinate, or a list of two");

const potential = said(
  z.strictObject({
    coordinates,
    parameters: maybe(z.record(z.string(), number()), "Numbers with names, for expressions anywhere in the file"),
    mass: matrixOrMultiple,
    potential: expression("the coordinates: the potential energy"),
    damping: maybe(matrixOrMultiple, "The matrix C of the force −C v"),
    dissipation: maybe(expression("coordinates and velocities (that of x is vx): a Rayleigh potential")),
    force: maybe(z.array(expression("t, coordinates and velocities")), "Forces"),
    symmetries: maybe(
      z.union([
        z.array(z.enum(["translation", "rotation"])),
        z.strictObject({
          translation: maybe(flag()),
          rotation: maybe(flag()),
          dimension: maybe(number(), "Coordinates in a point: 1, 2 or 3"),
        }),
      ]),
      "Symmetries of V, checked at the start; their momenta are monitored",
    ),
    dimension: maybe(number(), "Coordinates in a point, for symmetries: 1, 2 or 3"),
    friction: maybe(
      z.array(
        said(
          z.strictObject({
            on: name,
            against: maybe(name, "What it slides on, if not the ground"),
            limit: expression("t and the coordinates: coefficient times normal force"),
          }),
          "a contact: { on, limit }, against if not on the ground",
        ),
      ),
      "Coulomb friction: contacts with the greatest force that each can exert",
    ),
    constraints: maybe(
      z.array(expression("the coordinates, which stays zero")),
      "Expressions of the coordinates that stay zero",
    ),
  }),
  "a system in a potential",
);

const state = said(
  z.union([numbers, rows, file, z.record(z.string(), number())]),
  "a list of numbers, rows (one for each particle), { file: name }, or a map of coordinates and numbers",
);

const model = said(
  z.strictObject({
    noether: said(z.literal(1), "the version of this format"),
    name: maybe(text("a title")),
    description: maybe(text("a text")),
    units: maybe(z.record(z.string(), text("a unit")), "Names of units, for axes and reports"),
    system: potential,
    start: maybe(
      z.union([
        said(z.literal("equilibrium"), "at rest under the loads"),
        z.strictObject({ q: maybe(state, "Positions"), v: maybe(state, "Velocities") }),
      ]),
    ),
    method: maybe(z.union([text("the name of a method"), z.looseObject({ name: z.string() })])),
    time: maybe(
      z.strictObject({
        start: maybe(number(), "0 by default"),
        end: maybe(number()),
        step: maybe(number(), "For methods with their own steps: the recording interval"),
        steps: maybe(number(), "Instead of end"),
      }),
    ),
    record: maybe(
      z.strictObject({
        every: maybe(number(), "Every so many steps; 1 by default"),
        quantities: maybe(z.array(z.enum(["q", "v", "energy", "ledger", "invariants"]))),
        probes: maybe(
          z.record(z.string(), expression("t, coordinates and velocities")),
          "Further numbers of every frame",
        ),
      }),
      "What is kept in the result",
    ),
    stop: maybe(expression("t, coordinates and velocities"), "The run ends when this becomes true"),
  }),
  "a model: a map with noether: 1, system, start, method, time",
);

export const prepared = (data) => data;

export function check(data) {
  const { success, error } = model.safeParse(data);
  return success ? null : z.prettifyError(error);
}

export const jsonSchema = () => z.toJSONSchema(model);
