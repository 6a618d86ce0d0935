/** `noether run MODEL`: integrates one model file, writes results as it goes, and can be interrupted and resumed. */
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { Command, InvalidArgumentError } from "commander";
import { documentOf, failureText, significant } from "noether/report";
import { onError } from "../colour.js";
import { complain } from "../complaint.js";
import { refuseFigurePath, writeFigure } from "../figures.js";
import { refuseExisting } from "../files.js";
import { statusOf } from "../interruption.js";
import { type ModelOptions, type OpenedModel, openModel, withModelOptions } from "../model.js";
import { refuseOutputs, refuseTwice } from "../paths.js";
import { drawnResult } from "../results/drawn.js";
import { resultFormat } from "../results/writer.js";
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
  if (plot !== undefined) refuseFigurePath(plot, force);
  if (out !== undefined) await resultFormat(out);
  refuseTwice({ MODEL: path, "--out": out, "--plot": plot, "--checkpoint": checkpoint });
  refuseTwice({ "--out": out, "--plot": plot, "--resume": resume });
  refuseOutputs([out, plot, checkpoint]);
  if (out !== undefined && resume === undefined && !force) refuseExisting(out);
  const plan = await openModel(path, options);
  const done = await integrate(plan, {
    ...options,
    keep: plot !== undefined && (out === undefined || plan.body !== null),
  });
  const { ending, signal, lost } = done;
  const isCutShort = signal !== null || lost !== null;
  // Nothing that goes wrong from here on takes the result along.
  if (checkpoint !== undefined && !isCutShort && ending.status !== "failed") despite(() => done.save(checkpoint));
  process.stdout.write(json ? `${JSON.stringify(documentOf(ending, state), null, 2)}\n` : textOf(ending));
  if (plot !== undefined) await despiteAll(() => draw(plot, done, plan, out, force));
  if (ending.run.failure !== null) {
    process.stderr.write(`${onError.red("noether:")} ${failureText(ending.run.failure, ending)}\n${kept(out)}`);
    process.exitCode = 1;
  }
  if (!isCutShort) return;
  if (lost !== null) process.stderr.write(`${onError.red("noether:")} ${lost.message}\n`);
  process.stderr.write(howToGoOn(done, savedAt(done, path, checkpoint), out));
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

/** The state of a run that was cut short, in the first place that takes it: another run's checkpoint is not replaced, and a full or
 *  read-only disk is no reason to lose it. Null if there is none. */
function savedAt({ save }: Integrated, model: string, checkpoint: string | undefined): string | null {
  const name = `${basename(model)}.${process.pid}.checkpoint`;
  const places = [checkpoint ?? `${model}.checkpoint`, name, join(tmpdir(), name)];
  for (const [i, place] of places.entries()) {
    try {
      save(place);
      return place;
    } catch (error) {
      const isLast = i === places.length - 1;
      if (isLast || checkpoint !== undefined)
        process.stderr.write(`${onError.yellow("noether:")} ${(error as Error).message}\n`);
    }
  }
  return null;
}

async function draw(
  path: string,
  { frames, poses, ending }: Integrated,
  { body }: OpenedModel,
  out: string | undefined,
  force: boolean,
) {
  const { bodyRunFigure, resultColumns, runFigure, withNotices } = await import("noether/report");
  const table = out === undefined || body !== null ? frames : await drawnResult(out);
  if (table === null) return;
  const columns = resultColumns(table);
  const figure = body === null ? runFigure(columns, ending.name) : bodyRunFigure(columns, body, poses, ending.name);
  await writeFigure(withNotices(figure, ending.notices), path, force);
}

const kept = (out: string | undefined) => (out === undefined ? "" : `What was computed until then is in ${out}.\n`);

function howToGoOn({ ending }: Integrated, checkpoint: string | null, out: string | undefined): string {
  const { last, steps } = ending.run;
  const where = `Interrupted at t = ${significant(last.t)}, step ${steps}. ${kept(out)}`;
  if (checkpoint === null) return `${where}It cannot go on from there: no checkpoint could be written.\n`;
  const resumed = [...withoutResume(process.argv.slice(2)), "--resume", checkpoint].map(quoted).join(" ");
  return `${where}To go on:\n  noether ${resumed}\n`;
}

/** The words of the command line for a run that goes on: another checkpoint to begin with, and nothing to overwrite. */
function withoutResume(words: readonly string[]): string[] {
  return words.filter(
    (word, i) =>
      word !== "--force" && word !== "--resume" && words[i - 1] !== "--resume" && !word.startsWith("--resume="),
  );
}

const quoted = (word: string) => (/^[\w./=:,@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
