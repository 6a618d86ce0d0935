/** `noether plot RESULT`: figures from a stored result. */
import { basename, dirname, extname } from "node:path";
import { Command, Option } from "commander";
import { InputError } from "noether";
import { isObject, noticesIn, type ResultTable } from "noether/formats";
import { buildSystem } from "noether/model-file";
import {
  bodyRunFigure,
  energyFigure,
  type Figure,
  motionFigure,
  phaseFigure,
  resultColumns,
  runFigure,
  withNotices,
} from "noether/report";
import { refuseFigurePath, writeFigure } from "../figures.js";
import { MEMORY, type ReadOptions, readModel } from "../model.js";
import { tell } from "../notices.js";
import { refuseTwice } from "../paths.js";
import { drawnResult } from "../results/drawn.js";
import { drawFigures, figureFiles } from "../study/figures.js";
import { isStudyTable, readStudyTable, studyOfTable } from "../study/read-table.js";

const KINDS = {
  run: runFigure,
  motion: motionFigure,
  energy: energyFigure,
  phase: phaseFigure,
} as const;

interface Options extends Pick<ReadOptions, "memory"> {
  readonly out?: string;
  readonly kind: keyof typeof KINDS;
  readonly force?: true;
  readonly quiet?: true;
}

export function command(): Command {
  return new Command("plot")
    .description("Figures from a stored result, or from the table of a study.")
    .argument(
      "<result>",
      "a .csv, .json, .h5, .pvd or .vtkhdf file written by noether run --out, or a table written by noether study --out",
    )
    .option("-o, --out <file>", "the figure, .svg or .png (default: the name of the result with .svg)")
    .addOption(new Option("-k, --kind <kind>", "what to draw").choices(Object.keys(KINDS)).default("run"))
    .option(...MEMORY)
    .option("--force", "overwrite an older figure")
    .option("--quiet", "print nothing")
    .action(plot);
}

async function plot(path: string, { out, kind, force = false as never, quiet, ...options }: Options): Promise<void> {
  if (isStudyTable(path)) return plotStudy(path, out, force, quiet === true);
  const target = out ?? `${basename(path, extname(path))}.svg`;
  refuseFigurePath(target, force);
  refuseTwice({ RESULT: path, "--out": target });
  const result = await drawnResult(path);
  const figure = (kind === "run" ? await bodyFigureOf(result, path, options) : null) ?? figureOf(result, kind, path);
  const notices = noticesIn(result);
  tell(notices);
  await writeFigure(withNotices(figure, notices), target, force);
  if (!quiet) process.stdout.write(`${target}\n`);
}

/** The figures that the study of a table asks for: beside it, or under another name if there is one. */
async function plotStudy(path: string, out: string | undefined, force: boolean, quiet: boolean): Promise<void> {
  const table = await readStudyTable(path);
  const study = studyOfTable(table, path);
  if (study.figures.length === 0) throw new InputError("its study asks for no figures", { file: path });
  if (out !== undefined && study.figures.length > 1)
    throw new InputError(
      `the study asks for ${study.figures.length} figures; leave --out away, and each has its own name`,
      {
        file: out,
      },
    );
  const files = out === undefined ? figureFiles(study, { table: path }) : { paths: [out], folder: dirname(out) };
  for (const target of files.paths) refuseFigurePath(target, force);
  const written = await drawFigures(study, table, files);
  if (!quiet) for (const target of written) process.stdout.write(`${target}\n`);
}

/** A body in motion, from a result that holds its coordinates; null for any other. */
async function bodyFigureOf(result: ResultTable, path: string, options: ReadOptions): Promise<Figure | null> {
  const { header, data } = result;
  const { system } = header.model;
  const [times = new Float64Array()] = data;
  if (!isObject(system) || !("solid" in system || "frame" in system) || times.length === 0) return null;
  // The files that the model names are looked for beside the result.
  const { problem, body } = buildSystem(await readModel(path, [], options));
  const columnsOf = (quantity: string) =>
    problem.system.labels.map((label) => data[header.columns.indexOf(`${quantity}.${label}`)]);
  const [q, v] = [columnsOf("q"), columnsOf("v")];
  if (body === undefined || [...q, ...v].includes(undefined)) return null;
  const count = Math.min(16, times.length);
  const states = Array.from({ length: count }, (_, k) => {
    const n = Math.round((k * (times.length - 1)) / Math.max(1, count - 1));
    const at = (columns: typeof q) => Float64Array.from(columns, (column) => column?.[n] ?? 0);
    return { t: times[n] ?? 0, q: at(q), v: at(v) };
  });
  return bodyRunFigure(resultColumns(result), body, states, header.name);
}

function figureOf(result: ResultTable, kind: keyof typeof KINDS, path: string): Figure {
  if ((result.data[0]?.length ?? 0) === 0) throw new InputError("holds no frames to draw", { file: path });
  const figure = KINDS[kind](resultColumns(result), result.header.name);
  if (figure !== null) return figure;
  throw new InputError(`does not hold what the ${kind} figure shows; choose another --kind`, { file: path });
}
