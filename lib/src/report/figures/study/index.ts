/** The figure that a study asks for, from its table and the files it came with. */
import {
  noticeMessage,
  noticesInTable,
  type StudyBundle,
  type StudyFigure,
  type StudyTable,
} from "../../../studies/index.js";
import type { Figure } from "../../figure.js";
import { fragilityFigure, incrementalFigure } from "./demand.js";
import { studyConvergence, workPrecision } from "./errors.js";
import { heatMap } from "./heat-map.js";
import { sectionFigure } from "./section.js";
import { spectraFigure } from "./spectra.js";

export function studyFigure(figure: StudyFigure, table: StudyTable, files: StudyBundle["files"] = new Map()): Figure {
  const drawn = figureOf(figure, table, files);
  const notices = [...(drawn.notices ?? []), ...noticesOf(table)];
  return notices.length === 0 ? drawn : { ...drawn, notices };
}

/** Notices under a figure, those about most cases first. */
const MOST_NOTICES = 3;

/** What was said about the cases that it is drawn of. */
function noticesOf(table: StudyTable): string[] {
  const found = noticesInTable(table).sort((a, b) => b.cases - a.cases);
  const shown = found.slice(0, found.length > MOST_NOTICES + 1 ? MOST_NOTICES : found.length);
  const said = shown.map(({ notice, cases }) => `${cases} of ${table.rows} cases: ${noticeMessage(notice)}`);
  const more = found.length - shown.length;
  return more === 0 ? said : [...said, `${more} more notices are in the column "notices" of the table`];
}

function figureOf(figure: StudyFigure, table: StudyTable, files: StudyBundle["files"]): Figure {
  switch (figure.kind) {
    case "convergence":
      return studyConvergence(table, figure);
    case "work-precision":
      return workPrecision(table, figure);
    case "heat-map":
    case "lyapunov":
      return heatMap(table, figure);
    case "poincare":
      return sectionFigure(table, figure);
    case "incremental-dynamic-analysis":
      return incrementalFigure(table, figure, files);
    case "fragility":
      return fragilityFigure(table, figure, files);
    case "spectra":
      return spectraFigure(table, figure, files);
  }
}
