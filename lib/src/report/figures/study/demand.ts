/** Incremental dynamic analysis and fragility curves. */
import {
  exceedancesOf,
  type Fragility,
  fragility,
  type IncrementalRun,
  incrementalDynamicAnalysis,
} from "../../../analysis/index.js";
import { maxOf } from "../../../core/vec.js";
import { type DemandFigure, demandRuns, type StudyBundle, type StudyTable } from "../../../studies/index.js";
import type { Axis, Band, Figure, Series } from "../../figure.js";
import { quantity, significant } from "../../number.js";
import { axisOfColumn, columnOf } from "./axes.js";

/** The demand across and the intensity upwards, as engineers draw it: curves flatten where the structure gives way. */
export function incrementalFigure(table: StudyTable, figure: DemandFigure, files: StudyBundle["files"]): Figure {
  const { runs, fallen } = demandRuns(table, figure, files);
  const { curves, levels, median, below, above } = incrementalDynamicAnalysis(runs);
  const line = (name: string, demands: readonly number[], weight: "strong" | undefined, dash?: "dashed"): Series => ({
    name,
    x: [0, ...demands],
    y: [0, ...levels],
    style: "line",
    colour: 0,
    ...(weight === undefined ? {} : { weight }),
    ...(dash === undefined ? {} : { dash }),
  });
  return {
    panels: [
      {
        title: figure.title ?? "Incremental dynamic analysis",
        shape: "square",
        x: axisOfColumn(table, figure.demand),
        y: intensityAxis(table, figure),
        series: [
          ...curves.map(
            ({ demand, intensity }): Series => ({
              name: "",
              x: [0, ...demand],
              y: [0, ...intensity],
              style: "line",
              colour: 6,
              weight: "light",
            }),
          ),
          line("16 %", below, undefined, "dashed"),
          line("median", median, "strong"),
          line("84 %", above, undefined, "dashed"),
        ],
      },
    ],
    note: sentences(`${curves.length} records, ${runs.length} runs`, failures(fallen)),
  };
}

/** Probability of passing each limit, with the shares that were counted and the band in which the curve lies with 95 %. */
export function fragilityFigure(table: StudyTable, figure: DemandFigure, files: StudyBundle["files"]): Figure {
  const { runs, fallen } = demandRuns(table, figure, files);
  const unit = columnOf(table, figure.demand)?.unit;
  const parts = figure.limits.map((limit, colour) => partOf(runs, limit, unit, colour));
  const notes = parts.map(({ note }) => note);
  return {
    panels: [
      {
        title: figure.title ?? "Fragility",
        shape: "square",
        x: intensityAxis(table, figure),
        y: { label: `probability that ${figure.demand} passes the limit`, scale: "linear" },
        series: parts.flatMap(({ series }) => series),
        bands: parts.flatMap(({ band }) => (band === null ? [] : [band])),
      },
    ],
    note: sentences(`${runs.length} runs`, failures(fallen), "bands of 95 %"),
    notices: notes,
  };
}

/** Points on a curve. */
const POINTS = 120;

function partOf(runs: readonly IncrementalRun[], limit: number, unit: string | undefined, colour: number) {
  const levels = exceedancesOf(runs, limit);
  const curve = fragility(levels);
  const name = `≥ ${quantity(limit, unit, 3)}`;
  const counted: Series = {
    name: "",
    x: levels.map(({ intensity }) => intensity),
    y: levels.map(({ exceeding, count }) => exceeding / count),
    style: "points",
    colour,
  };
  if ("reason" in curve) return { series: [counted], band: null, note: `${name}: no curve, ${curve.reason}.` };
  const top = maxOf(levels.map(({ intensity }) => intensity));
  const x = Array.from({ length: POINTS + 1 }, (_, k) => (top * k) / POINTS);
  const line: Series = { name, x, y: x.map(curve.probability), style: "line", colour };
  const ends = x.map((each) => curve.band(each));
  const band: Band = { x, low: ends.map(([low]) => low), high: ends.map(([, high]) => high), colour };
  return { series: [line, counted], band, note: inWords(name, curve) };
}

const inWords = (name: string, { median, dispersion, errorOfLogMedian, errorOfDispersion }: Fragility) =>
  `${name}: median ${significant(median, 3)} (± ${significant(100 * errorOfLogMedian, 2)} %), dispersion ${significant(dispersion, 3)} (± ${significant(errorOfDispersion, 2)}).`;

function intensityAxis(table: StudyTable, { intensity, period, damping }: DemandFigure): Axis {
  if (period === null) return axisOfColumn(table, intensity);
  return { label: `Sa(${significant(period, 3)}, ${significant(100 * damping, 3)} %)`, scale: "linear" };
}

const failures = (fallen: number) =>
  fallen === 0 ? "" : `${fallen} of them failed or were stopped, and count as beyond any limit`;

const sentences = (...parts: readonly string[]) => `${parts.filter((part) => part !== "").join("; ")}.`;
