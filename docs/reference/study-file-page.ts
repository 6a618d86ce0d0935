/** The page of the study file, from its schema. */
import { FIGURES, type FigureKind, figureSchema, studySchema } from "noether/studies";
import { listOf, type Schema } from "./model-file-page.js";

export function studyFilePage(): string {
  const whole = (studySchema() as Schema).properties?.["study"] ?? {};
  const { vary = {} } = whole.properties ?? {};
  const values = typeof vary.additionalProperties === "object" ? vary.additionalProperties : {};
  const forms = (values.anyOf ?? []).map(({ description = "" }) => `- ${coded(description)}`);
  const study: Schema = {
    ...whole,
    properties: { ...whole.properties, vary: { description: vary.description ?? "" } },
  };
  return `${[
    "# The study file",
    `YAML or JSON, computed by \`noether study FILE\`. Unknown keys are errors, with a suggestion. File names are relative to the study file; those in a model file, to
that. [How to make studies](../howto/studies.md).`,
    `\`\`\`yaml
noether: 1
name: Pendulums
study:
  model: pendulum.yaml
  set: { time.end: 10 }
  vary:
    method: [midpoint, newmark(beta=1/6)]
    time.step: { from: 0.1, to: 0.001, count: 3, scale: log }
    samples: { latin-hypercube: { l: { from: 0.5, to: 2 }, "start.q[0]": { random: normal, mean: 1, deviation: 0.1 } }, count: 20, seed: 1 }
  measure:
    end: { final: angle, unit: rad }
    energy0: { initial: energy }
    drift: { drift: energy }
    relative: drift / energy0
    error: { error: angle }
  reference: { method: gauss(stages=3), time.step: 0.01 }
\`\`\``,
    "## Keys",
    listOf({ properties: { study } }),
    "## What is varied",
    `The value of a key under \`vary\` is one of

${forms.join("\n")}

Ranges have both ends. Random samples come from the seed and the name of the key: the same in every study, and independent of each other. A Latin hypercube divides every distribution into as
many parts of equal probability as there are samples, and uses each part once; its distributions are those of \`random\`, or \`{ from, to }\`. Files that a pattern fits are taken in the order of their names, and travel with the
study by content. With several keys, the last one changes fastest.`,
    "## Keys of the model",
    `What is set and varied is named by its path in the model, as \`--set\` takes it: \`system.parameters.m\`, \`start.q[0]\`, \`time.step\`, \`method\`, \`system.force.groundMotion.file\`. Inside
of \`{ }\` YAML wants a key with brackets in quotes, \`"start.q[0]"\`. A parameter may be named alone, \`m\`; so may \`step\`, \`end\` and \`steps\` of the time. A method is written as on the command line, \`newmark(beta=1/6)\`, or as a map.`,
    "## Measures",
    `Most are one number of a quantity along the motion: \`final\` and \`initial\` value, \`peak\` (the largest absolute value), \`max\`, \`min\`, \`envelope\` (both: two columns), \`mean\` and
\`rms\` over time, \`drift\` (the largest distance from the initial value), \`error\` (at the end, from the reference solution). Extremes and means are over all steps; of methods that choose their own steps, over the
recorded times.

The quantity is an expression in t, the coordinates, their velocities (\`vx\` of \`x\`) and the parameters; or \`energy\`, another invariant or a probe of the model, by its name; or several columns at once: \`state\` (all
coordinates and velocities; of \`error\`, the largest difference of a coordinate), \`invariants\`, \`probes\`. A measure without such a word is an expression of other measures, of \`steps\`, \`gradients\`, \`tangents\`,
\`factorizations\`, \`iterations\` and \`t\`, and of parameters; where a column has points in its name they are written \`_\`. Without \`measure\`, it is \`{ final: { final: state }, drift: { drift: invariants } }\`.`,
    `Two are of an orbit as a whole. \`{ lyapunov: megno }\` or \`{ lyapunov: exponent }\` tells chaos from order, from two nearby orbits of a method with a fixed step. \`{ section: { surface: x, of: [y, vy] } }\` has a column
for every quantity and crossing, \`NAME.y.1\`, \`NAME.vy.1\`, \`NAME.y.2\`, …, empty where there were fewer.`,
    "## Figures",
    `Each is the name of a kind, or a map with \`kind\` and more. They are written beside the table or, by \`--figures\`, into a folder. [What they show](../howto/study-figures.md).

${FIGURES.map((kind) => `- \`${kind}\`\n${listOf(ownKeys(kind), 1)}`).join("\n")}

All may have \`title\`, and \`where\`, a map of columns and values: only rows that have these are drawn.`,
    "## The table",
    `One row a case: \`case\` (from 0), what is varied, what is measured; \`steps\`, \`gradients\`, \`tangents\`, \`factorizations\`, \`iterations\`, the time \`t\` at the end; \`outcome\` (completed, stopped, failed),
\`reason\`, \`notices\` (what \`noether run\` would say about the case or its reference solution before the first step: a load that jumps inside of a step, a step near the limit of stability), and \`seconds\`. Measures of a case that failed are empty, and so are errors whose reference solution failed; the \`reason\` tells it. What is varied under a name that every table has, as \`steps\`, has a column of its whole path, \`time.steps\`. As CSV it begins with lines \`# name\`, \`# study\` (the study file as a JSON text), \`# columns\` (their names, types, units and roles) and the line of names; as Parquet
(\`--out TABLE.parquet\`) it has these as metadata, \`noether.name\`, \`noether.study\` and \`noether.columns\`.
\`seconds\` excepted, the same study gives the same bytes on every machine and however it was computed.`,
  ].join("\n\n")}\n`;
}

/** Without what all of them have. */
function ownKeys(kind: FigureKind): Schema {
  const { properties = {}, required = [] } = figureSchema(kind) as Schema;
  const { kind: _, title: __, where: ___, ...own } = properties;
  return { properties: own, required };
}

/** What stands in braces is code. */
const coded = (words: string) => words.replace(/\{.*\}/, (map) => `\`${map}\``);
