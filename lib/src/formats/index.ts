/** Files of other programs and of this one: bytes or text in, plain data out. */
export { type Checkpoint, decodeCheckpoint, differences, encodeCheckpoint } from "./checkpoint.js";
export { type GroundMotion, readGroundMotion, writeAt2 } from "./ground-motion.js";
export { isObject, type Json, type JsonObject, jsonNumber } from "./json.js";
export {
  type MatrixMarketOptions,
  readMatrixMarket,
  type StoredMatrix,
  type Symmetry,
  writeMatrixMarket,
} from "./matrix-market.js";
export { readGmsh } from "./mesh/gmsh.js";
export { type MeshFile, readMesh } from "./mesh/read-mesh.js";
export {
  columnOf,
  headerEntries,
  headerFrom,
  type Quantity,
  quantityOf,
  type ResultHeader,
  type ResultTable,
} from "./result.js";
export { csvFrame, csvHead, csvTail, decodeResultCsv, encodeResultCsv } from "./result-csv.js";
export { decodeResultJson, encodeResultJson, jsonFrame, jsonHead, jsonTail } from "./result-json.js";
export { readRows, writeRows } from "./rows.js";
export { readTable, type Table, type TableOptions, writeTable } from "./table.js";
