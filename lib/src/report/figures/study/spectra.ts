/** Response spectra of all records of a study, their median, and the band of 16 to 84 of a hundred. */
import { ensembleOf, type SpectraFigure, type StudyBundle, type StudyTable } from "../../../studies/index.js";
import type { Figure, Series } from "../../figure.js";
import { significant } from "../../number.js";

const LABELS: Readonly<Record<SpectraFigure["quantity"], string>> = {
  "pseudo-acceleration": "ω² Sd",
  "pseudo-velocity": "ω Sd",
  displacement: "Sd",
  velocity: "Sv",
  acceleration: "Sa",
};

export function spectraFigure(table: StudyTable, figure: SpectraFigure, files: StudyBundle["files"]): Figure {
  const { periods, spectra, median, below, above } = ensembleOf(table, figure, files);
  const { quantity, damping, title } = figure;
  const line = (name: string, y: Float64Array, more: Partial<Series>): Series => ({
    name,
    x: periods,
    y,
    style: "line",
    colour: 0,
    ...more,
  });
  return {
    panels: [
      {
        title: title ?? `${quantity[0].toUpperCase()}${quantity.slice(1)}`,
        shape: "wide",
        x: { label: "period", scale: "log" },
        y: { label: LABELS[quantity], scale: "linear" },
        series: [
          ...spectra.map((values) => line("", values, { colour: 6, weight: "light" })),
          line("16 %", below, { dash: "dashed" }),
          line("median", median, { weight: "strong" }),
          line("84 %", above, { dash: "dashed" }),
        ],
        bands: [{ x: periods, low: below, high: above, colour: 0 }],
      },
    ],
    note: `${spectra.length} records, damping ${significant(damping, 3)}.`,
  };
}
