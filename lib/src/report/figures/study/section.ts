/** A Poincaré section: the points of every orbit in one colour. */
import { type SectionFigure, type StudyTable, sectionPoints } from "../../../studies/index.js";
import type { Figure, Series } from "../../figure.js";

/** Colours before they repeat: those of the palette that are none of greys. */
const COLOURS = 6;

export function sectionFigure(table: StudyTable, figure: SectionFigure): Figure {
  const orbits = sectionPoints(table, figure);
  const points = orbits.reduce((sum, { x }) => sum + x.filter(Number.isFinite).length, 0);
  return {
    panels: [
      {
        title: figure.title ?? "Poincaré section",
        shape: "square",
        x: { label: figure.x, scale: "linear" },
        y: { label: figure.y, scale: "linear" },
        series: orbits.map(({ x, y }, k): Series => ({ name: "", x, y, style: "dots", colour: k % COLOURS })),
      },
    ],
    note: `${orbits.length} orbits, ${points} crossings.`,
  };
}
