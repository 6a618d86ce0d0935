/** `noether plot RESULT`: figures from a stored result. */
import { basename, extname } from "node:path";
import { Command, Option } from "commander";
import { InputError } from "noether";
import type { ResultTable } from "noether/formats";
import { energyFigure, type Figure, motionFigure, phaseFigure, resultColumns, runFigure } from "noether/report";
import { refuseFigurePath, writeFigure } from "../figures.js";
import { resultFormat } from "../results/writer.js";

const KINDS = {
  run: runFigure,
  motion: motionFigure,
  energy: energyFigure,
  phase: phaseFigure,
} as const;

interface Options {
  readonly out?: string;
  readonly kind: keyof typeof KINDS;
  readonly force?: true;
  readonly quiet?: true;
}

export function command(): Command {
  return new Command("plot")
    .description("Figures from a stored result.")
    .argument("<result>", "a .csv, .json or .h5 file written by noether run --out")
    .option("-o, --out <file>", "the figure, .svg or .png (default: the name of the result with .svg)")
    .addOption(new Option("-k, --kind <kind>", "what to draw").choices(Object.keys(KINDS)).default("run"))
    .option("--force", "overwrite an older figure")
    .option("--quiet", "print nothing")
    .action(plot);
}

async function plot(path: string, { out, kind, force = false as never, quiet }: Options): Promise<void> {
  const target = out ?? `${basename(path, extname(path))}.svg`;
  refuseFigurePath(target, force);
  const result = (await resultFormat(path)).read(path);
  await writeFigure(figureOf(result, kind, path), target, force);
  if (!quiet) process.stdout.write(`${target}\n`);
}

function figureOf(result: ResultTable, kind: keyof typeof KINDS, path: string): Figure {
  if ((result.data[0]?.length ?? 0) === 0) throw new InputError("holds no frames to draw", { file: path });
  const figure = KINDS[kind](resultColumns(result), result.header.name);
  if (figure !== null) return figure;
  throw new InputError(`does not hold what the ${kind} figure shows; choose another --kind`, { file: path });
}
