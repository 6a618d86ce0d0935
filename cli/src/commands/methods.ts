/** `noether methods [NAME]`: claims, needs, parameters, defaults and citations, from the registry. */
import { Command } from "commander";
import { accepted, didYouMean, InputError, type MethodFamily, methods, type ParameterTable, standard } from "noether";
import { textTable } from "noether/report";
import { citations } from "../bibliography.js";

export function command(): Command {
  return new Command("methods")
    .description("What methods there are, with claims, needs, parameters, defaults and citations.")
    .argument("[name]", "one method in full")
    .option("--json", "print one JSON document")
    .action((name: string | undefined, { json }: { json?: true }) => {
      const chosen = name === undefined ? methods : [methods.find(({ id }) => id === name) ?? unknown(name)];
      if (json) process.stdout.write(`${JSON.stringify(chosen.map(asData), null, 2)}\n`);
      else process.stdout.write(name === undefined ? overview() : chosen.map(inFull).join("\n"));
    });
}

function unknown(name: string): never {
  const known = methods.map(({ id }) => id);
  throw new InputError(`there is no method "${name}"; accepted: ${known.join(", ")}.${didYouMean(name, known)}`);
}

function asData(family: MethodFamily) {
  const { claims, needs, clock } = standard(family);
  return {
    name: family.id,
    title: family.title,
    summary: family.summary,
    claims: { ...claims, symplectic: claims.symplectic?.name ?? null },
    needs,
    steps: clock,
    parameters: parametersAsData(family.parameters),
    citations: citations(family.cites),
  };
}

export function parametersAsData(table: ParameterTable) {
  return Object.entries(table).map(([name, parameter]) => ({
    name,
    default: parameter.default ?? null,
    accepted: accepted(parameter),
    meaning: parameter.meaning,
  }));
}

function overview(): string {
  const table = textTable({
    columns: ["method", "order", "symplectic", "symmetric", "conserves", "needs", "steps"].map((head) => ({ head })),
    rows: methods.map((family) => {
      const { claims, needs, clock } = standard(family);
      const { order, symplectic, symmetric, conserves } = claims;
      const steps = clock === "own" ? "its own" : "fixed";
      const form = symplectic?.name ?? "no";
      return [family.id, order, form, symmetric, conserves.join(", ") || "–", needs.join(", ") || "–", steps];
    }),
  });
  return `${table}\nClaims are those of the default parameters; "noether methods NAME" tells more.\n`;
}

function inFull(family: MethodFamily): string {
  const { name, title, summary, claims, needs, steps, parameters, citations: sources } = asData(family);
  const facts = [
    `order ${claims.order}`,
    claims.symplectic === null ? "not symplectic" : `symplectic (${claims.symplectic})`,
    claims.symmetric ? "symmetric" : "not symmetric",
    claims.conserves.length === 0 ? "conserves nothing exactly" : `conserves ${claims.conserves.join(", ")}`,
    steps === "own" ? "chooses its own steps" : "takes fixed steps",
    claims.balance === "closed" ? "its energy ledger closes" : "its energy ledger has no residual",
  ];
  return [
    `${name}: ${title}`,
    `  ${summary}`,
    `  ${facts.join("; ")}`,
    ...(needs.length === 0 ? [] : [`  needs: ${needs.join(", ")}`]),
    ...parameterLines(parameters),
    ...sources.map((source) => `  ${source}`),
    "",
  ].join("\n");
}

export function parameterLines(parameters: ReturnType<typeof parametersAsData>): string[] {
  return parameters.map((p) => `  ${p.name} = ${p.default ?? "–"}   ${p.meaning} (${p.accepted})`);
}
