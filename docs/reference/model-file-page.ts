/** The page of the model file, from its schema. */
import { modelSchema } from "noether/model-file";
import { CONSTANTS, FUNCTIONS } from "../../lib/src/symbolic/notation.js";

/** As much of JSON Schema as the page needs. */
export interface Schema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly enum?: readonly (string | number)[];
  readonly additionalProperties?: Schema | boolean;
  /** What is refused always: keys of a later version. */
  readonly not?: object;
}

export function modelFilePage(): string {
  const { system, method: _, ...keys } = (modelSchema() as Schema).properties ?? {};
  const kinds = system?.anyOf ?? [];
  const ofKind = (key: string) => kinds.find(({ properties }) => properties?.[key] !== undefined) ?? {};
  return [
    "# The model file",
    `YAML or JSON. \`noether check FILE\` validates one without running it; \`noether check --schema\` prints the JSON Schema behind this
page, for editors. Unknown keys are errors, with a suggestion. File names are relative to the model file.`,
    `\`\`\`yaml
noether: 1
name: Elastic pendulum
units: { length: m, time: s, mass: kg }
system:
  coordinates: [x, y]
  parameters: { m: 1, l0: 1, EA: 3000, g: 10 }
  mass: m
  potential: l0/2*EA*((x^2 + y^2 - l0^2)/(2*l0^2))^2 - m*g*x
start: { q: [0, 1.1], v: [0, 0] }
method: midpoint
time: { end: 6, step: 0.02 }
record: { every: 2, probes: { length: sqrt(x^2 + y^2) } }
stop: x > 2
\`\`\``,
    `## Numbers and expressions`,
    `Wherever a number stands, an expression of numbers and \`parameters\` may stand: \`1/6\`, \`2*pi\`, \`sqrt(g/l)\`. Potentials, forces, probes and
stop conditions are expressions of the coordinates besides. There are \`+ - * / ^\`, parentheses, comparisons, \`and\`, \`or\`, \`not\`,
the constants ${code(CONSTANTS.keys())}, and ${code(FUNCTIONS.keys())}. The velocity of \`x\` is written \`vx\`. Expressions are parsed,
never run as code, and their derivatives are exact.`,
    "## Keys",
    listOf({ properties: keys, required: ["noether"] }),
    `- \`system\` (required): exactly one of the kinds below
- \`method\`: a name, or a map with \`name\` and parameters: [methods](methods.md)`,
    `For a method with fixed steps, \`end\` − \`start\` is a whole number of steps. A method that chooses its own takes \`step\`, if it is given, as
the interval between records.`,
    "## A system in a potential",
    listOf(ofKind("potential")),
    "## A linear system: matrices",
    listOf(ofKind("matrices")),
    "## Particles",
    listOf(ofKind("particles")),
    "## A solid",
    `Finite elements on a mesh that is made here (\`box\`, \`cylinder\`) or read from a file. The sides of a box are the groups \`left\` and \`right\`
(x), \`front\` and \`back\` (y), \`bottom\` and \`top\` (z), in the plane \`left\`, \`right\`, \`bottom\`, \`top\` (y); those of a cylinder \`bottom\`, \`top\`,
\`outer\` and, of a tube, \`inner\`. Coordinates are called \`ux1\`, \`uy1\`, \`uz1\`, … by the numbers of the nodes; \`start.q\` and \`start.v\` may be one
expression of \`X\`, \`Y\`, \`Z\` for each direction. [How to run solids](../howto/solids.md).`,
    listOf(ofKind("solid")),
    "## A frame",
    `Straight members between nodes, linear. Coordinates are called \`ux_a\`, \`uy_a\`, \`rz_a\` after the nodes. A building has the groups \`columns\` and
\`beams\` of members and \`base\`, \`floor-1\`, …, \`roof\` of nodes; a lattice the sides of a box as nodes. [How to run frames](../howto/frames.md).`,
    listOf(ofKind("frame")),
    "## A builtin model",
    "- `model` (required): the name of [a model](models.md)\n- `with`: its parameters",
  ]
    .join("\n\n")
    .replaceAll("\n\n- `system`", "\n- `system`")
    .concat("\n");
}

function code(words: Iterable<string>): string {
  return [...words].map((word) => `\`${word}\``).join(" ");
}

/** The keys of a map, each with what it accepts, and the keys of the maps inside it. */
export function listOf({ properties = {}, required = [] }: Schema, depth = 0): string {
  return Object.entries(properties)
    .filter(([, schema]) => schema.not === undefined)
    .map(([key, schema]) => {
      const must = required.includes(key) ? " (required)" : "";
      const choices = (schema.enum ?? []).length > 0 ? ` (${schema.enum?.map((each) => `\`${each}\``).join(" ")})` : "";
      const words = schema.description === undefined ? "" : `: ${wordsOf(schema.description)}${choices}`;
      const line = `${"  ".repeat(depth)}- \`${key}\`${must}${words}`;
      // Places are all alike, and said in words.
      const maps = key === "on" || key === "to" ? [] : inside(schema);
      return [line, ...maps.map((map) => listOf(map, depth + 1))].join("\n");
    })
    .join("\n");
}

/** The maps that a value can be, or be a list of; `{ file }` says itself. One of several has nothing that is required of all. */
function inside(schema: Schema): Schema[] {
  const named = typeof schema.additionalProperties === "object" ? [schema.additionalProperties] : [];
  const further = [...(schema.items === undefined ? [] : [schema.items]), ...named];
  const alternatives = [schema, ...further].flatMap(({ anyOf = [] }) => anyOf).map((map) => ({ ...map, required: [] }));
  return [schema, ...alternatives, ...further].filter(
    ({ properties }) => properties !== undefined && !saysItself(properties),
  );
}

/** `{ file }`, and a value for each of some directions. */
function saysItself(properties: Readonly<Record<string, Schema>>): boolean {
  const keys = Object.keys(properties);
  return keys.join() === "file" || keys.every((key) => /^r?[xyz]$/.test(key));
}

function wordsOf(description: string): string {
  const short = description.replace("a finite number, or an expression of numbers and parameters", "a number");
  return `${short.charAt(0).toLowerCase()}${short.slice(1)}`;
}
