/** The page of builtin models, from the registry. */
import { type ModelFamily, models } from "noether";
import { markdownTable, quantity } from "noether/report";
import { citationList } from "./citations.js";
import { parameterTable } from "./parameters.js";

export function modelsPage(): string {
  return [
    "# Models",
    `Builtin models, used in a model file by name: \`system: { model: kepler, with: { eccentricity: 0.85 } }\`. Start, method and time
belong to the model file as always; where \`start\` is missing, the model's own is taken.`,
    overview(),
    ...models.map(section),
    "## References",
    citationList(models.flatMap(({ cites }) => cites)),
  ]
    .join("\n\n")
    .concat("\n");
}

function overview(): string {
  const columns = [{ head: "model" }, { head: "" }, { head: "unknowns" }, { head: "kind" }];
  const rows = models.map((model) => {
    const { system } = model();
    return [`[\`${model.id}\`](#${model.id})`, model.title, system.dof, system.kind];
  });
  return markdownTable({ columns, rows }).trimEnd();
}

function section(model: ModelFamily): string {
  const { system } = model();
  const unit = model.units?.time ?? "s";
  const { step, end } = model.suggested;
  const invariants = system.invariants.map(({ name }) => name).join(", ");
  return [
    `## ${model.id}`,
    `**${model.title}.** ${model.summary}`,
    parameterTable(model.parameters),
    [
      `Conserves: ${invariants === "" ? "nothing, under the default parameters" : invariants}.`,
      ...(model.angularMomentum === undefined
        ? []
        : [
            "Results have the angle that was taken out as the probe `theta`: exact for steps that are parabolas (force-stepping, central-difference), " +
              "of second order with other fixed steps.",
          ]),
      `A good first try: step ${quantity(step, unit)}, end ${quantity(end, unit)}.`,
      model.cites.length === 0 ? "" : `Cites: ${model.cites.map((key) => `[${key}](#references)`).join(", ")}.`,
    ]
      .join(" ")
      .trimEnd(),
  ].join("\n\n");
}
