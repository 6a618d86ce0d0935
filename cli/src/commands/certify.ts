/** `noether certify MODEL --method M`: what the method claims, measured on this model. */
import { Command } from "commander";
import { dop853 } from "noether";
import { type Certificate, certify, type Finding, watchedSteps } from "noether/analysis";
import { convergenceFigure, methodData, significant, textTable, withNotices } from "noether/report";
import { onOutput } from "../colour.js";
import { refuseFigurePath, writeFigure } from "../figures.js";
import { type ModelOptions, type OpenedModel, openModel, withModelOptions } from "../model.js";
import { noticeData, tell } from "../notices.js";

interface Options extends ModelOptions {
  readonly plot?: string;
  readonly json?: true;
  readonly force?: boolean;
}

export function command(): Command {
  return withModelOptions(new Command("certify"))
    .description("Measure order, symplecticity, reversibility and invariants of a method on your model.")
    .argument("<model>", "a model file")
    .option("-p, --plot <file>", "the errors over the steps: .svg or .png")
    .option("--json", "print one JSON document")
    .option("--force", "overwrite an older figure")
    .option("--quiet", "no progress bar (there is none)")
    .action(measure);
}

/** Exit status 1 for a claim that is violated, and for nothing else. */
async function measure(path: string, { plot, json, force = false, ...options }: Options): Promise<void> {
  if (plot !== undefined) refuseFigurePath(plot, force);
  const plan = await openModel(path, options);
  tell(plan.notices);
  // The tightest tolerance of the most accurate method there is: what errors are measured against.
  const reference = dop853({ tolerance: 1e-13 });
  const certificate = certify(plan.problem, plan.method, { ...watchedSteps(plan.time, plan.problem.t0), reference });
  process.stdout.write(json ? asJson(plan, certificate) : asText(plan, certificate));
  if (plot !== undefined && certificate.convergence !== null) await draw(plan, certificate, plot, force);
  if (certificate.findings.some(({ verdict }) => verdict === "violated")) process.exitCode = 1;
}

function asJson({ name, method, notices }: OpenedModel, certificate: Certificate): string {
  const document = { name, ...certificate, method: methodData(method), notices: noticeData(notices) };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function asText({ name, method }: OpenedModel, { step, findings }: Certificate): string {
  const table = textTable({
    columns: [{ head: "property" }, { head: "claim" }, { head: "measured" }, { head: "verdict" }],
    rows: findings.map(({ property, claim, measured, verdict }) => [property, claim, measured, verdict]),
  });
  return `${name}: ${method.id}, step ${significant(step)}\n\n${coloured(table)}`;
}

const COLOURS: Readonly<Record<Finding["verdict"], (text: string) => string>> = {
  holds: onOutput.green,
  violated: onOutput.red,
  "also found": onOutput.green,
  "not claimed": onOutput.dim,
  "not measured": onOutput.yellow,
};

/** The verdicts are the last words of their lines. */
function coloured(table: string): string {
  return table.replace(/(holds|violated|also found|not claimed|not measured)$/gm, (word) =>
    COLOURS[word as Finding["verdict"]](word),
  );
}

async function draw(
  { method, units, notices }: OpenedModel,
  { convergence }: Certificate,
  path: string,
  force: boolean,
) {
  if (convergence === null) return;
  const { steps, positionErrors, velocityErrors } = convergence;
  const { order } = method.claims;
  if (steps.length === 0) return;
  const figure = convergenceFigure(
    [
      { method: "positions", order, steps, errors: positionErrors },
      { method: "velocities", order, steps, errors: velocityErrors },
    ],
    { title: method.id, error: "relative error", ...(units["time"] === undefined ? {} : { timeUnit: units["time"] }) },
  );
  await writeFigure(withNotices(figure, notices), path, force);
}
