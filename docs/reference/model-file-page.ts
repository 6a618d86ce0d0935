/** The page of the model file, from its schema. */
import { modelSchema } from "noether/model-file";
import { CONSTANTS, FUNCTIONS } from "../../lib/src/model-file/expression/notation.js";

/** As much of JSON Schema as the page needs. */
interface Schema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
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
function listOf({ properties = {}, required = [] }: Schema, depth = 0): string {
  return Object.entries(properties)
    .filter(([, schema]) => schema.not === undefined)
    .map(([key, schema]) => {
      const must = required.includes(key) ? " (required)" : "";
      const words = schema.description === undefined ? "" : `: ${wordsOf(schema.description)}`;
      const line = `${"  ".repeat(depth)}- \`${key}\`${must}${words}`;
      return [line, ...inside(schema).map((map) => listOf(map, depth + 1))].join("\n");
    })
    .join("\n");
}

/** The maps that a value can be, or be a list of; `{ file }` says itself. One of several has nothing that is required of all. */
function inside(schema: Schema): Schema[] {
  const alternatives = (schema.anyOf ?? []).map((map) => ({ ...map, required: [] }));
  const options = [schema, ...alternatives, ...(schema.items === undefined ? [] : [schema.items])];
  return options.filter(({ properties }) => properties !== undefined && Object.keys(properties).join() !== "file");
}

function wordsOf(description: string): string {
  const short = description.replace("a finite number, or an expression of numbers and parameters", "a number");
  return `${short.charAt(0).toLowerCase()}${short.slice(1)}`;
}
