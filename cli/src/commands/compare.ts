/** `noether compare MODEL --methods a,b,c`: the same model under several methods, one table and one figure. */
import { Command } from "commander";
import { distinct, InputError } from "noether";
import { split } from "noether/model-file";
import {
  type ComparedRun,
  compareFigure,
  documentOf,
  failureText,
  resultColumns,
  textTable,
  withNotices,
} from "noether/report";
import { refuseFigurePath, writeFigure } from "../figures.js";
import { statusOf } from "../interruption.js";
import { type ModelOptions, openModel, withModelOptions } from "../model.js";
import { refuseTwice } from "../paths.js";
import { type Integrated, integrate } from "../run/integrate.js";

interface Options extends ModelOptions {
  readonly methods: string;
  readonly plot?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly force?: boolean;
}

export function command(): Command {
  return withModelOptions(new Command("compare"))
    .description("The same model under several methods: one table, one figure.")
    .argument("<model>", "a model file")
    .requiredOption("--methods <list>", 'methods, separated by commas: "midpoint, newmark(beta=1/6), rk4"')
    .option("-p, --plot <file>", "one coordinate and the deviation of the energy: .svg or .png")
    .option("--json", "print one JSON document")
    .option("--force", "overwrite an older figure")
    .option("--quiet", "no progress bar")
    .action(compare);
}

async function compare(
  path: string,
  { methods, plot, json, force = false, quiet, ...options }: Options,
): Promise<void> {
  if (plot !== undefined) refuseFigurePath(plot, force);
  refuseTwice({ MODEL: path, "--plot": plot });
  const names = split(methods).map((name) => name.trim());
  if (names.includes(""))
    throw new InputError(`found "${methods}"; accepted: methods, separated by commas`, { file: "--methods" });
  // All are opened before the first runs: a misspelt name at the end of the list is not found after an hour.
  const plans = await Promise.all(names.map((method) => openModel(path, { ...options, method })));
  const runs: Compared[] = [];
  for (const [i, plan] of plans.entries()) {
    const done = await integrate(plan, { keep: plot !== undefined, quiet });
    runs.push({ name: names[i] ?? plan.method.id, done });
    if (done.signal !== null) {
      process.exitCode = statusOf(done.signal);
      return;
    }
  }
  process.stdout.write(json ? asJson(runs) : asText(runs));
  if (plot !== undefined) await draw(runs, plot, force);
  for (const { name, done } of runs) {
    const { failure } = done.ending.run;
    if (failure === null) continue;
    process.stderr.write(`${name}: ${failureText(failure, done.ending)}\n`);
    process.exitCode = 1;
  }
}

interface Compared {
  readonly name: string;
  readonly done: Integrated;
}

function asJson(runs: readonly Compared[]): string {
  const documents = runs.map(({ done }) => documentOf(done.ending, false));
  return `${JSON.stringify(documents, null, 2)}\n`;
}

function asText(runs: readonly Compared[]): string {
  const first = runs[0]?.done.ending.run.last.q;
  return textTable({
    columns: [
      { head: "method" },
      { head: "ended" },
      { head: "steps" },
      { head: "energy: max − min", digits: 3 },
      { head: "final − initial", digits: 3 },
      { head: "algorithmic loss", digits: 3 },
      { head: "|q − q of the first|", digits: 3 },
      { head: "gradients" },
      { head: "seconds", digits: 3 },
    ],
    rows: runs.map(({ name, done: { ending } }) => {
      const { run, invariants, status, seconds } = ending;
      const energy = invariants.find((each) => each.name === "energy");
      const band = energy === undefined ? null : energy.max - energy.min;
      const change = energy === undefined ? null : energy.final - energy.initial;
      const apart = first === undefined ? null : distance(run.last.q, first);
      const { gradients } = run.work;
      return [name, status, run.steps, band, change, run.ledger?.algorithmic ?? null, apart, gradients, seconds];
    }),
  });
}

function distance(a: Float64Array, b: Float64Array): number {
  return a.reduce((largest, x, i) => Math.max(largest, Math.abs(x - (b[i] ?? 0))), 0);
}

async function draw(runs: readonly Compared[], path: string, force: boolean): Promise<void> {
  const compared = runs.flatMap(({ name, done: { frames } }): ComparedRun[] =>
    frames === null ? [] : [{ method: name, columns: resultColumns(frames) }],
  );
  const figure = compareFigure(compared, { title: runs[0]?.done.ending.name ?? "" });
  await writeFigure(withNotices(figure, distinct(runs.flatMap(({ done }) => done.ending.notices))), path, force);
}
