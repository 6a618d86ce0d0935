/** Results of runs: what a run came to in words and numbers, the header of its result, checkpoints. All of it is in `noether/formats` and
 *  `noether/report`, too, beside meshes, decks and figures; who only runs models does not load those. */
export {
  type Checkpoint,
  decodeCheckpoint,
  differences,
  encodeCheckpoint,
  isCheckpoint,
} from "../formats/checkpoint.js";
export { isObject, type Json, type JsonObject } from "../formats/json.js";
export { collected, type FrameSink, type ResultEnds, type ResultHeader, type ResultTable } from "../formats/result.js";
export { type Bibliography, type BibliographyEntry, bibliographyFrom, citationOf } from "../report/citations.js";
export { significant } from "../report/number.js";
export { resultHeader } from "../report/result-header.js";
export { documentOf, endingOf, failureText, methodData, type RunOutcome, resultOf } from "../report/run-document.js";
export { type TableColumn, textTable } from "../report/table.js";
