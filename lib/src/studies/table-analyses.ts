/** What the tables of studies say: pure functions of a table, and of the files that the study came with. */
import { type FittedOrder, fittedOrder } from "../analysis/fitted-order.js";
import type { IncrementalRun } from "../analysis/incremental-dynamic-analysis.js";
import { responseSpectra } from "../analysis/response-spectrum.js";
import { type SpectraEnsemble, type SpectralQuantity, spectraEnsemble } from "../analysis/spectra-ensemble.js";
import { InputError } from "../core/failure.js";
import { readGroundMotion } from "../formats/ground-motion.js";
import type { DemandFigure, ErrorFigure, MapFigure, SectionFigure, SpectraFigure, StudyFigure } from "./figures.js";
import { columnOfSection } from "./orbit-measures.js";
import type { StudyBundle } from "./study.js";
import type { StudyTable } from "./table.js";
import { rowsOf, type TableRows } from "./table-rows.js";

export interface ErrorLine {
  readonly name: string;
  /** The step, or what it cost; ascending. */
  readonly across: readonly number[];
  readonly errors: readonly number[];
  readonly fit: FittedOrder;
}

/** The rows that a figure shows. */
function chosen(table: StudyTable, where: StudyFigure["where"], key: string): TableRows {
  const rows = rowsOf(table, where);
  if (rows.count > 0) return rows;
  throw new InputError("no row has the values of where; there is nothing to draw", { key });
}

/** Errors by step or by work, with the order that each line shows. */
export function errorLines(table: StudyTable, { across, error, by, where, key }: ErrorFigure): ErrorLine[] {
  const rows = chosen(table, where, key);
  const lines = rows.groups(by).map(({ name, rows: own }): ErrorLine => {
    const [x, y] = [own.numbers(across), own.numbers(error)];
    const order = [...x.keys()].sort((i, j) => x[i] - x[j]);
    const [sorted, errors] = [order.map((i) => x[i]), order.map((i) => y[i])];
    return { name, across: sorted, errors, fit: fittedOrder(sorted, errors) };
  });
  if (lines.some(({ errors }) => errors.some((each) => each > 0))) return lines;
  throw new InputError(`no row has a positive number under ${error}; there is nothing to draw`, { key });
}

/** The values of a map; rows of `values` from the lowest y. */
export interface Grid {
  readonly x: GridAxis;
  readonly y: GridAxis;
  readonly values: readonly number[];
  /** Cases without a value. */
  readonly missing: number;
}

/** Numbers, ascending; or words, in the order of the study. */
export type GridAxis = { readonly numbers: readonly number[] } | { readonly names: readonly string[] };

export function gridOf(table: StudyTable, { x, y, value, where, key }: MapFigure): Grid {
  const rows = chosen(table, where, key);
  const place = (name: string) => {
    const isText = table.columns.find((column) => column.name === name)?.type === "text";
    const cells: readonly (number | string)[] = isText ? rows.texts(name) : rows.numbers(name);
    const distinct = [...new Set(cells)];
    if (!isText) (distinct as number[]).sort((a, b) => a - b);
    const at = new Map(distinct.map((cell, k) => [cell, k]));
    const axis: GridAxis = isText ? { names: distinct as string[] } : { numbers: distinct as number[] };
    return { axis, size: distinct.length, at: cells.map((cell) => at.get(cell) as number) };
  };
  const [across, up] = [place(x), place(y)];
  const values = new Array<number>(across.size * up.size).fill(Number.NaN);
  const taken = new Set<number>();
  rows.numbers(value).forEach((cell, k) => {
    const at = up.at[k] * across.size + across.at[k];
    if (taken.has(at)) throw severalAt(x, y, key);
    taken.add(at);
    values[at] = cell;
  });
  if (2 * taken.size < values.length)
    throw new InputError(
      `${taken.size} cases with ${across.size} values of ${x} and ${up.size} of ${y} are no grid; a map needs all combinations`,
      { key },
    );
  return { x: across.axis, y: up.axis, values, missing: values.filter((each) => !Number.isFinite(each)).length };
}

/** Drawn together, they would say something about none of them. */
const severalAt = (x: string, y: string, key: string) =>
  new InputError(
    `several cases have the same ${x} and ${y}; choose among them by where, as { where: { method: newmark } }`,
    { key },
  );

export interface SectionPoints {
  readonly name: string;
  readonly x: readonly number[];
  readonly y: readonly number[];
}

/** The points of every case in a section. */
export function sectionPoints(table: StudyTable, { section, x, y, where, key }: SectionFigure): SectionPoints[] {
  const names = new Set(table.columns.map(({ name }) => name));
  const columns = (label: string) => {
    const found: string[] = [];
    for (let k = 0; names.has(columnOfSection(section, label, k)); k++) found.push(columnOfSection(section, label, k));
    return found;
  };
  const varied = table.columns.filter(({ role }) => role === "varied").map(({ name }) => name);
  const [alongX, alongY] = [columns(x), columns(y)];
  const points = chosen(table, where, key)
    .groups(varied)
    .map(({ name, rows }) => ({
      name,
      x: alongX.flatMap((column) => rows.numbers(column)),
      y: alongY.flatMap((column) => rows.numbers(column)),
    }));
  if (points.some((each) => each.x.some(Number.isFinite))) return points;
  throw new InputError(`no case crosses the surface of ${section}; there is nothing to draw`, { key });
}

export interface DemandRuns {
  readonly runs: readonly IncrementalRun[];
  /** Of them, how many failed, were stopped, or measured no number: beyond any demand. */
  readonly fallen: number;
}

export function demandRuns(table: StudyTable, figure: DemandFigure, files: StudyBundle["files"]): DemandRuns {
  const { record, intensity, demand, period, damping, where, key } = figure;
  const rows = chosen(table, where, key);
  const records = rows.texts(record);
  const demands = rows.numbers(demand);
  const factors = period === null ? null : accelerations(new Set(records), period, damping, files);
  // Who was stopped has met the condition that ends a run: it has fallen.
  const fell = rows.texts("outcome").map((each) => each !== "completed");
  const taken = new Set<string>();
  const runs = rows.numbers(intensity).map((level, k) => {
    const place = JSON.stringify([records[k], level]);
    // Rows without an intensity are in no curve.
    if (Number.isFinite(level) && taken.has(place)) throw severalAt(record, intensity, key);
    taken.add(place);
    return {
      record: records[k],
      intensity: level * (factors?.get(records[k]) ?? 1),
      demand: fell[k] ? Number.POSITIVE_INFINITY : demands[k],
    };
  });
  return { runs, fallen: runs.filter((run) => !Number.isFinite(run.demand)).length };
}

/** A peak between two of them is 1 − cos(π/40) = 0.3 % larger than theirs at most. */
const pointsPerPeriod = 40;

/** Of each record, the spectral acceleration at a period in the units of the record. */
function accelerations(names: ReadonlySet<string>, period: number, damping: number, files: StudyBundle["files"]) {
  return new Map(
    [...names].map((name) => {
      const [spectrum] = responseSpectra(recordOf(name, files), {
        periods: [period],
        dampings: [damping],
        pointsPerPeriod,
      });
      return [name, spectrum.pseudoAcceleration[0]];
    }),
  );
}

export function ensembleOf(table: StudyTable, figure: SpectraFigure, files: StudyBundle["files"]): SpectraEnsemble {
  const { record, periods, damping, quantity, scale, where, key } = figure;
  const names = [...new Set(chosen(table, where, key).texts(record))];
  return spectraEnsemble(
    names.map((name) => ({ ...recordOf(name, files), scale })),
    { periods, damping, quantity: QUANTITY[quantity], pointsPerPeriod },
  );
}

const QUANTITY: Readonly<Record<SpectraFigure["quantity"], SpectralQuantity>> = {
  "pseudo-acceleration": "pseudoAcceleration",
  "pseudo-velocity": "pseudoVelocity",
  displacement: "displacement",
  velocity: "velocity",
  acceleration: "acceleration",
};

function recordOf(name: string, files: StudyBundle["files"]) {
  const bytes = files.get(name)?.bytes;
  if (bytes === undefined) throw new InputError(`the record ${name} is not among the files of the study`);
  const { step, values } = readGroundMotion(new TextDecoder().decode(bytes), { file: name });
  if (step === null)
    throw new InputError("its samples are not equally spaced; a spectrum needs one step", { file: name });
  return { step, values };
}
