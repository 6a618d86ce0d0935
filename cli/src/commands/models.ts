/** `noether models [NAME]`: the built-in models with parameters, defaults and citations, from the registry. */
import { Command } from "commander";
import { didYouMean, InputError, type ModelFamily, models } from "noether";
import { textTable } from "noether/report";
import { citations } from "../bibliography.js";
import { parameterLines, parametersAsData } from "./methods.js";

export function command(): Command {
  return new Command("models")
    .description("What models are built in, with parameters, defaults and citations.")
    .argument("[name]", "one model in full")
    .option("--json", "print one JSON document")
    .action((name: string | undefined, { json }: { json?: true }) => {
      const chosen = name === undefined ? models : [models.find(({ id }) => id === name) ?? unknown(name)];
      if (json) process.stdout.write(`${JSON.stringify(chosen.map(asData), null, 2)}\n`);
      else process.stdout.write(name === undefined ? overview() : chosen.map(inFull).join("\n"));
    });
}

function unknown(name: string): never {
  const known = models.map(({ id }) => id);
  throw new InputError(`there is no model "${name}"; accepted: ${known.join(", ")}.${didYouMean(name, known)}`);
}

function asData(model: ModelFamily) {
  const { system } = model();
  return {
    name: model.id,
    title: model.title,
    summary: model.summary,
    unknowns: system.dof,
    invariants: system.invariants.map(({ name }) => name),
    parameters: parametersAsData(model.parameters),
    suggested: model.suggested,
    citations: citations(model.cites),
  };
}

function overview(): string {
  const table = textTable({
    columns: ["model", "unknowns", "what it is"].map((head) => ({ head })),
    rows: models.map((model) => [model.id, model().system.dof, model.title]),
  });
  return `${table}\n"noether models NAME" tells more; a model file uses one as  system: { model: NAME, with: { … } }\n`;
}

function inFull(model: ModelFamily): string {
  const { name, title, summary, unknowns, invariants, parameters, suggested, citations: sources } = asData(model);
  return [
    `${name}: ${title}`,
    `  ${summary}`,
    `  ${unknowns} unknowns; conserves ${invariants.join(", ") || "nothing"}`,
    `  a good start: step ${suggested.step}, end ${suggested.end}`,
    ...parameterLines(parameters),
    ...sources.map((source) => `  ${source}`),
    "",
  ].join("\n");
}
