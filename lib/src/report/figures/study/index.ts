/** The figure that a study asks for, from its table and the files it came with. */
import type { StudyBundle, StudyFigure, StudyTable } from "../../../studies/index.js";
import type { Figure } from "../../figure.js";
import { fragilityFigure, incrementalFigure } from "./demand.js";
import { studyConvergence, workPrecision } from "./errors.js";
import { heatMap } from "./heat-map.js";
import { sectionFigure } from "./section.js";
import { spectraFigure } from "./spectra.js";

export function studyFigure(figure: StudyFigure, table: StudyTable, files: StudyBundle["files"] = new Map()): Figure {
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
