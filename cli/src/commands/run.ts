/** `noether run MODEL`: integrates one model file, writes results as it goes, and can be interrupted and resumed. */
import { Command, InvalidArgumentError } from "commander";
import { documentOf, failureText } from "noether/results";
import { onError } from "../colour.js";
import { complain } from "../complaint.js";
import { refuseExisting } from "../files.js";
import { statusOf } from "../interruption.js";
import { type ModelOptions, type OpenedModel, openModel, withModelOptions } from "../model.js";
import { refuseOutputs, refuseTwice } from "../paths.js";
import { resultFormat } from "../results/writer.js";
import { howToGoOn, kept, savedAt } from "../run/cut-short.js";
import { type Integrated, integrate } from "../run/integrate.js";
import { textOf } from "../run/summary.js";

interface RunOptions extends ModelOptions {
  readonly out?: string;
  readonly plot?: string;
  readonly checkpoint?: string;
  readonly every?: number;
  readonly resume?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly force?: boolean;
  readonly state?: boolean;
}

export function command(): Command {
  return withModelOptions(new Command("run"))
    .description("Integrate one model file.")
    .argument(
      "<model>",
      "a model file (YAML or JSON), a deck (.inp), a mesh with --material, or a stored result to be run again",
    )
    .option(
      "-o, --out <file>",
      "write every recorded frame: .csv, .json, .h5; the body in motion: .pvd, .vtkhdf, its last frame: .vtu",
    )
    .option("-p, --plot <file>", "draw the run: .svg or .png")
    .option("--checkpoint <file>", "write what the run needs to be resumed, at its end and after Ctrl-C")
    .option("--every <steps>", "write the checkpoint every so many steps as well", count)
    .option("--resume <file>", "go on from a checkpoint, bit for bit, appending to --out")
    .option("--state", "print positions and velocities of more than 100 unknowns, too")
    .option("--json", "print one JSON document")
    .option("--force", "overwrite older files")
    .option("--quiet", "no progress bar")
    .action(run);
}

function count(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= 1) return value;
  throw new InvalidArgumentError("accepted: a whole number ≥ 1");
}

async function run(path: string, options: RunOptions): Promise<void> {
  const { out, plot, checkpoint, resume, json, state = false, force = false } = options;
  if (plot !== undefined) (await import("../figures.js")).refuseFigurePath(plot, force);
  if (out !== undefined) await resultFormat(out);
  refuseTwice({ MODEL: path, "--out": out, "--plot": plot, "--checkpoint": checkpoint });
  refuseTwice({ "--out": out, "--plot": plot, "--resume": resume });
  refuseOutputs([out, checkpoint]);
  if (out !== undefined && resume === undefined && !force) refuseExisting(out);
  const plan = await openModel(path, options);
  const done = await integrate(plan, {
    ...options,
    model: path,
    keep: plot !== undefined && (out === undefined || plan.body !== null),
  });
  const { ending, signal, lost } = done;
  const isCutShort = signal !== null || lost !== null;
  // First: the text does not wait for the figure.
  const goesOnFrom = isCutShort ? savedAt(done.save, path, checkpoint) : null;
  // Nothing that goes wrong from here on takes the result along.
  if (checkpoint !== undefined && !isCutShort && ending.status !== "failed") despite(() => done.save?.(checkpoint));
  process.stdout.write(json ? `${JSON.stringify(documentOf(ending, state), null, 2)}\n` : await textOf(ending));
  if (plot !== undefined) await despiteAll(() => draw(plot, done, plan, out, force));
  if (ending.run.failure !== null) {
    process.stderr.write(`${onError.red("noether:")} ${failureText(ending.run.failure, ending)}\n${kept(out)}`);
    process.exitCode = 1;
  }
  if (!isCutShort) return;
  if (lost !== null) process.stderr.write(`${onError.red("noether:")} ${lost.message}\n`);
  process.stderr.write(howToGoOn({ t: ending.run.last.t, steps: ending.run.steps }, goesOnFrom, out));
  process.exitCode = signal === null ? 1 : statusOf(signal);
}

/** Says what goes wrong, and goes on. */
function despite(work: () => void): void {
  try {
    work();
  } catch (error) {
    process.exitCode = complain(error, false);
  }
}

async function despiteAll(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    process.exitCode = complain(error, false);
  }
}

async function draw(
  path: string,
  { frames, snapshots, ending }: Integrated,
  { body }: OpenedModel,
  out: string | undefined,
  force: boolean,
) {
  const { bodyRunFigure, resultColumns, runFigure, withNotices } = await import("noether/report");
  const { drawnResult } = await import("../results/drawn.js");
  const { writeFigure } = await import("../figures.js");
  const table = out === undefined || body !== null ? frames : await drawnResult(out);
  if (table === null) return;
  const columns = resultColumns(table);
  const figure = body === null ? runFigure(columns, ending.name) : bodyRunFigure(columns, body, snapshots, ending.name);
  await writeFigure(withNotices(figure, ending.notices), path, force);
}
