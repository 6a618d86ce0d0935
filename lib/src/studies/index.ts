/** Studies: one model under many settings, as data; the computation of a case; the table. */
export { canonical } from "./canonical.js";
export { FIGURES, type FigureKind, figureSchema } from "./figure-shapes.js";
export type {
  DemandFigure,
  ErrorFigure,
  MapFigure,
  SectionFigure,
  SpectraFigure,
  StudyFigure,
} from "./figures.js";
export { studySchema } from "./json-schema.js";
export { isStudyText, loadStudy, type StudyOptions, studyFrom } from "./load.js";
export {
  computedIn,
  failedRow,
  noticeMessage,
  noticesInRows,
  noticesInTable,
  type PreparedStudy,
  type PrepareOptions,
  prepareStudy,
  rowWith,
  type StudyNotice,
} from "./prepare.js";
export { sha256, sha256OfText } from "./sha256.js";
export type {
  Case,
  Cell,
  ColumnRole,
  ColumnType,
  Row,
  Study,
  StudyAxis,
  StudyBundle,
  StudyColumn,
  StudyFile,
} from "./study.js";
export { areColumns, type StudyTable, tableOf, tableOfColumns } from "./table.js";
export {
  type DemandRuns,
  demandRuns,
  type ErrorLine,
  ensembleOf,
  errorLines,
  type Grid,
  type GridAxis,
  gridOf,
  type SectionPoints,
  sectionPoints,
} from "./table-analyses.js";
export { decodeStudyCsv, studyCsvHead, studyCsvRow } from "./table-csv.js";
