/** Files of other programs and of this one: bytes or text in, plain data out. */
export { type Checkpoint, decodeCheckpoint, differences, encodeCheckpoint, isCheckpoint } from "./checkpoint.js";
export { readDeck } from "./deck/deck.js";
export {
  type DeckModel,
  type Difference,
  differencesText,
  differenceText,
  modelOfDeck,
  type Purpose,
} from "./deck/differences.js";
export { readBulkModel } from "./deck/nastran-deck.js";
export { type GroundMotion, readGroundMotion, writeAt2 } from "./ground-motion.js";
export { isObject, type Json, type JsonObject, jsonNumber } from "./json.js";
export {
  type MatrixMarketOptions,
  readMatrixMarket,
  type StoredMatrix,
  type Symmetry,
  writeMatrixMarket,
} from "./matrix-market.js";
export { readAbaqus } from "./mesh/abaqus.js";
export { writeAbaqus } from "./mesh/abaqus-write.js";
export { readGmsh } from "./mesh/gmsh.js";
export { type GmshOptions, writeGmsh } from "./mesh/gmsh-write.js";
export { readMedit } from "./mesh/medit.js";
export { writeMedit } from "./mesh/medit-write.js";
export { type MeshFile, meshNotices, type WrittenMesh } from "./mesh/mesh-file.js";
export { readNastran } from "./mesh/nastran.js";
export { writeNastran } from "./mesh/nastran-write.js";
export { MESH_FORMATS, type MeshFormat, meshFormat, readMesh, writeMesh } from "./mesh/read-mesh.js";
export { readStl } from "./mesh/stl.js";
export { readVtk } from "./mesh/vtk-legacy.js";
export { writeVtk } from "./mesh/vtk-write.js";
export { readVtu } from "./mesh/vtu.js";
export { gridArrays, groupArrays, type VtuWriter, vtuWriter, writeVtu } from "./mesh/vtu-write.js";
export {
  collected,
  columnOf,
  type FrameSink,
  headerEntries,
  headerFrom,
  noticesIn,
  type Quantity,
  quantityOfColumn,
  type ResultEnds,
  type ResultHeader,
  type ResultLines,
  type ResultTable,
} from "./result.js";
export { csvFrame, csvHead, csvLines, csvTail, decodeResultCsv, encodeResultCsv } from "./result-csv.js";
export { decodeResultJson, encodeResultJson, jsonFrame, jsonHead, jsonLines, jsonTail } from "./result-json.js";
export { decodeResultPvd, pvdFrame, pvdHead, pvdTail } from "./result-pvd.js";
export { readRows, writeRows } from "./rows.js";
export { readTable, type Table, type TableOptions, writeTable } from "./table.js";
export { type Units, unitOfColumn, withDerived } from "./units.js";
