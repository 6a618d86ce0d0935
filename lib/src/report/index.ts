/** Results → figures, tables and citations. */

export { explained, type FailedRun } from "../analysis/failure-text.js";
export {
  type Bibliography,
  type BibliographyEntry,
  bibliographyFrom,
  bibtexOf,
  citationOf,
  referencesFor,
} from "./citations.js";
export {
  type Annotation,
  type Area,
  type Axis,
  type Band,
  type Cells,
  type ColourScale,
  type Figure,
  figureJson,
  type Outline,
  type Panel,
  type Picture,
  type Series,
  type SlopeTriangle,
  type Values,
  withNotices,
} from "./figure.js";
export { type BodyPicture, bodyPicture } from "./figures/body.js";
export { bodyRunFigure } from "./figures/body-run.js";
export type { Column, Columns, Role } from "./figures/columns.js";
export { type ComparedRun, compareFigure } from "./figures/compare.js";
export { type ConvergenceCurve, convergenceFigure } from "./figures/convergence.js";
export { energyFigure } from "./figures/energy.js";
export type { BodyState } from "./figures/field-values.js";
export { motionFigure } from "./figures/motion.js";
export { phaseFigure } from "./figures/phase.js";
export { resultColumns } from "./figures/result.js";
export { runFigure } from "./figures/run.js";
export { type NamedCurves, schemesFigure } from "./figures/schemes.js";
export { spectrumFigure } from "./figures/spectrum.js";
export { studyFigure } from "./figures/study/index.js";
export { trajectoryColumns } from "./figures/trajectory.js";
export { quantity, significant } from "./number.js";
export { type HeaderOptions, resultHeader } from "./result-header.js";
export {
  type Circumstances,
  documentOf,
  endingOf,
  failureText,
  methodData,
  type Outcome,
  type RunOutcome,
  resultOf,
} from "./run-document.js";
export { type SvgOptions, svgOf } from "./svg.js";
export { markdownTable, type PrintedTable, type TableColumn, textTable } from "./table.js";
