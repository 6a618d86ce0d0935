/** The same with valibot. */
import { toJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";

const said = (schema, description) => v.pipe(schema, v.description(description));
const maybe = (schema, description) => v.optional(description === undefined ? schema : said(schema, description));

const finite = () => v.pipe(v.number(), v.finite());
const number = () =>
  said(v.union([finite(), v.string()]), "a finite number, or an expression of numbers and parameters");
const expression = (variables) => said(v.union([finite(), v.string()]), `an expression in ${variables}`);
const text = (accepted) => said(v.string(), accepted);
const flag = () => said(v.boolean(), "true or false");
const numbers = said(v.array(number()), "a list of numbers");
const rows = said(v.array(numbers), "rows of numbers");
const file = said(v.strictObject({ file: text("the name of a file") }), "{ file: name }, relative to the model file");
const coordinates = said(v.array(text("a name")), "a list of names");
const matrixOrMultiple = said(
  v.union([number(), numbers, rows, file]),
  "one number (that multiple of the identity), a list (the diagonal), rows, or { file: name.mtx }",
);
const name = said(v.union([text("a coordinate"), coordinates]), "a coordinate, or a list of two");

const potential = said(
  v.strictObject({
    coordinates,
    parameters: maybe(v.record(v.string(), number()), "Numbers with names, for expressions anywhere in the file"),
    mass: matrixOrMultiple,
    potential: expression("the coordinates: the potential energy"),
    damping: maybe(matrixOrMultiple, "The matrix C of the force −C v"),
    dissipation: maybe(expression("coordinates and velocities (that of x is vx): a Rayleigh potential")),
    force: maybe(v.array(expression("t, coordinates and velocities")), "Forces"),
    symmetries: maybe(
      v.union([
        v.array(v.picklist(["translation", "rotation"])),
        v.strictObject({
          translation: maybe(flag()),
          rotation: maybe(flag()),
          dimension: maybe(number(), "Coordinates in a point: 1, 2 or 3"),
        }),
      ]),
      "Symmetries of V, checked at the start; their momenta are monitored",
    ),
    dimension: maybe(number(), "Coordinates in a point, for symmetries: 1, 2 or 3"),
    friction: maybe(
      v.array(
        said(
          v.strictObject({
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
      v.array(expression("the coordinates, which stays zero")),
      "Expressions of the coordinates that stay zero",
    ),
  }),
  "a system in a potential",
);

const state = said(
  v.union([numbers, rows, file, v.record(v.string(), number())]),
  "a list of numbers, rows (one for each particle), { file: name }, or a map of coordinates and numbers",
);

const model = said(
  v.strictObject({
    noether: said(v.literal(1), "the version of this format"),
    name: maybe(text("a title")),
    description: maybe(text("a text")),
    units: maybe(v.record(v.string(), text("a unit")), "Names of units, for axes and reports"),
    system: potential,
    start: maybe(
      v.union([
        said(v.literal("equilibrium"), "at rest under the loads"),
        v.strictObject({ q: maybe(state, "Positions"), v: maybe(state, "Velocities") }),
      ]),
    ),
    method: maybe(v.union([text("the name of a method"), v.looseObject({ name: v.string() })])),
    time: maybe(
      v.strictObject({
        start: maybe(number(), "0 by default"),
        end: maybe(number()),
        step: maybe(number(), "For methods with their own steps: the recording interval"),
        steps: maybe(number(), "Instead of end"),
      }),
    ),
    record: maybe(
      v.strictObject({
        every: maybe(number(), "Every so many steps; 1 by default"),
        quantities: maybe(v.array(v.picklist(["q", "v", "energy", "ledger", "invariants"]))),
        probes: maybe(
          v.record(v.string(), expression("t, coordinates and velocities")),
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
  const { success, issues } = v.safeParse(model, data);
  return success ? null : issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`).join("\n");
}

export const jsonSchema = () => toJsonSchema(model, { errorMode: "ignore" });
