/** What a file holds: told by its ending and content as far as possible, and else by what it is to become. */
import { extname } from "node:path";
import { InputError } from "noether";
import {
  type FrameSink,
  type GroundMotion,
  isObject,
  type Json,
  MESH_FORMATS,
  type MeshFile,
  meshFormat,
  type ResultEnds,
  readGroundMotion,
  readMatrixMarket,
  readMesh,
  readRows,
  readTable,
  type StoredMatrix,
  type Table,
} from "noether/formats";
import { fromTriplets } from "noether/linalg";
import { readBytes, readText } from "../files.js";
import { isResultText, resultFormat } from "../results/writer.js";

export type Content =
  | { readonly kind: "matrix"; readonly matrix: StoredMatrix }
  | { readonly kind: "record"; readonly record: GroundMotion }
  | { readonly kind: "table"; readonly table: Table }
  /** Its frames are read when they are written: there may be more than memory holds. */
  | { readonly kind: "result"; scan(open: FrameSink): ResultEnds }
  | ({ readonly kind: "mesh" } & MeshFile);

const MESH_ENDINGS = MESH_FORMATS.flatMap(({ endings }) => endings);
const ACCEPTED = [".mtx", ".csv", ".txt", ".json", ".at2", ".h5", ".pvd", ".vtkhdf", ".yaml", ...MESH_ENDINGS];

export async function contentOf(path: string, wanted: string): Promise<Content> {
  const ending = extname(path).toLowerCase();
  if ([".h5", ".pvd", ".vtkhdf"].includes(ending) || isResultText(path)) return result(path);
  // Nastran shares .dat with tables of numbers; what is wanted decides.
  const isMesh = meshFormat(path) !== null && (ending !== ".dat" || meshFormat(wanted) !== null);
  if (isMesh) return { kind: "mesh", ...readMesh(readBytes(path), path) };
  const text = readText(path);
  switch (ending) {
    case ".mtx":
      return { kind: "matrix", matrix: readMatrixMarket(text, { file: path, square: false }) };
    case ".at2":
      return { kind: "record", record: readGroundMotion(text, { file: path }) };
    case ".json":
      return jsonContent(text, path);
    case ".csv":
    case ".txt":
    case ".dat":
      if (wanted === ".mtx") return { kind: "matrix", matrix: matrixFrom(readRows(text, { file: path }), path) };
      if (wanted === ".at2") return { kind: "record", record: readGroundMotion(text, { file: path }) };
      return { kind: "table", table: readTable(text, { file: path }) };
    default:
      throw new InputError(`ends in "${ending}"; accepted: ${ACCEPTED.join(", ")}`, { file: path });
  }
}

async function result(path: string): Promise<Content> {
  const format = await resultFormat(path);
  return { kind: "result", scan: (open) => format.scan(path, open) };
}

async function jsonContent(text: string, path: string): Promise<Content> {
  const value = parsed(text, path);
  if (Array.isArray(value)) return { kind: "matrix", matrix: matrixFrom(value as number[][], path) };
  // In another layout than the one it is written in.
  if (isObject(value) && "frames" in value) return result(path);
  const times = isObject(value) ? numbers(value["t"]) : null;
  if (!isObject(value) || times === null) {
    throw new InputError('accepted: rows of a matrix, a table { "t": […], … } or a result of noether', { file: path });
  }
  const names = Object.keys(value).filter((name) => name !== "t");
  const columns = names.map((name) => {
    const column = numbers(value[name]);
    if (column?.length === times.length) return column;
    throw new InputError(`accepted: a list of ${times.length} numbers, as many as there are times`, {
      file: path,
      key: name,
    });
  });
  return { kind: "table", table: { times, columns, names } };
}

function parsed(text: string, path: string): Json {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new InputError(`is not valid JSON: ${(error as Error).message}`, { file: path });
  }
}

function numbers(value: Json | undefined): Float64Array | null {
  const fits = Array.isArray(value) && value.every((x) => typeof x === "number" && Number.isFinite(x));
  return fits ? Float64Array.from(value as number[]) : null;
}

function matrixFrom(rows: readonly (readonly number[])[], path: string): StoredMatrix {
  const columns = rows[0]?.length ?? 0;
  rows.forEach((row, i) => {
    const fits = Array.isArray(row) && row.length === columns && row.every((x) => typeof x === "number");
    if (!fits) throw new InputError(`accepted: ${columns} numbers in every row`, { file: path, key: `row ${i + 1}` });
  });
  const entries = rows.flatMap((row, i) => row.flatMap((x, j) => (x === 0 ? [] : [{ i, j, x }])));
  const matrix = fromTriplets(
    Math.max(rows.length, columns),
    entries.map(({ i }) => i),
    entries.map(({ j }) => j),
    entries.map(({ x }) => x),
  );
  return { matrix, rows: rows.length, columns, symmetry: "general" };
}
