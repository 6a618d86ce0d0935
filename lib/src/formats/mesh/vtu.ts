/** Unstructured grids in VTK's XML format, `.vtu`: text, base64 in place, appended raw or in base64, compressed by zlib or not
 *  [VTK file formats, "XML file formats"]. */
import { InputError } from "../../core/failure.js";
import { type Budget, budgetFor } from "../budget.js";
import { quoted } from "../text.js";
import {
  type Ints,
  ints,
  joinedReals,
  pushInt,
  pushReal,
  type Reals,
  reals,
  trimmedInts,
  trimmedReals,
} from "./growing.js";
import type { MeshFile } from "./mesh-file.js";
import { binaryRefused } from "./numbers.js";
import { narrowInteger, real, refused, type Scan, scanOf } from "./scan.js";
import { intsFrom, NUMBER_KINDS, type NumberKind, realsFrom } from "./typed-values.js";
import type { DataArray } from "./vtk-cells.js";
import { type Grid, meshOfGrids } from "./vtk-grid.js";
import { type AppendedData, type VtuStorage, vtuBytes } from "./vtu-storage.js";
import { nextTag, type Tag } from "./xml-tags.js";

/** A data array as the file describes it; its numbers are read when the place of the appended data is known. */
interface Described {
  readonly name: string;
  readonly kind: NumberKind;
  readonly components: number;
  readonly format: string;
  readonly offset: number;
  /** The bytes between its tags. */
  readonly from: number;
  readonly to: number;
}

interface Piece {
  readonly points: number;
  readonly cells: number;
  readonly arrays: Map<string, Described[]>;
}

interface Outline {
  readonly budget: Budget;
  readonly storage: VtuStorage;
  readonly pieces: readonly Piece[];
  readonly appended: AppendedData | null;
}

export function readVtu(bytes: Uint8Array, name?: string, budget = budgetFor(bytes.length, name)): MeshFile {
  const scan = scanOf(bytes, name);
  const outline = outlineOf(scan, budget);
  const grids = outline.pieces.map((piece) => gridOf(scan, outline, piece));
  const arrays = new Map<string, { readonly pieces: Described[]; readonly first: Described; on: DataArray["on"] }>();
  for (const { arrays: sections } of outline.pieces) {
    for (const [section, on] of [
      ["PointData", "nodes"],
      ["CellData", "elements"],
    ] as const) {
      // Two arrays of one name are two arrays.
      const seen = new Map<string, number>();
      for (const array of sections.get(section) ?? []) {
        const nth = seen.get(array.name) ?? 0;
        seen.set(array.name, nth + 1);
        const key = `${on} ${nth} ${array.name}`;
        const known = arrays.get(key) ?? { pieces: [], first: array, on };
        known.pieces.push(array);
        arrays.set(key, known);
      }
    }
  }
  const data = [...arrays.values()].map(
    ({ pieces, first: { name: title, components, kind }, on }): DataArray => ({
      name: title,
      on,
      width: components,
      values: () => joinedReals(pieces.map((piece) => valuesOf(scan, outline, piece))),
      whole: kind.kind !== "real",
    }),
  );
  return meshOfGrids(grids, data, (reason) => new InputError(reason, { file: name }));
}

/** The tags of the file: what there is and where it lies. */
function outlineOf(scan: Scan, budget: Budget): Outline {
  let storage: VtuStorage | null = null;
  const pieces: Piece[] = [];
  let section = "";
  let appended: AppendedData | null = null;
  for (let tag = nextTag(scan); tag !== null; tag = nextTag(scan)) {
    const { name, attributes } = tag;
    if (name === "VTKFile") storage = storageOf(scan, tag);
    else if (name === "Piece") {
      pieces.push({
        points: countAt(scan, tag, "NumberOfPoints"),
        cells: countAt(scan, tag, "NumberOfCells"),
        arrays: new Map(),
      });
    } else if (["PointData", "CellData", "Points", "Cells"].includes(name)) section = tag.empty ? "" : name;
    else if (name.startsWith("/") && name !== "/DataArray") section = "";
    else if (name === "DataArray" && section !== "") {
      const piece = pieces.at(-1);
      if (piece === undefined) throw refused(scan, "a DataArray comes before the Piece it belongs to", tag.start);
      const list = piece.arrays.get(section) ?? [];
      list.push(described(scan, tag));
      piece.arrays.set(section, list);
    } else if (name === "AppendedData") {
      appended = appendedAt(scan, attributes.get("encoding") ?? "raw", tag.end);
      break;
    }
  }
  if (storage === null) throw new InputError("is not a file of VTK: it has no VTKFile tag", { file: scan.file });
  if (pieces.length === 0) throw new InputError("holds no Piece of a grid", { file: scan.file });
  return { budget, storage, pieces, appended };
}

function storageOf(scan: Scan, { attributes, start }: Tag): VtuStorage {
  const type = attributes.get("type") ?? "";
  if (type !== "UnstructuredGrid") {
    throw refused(scan, `holds ${quoted(type)}; accepted: UnstructuredGrid`, start);
  }
  const compressor = attributes.get("compressor") ?? "";
  if (compressor !== "" && compressor !== "vtkZLibDataCompressor") {
    throw refused(scan, `is compressed by ${quoted(compressor)}; accepted: vtkZLibDataCompressor, or none`, start);
  }
  return {
    littleEndian: attributes.get("byte_order") !== "BigEndian",
    headerBytes: attributes.get("header_type") === "UInt64" ? 8 : 4,
    compressed: compressor !== "",
  };
}

function countAt(scan: Scan, { attributes, start }: Tag, key: string): number {
  const text = attributes.get(key) ?? "";
  const count = /^\s*\d+\s*$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(count)) return count;
  throw refused(scan, `${key} is ${quoted(text)}; accepted: a whole number`, start);
}

function described(scan: Scan, tag: Tag): Described {
  const { attributes } = tag;
  const type = attributes.get("type") ?? "";
  const kind = NUMBER_KINDS.get(type.toLowerCase());
  if (kind === undefined)
    throw refused(scan, `found the type of numbers ${quoted(type)}, which is not read`, tag.start);
  const close = scan.bytes.indexOf(60, tag.end);
  return {
    name: attributes.get("Name") ?? "",
    kind,
    components: attributes.has("NumberOfComponents") ? countAt(scan, tag, "NumberOfComponents") || 1 : 1,
    format: attributes.get("format") ?? "ascii",
    offset: attributes.has("offset") ? countAt(scan, tag, "offset") : 0,
    from: tag.end,
    to: tag.empty ? tag.end : close < 0 ? scan.bytes.length : close,
  };
}

function appendedAt(scan: Scan, encoding: string, from: number): AppendedData {
  let at = from;
  while (at < scan.end && scan.bytes[at] <= 32) at++;
  if (scan.bytes[at] !== 95) throw refused(scan, "the appended data does not begin with _", at);
  if (encoding !== "raw" && encoding !== "base64") {
    throw refused(scan, `the appended data is encoded in ${quoted(encoding)}; accepted: raw, base64`, at);
  }
  return { encoding, from: at + 1, to: scan.end };
}

function valuesOf(scan: Scan, outline: Outline, array: Described): Float64Array {
  if (array.format === "ascii") {
    const list: Reals = reals();
    eachNumber(scan, array, (field) => pushReal(list, real(field)));
    outline.budget.spend(8 * list.length, called(array));
    return trimmedReals(list);
  }
  const bytes = bytesOf(scan, outline, array);
  outline.budget.spend(8 * (bytes.length / array.kind.bytes), called(array));
  return realsFrom(bytes, array.kind, outline.storage.littleEndian);
}

function wholeNumbers(scan: Scan, outline: Outline, array: Described): Int32Array {
  if (array.format === "ascii") {
    const list: Ints = ints();
    eachNumber(scan, array, (field) => pushInt(list, narrowInteger(field)));
    outline.budget.spend(4 * list.length, called(array));
    return trimmedInts(list);
  }
  const refuse = (reason: string) => new InputError(`"${array.name}": ${reason}`, { file: scan.file });
  const bytes = bytesOf(scan, outline, array);
  outline.budget.spend(4 * (bytes.length / array.kind.bytes), called(array));
  return intsFrom(bytes, array.kind, outline.storage.littleEndian, refuse);
}

const called = ({ name }: Described) => (name === "" ? "array" : `array ${quoted(name)}`);

/** The numbers between the tags of an array, as text. */
function eachNumber(scan: Scan, { from, to }: Described, next: (field: Scan) => void): void {
  const field: Scan = { ...scan, at: from, end: to };
  for (;;) {
    while (field.at < to && field.bytes[field.at] <= 32) field.at++;
    if (field.at >= to) return;
    next(field);
  }
}

function bytesOf(
  scan: Scan,
  { storage, appended, budget }: Outline,
  { name, format, offset, from, to }: Described,
): Uint8Array {
  const refuse = (reason: string) => binaryRefused(scan, `"${name}": ${reason}`, from);
  if (format === "binary") return vtuBytes(scan.bytes, { encoding: "base64", from, to }, storage, budget, refuse);
  if (format !== "appended") throw refuse(`has the format ${quoted(format)}; accepted: ascii, binary, appended`);
  if (appended === null) throw refuse("its data is appended, and the file has no AppendedData: it is cut short");
  const at = appended.from + offset;
  if (at > appended.to) throw refuse(`begins ${offset} bytes behind the start of the appended data, beyond its end`);
  return vtuBytes(scan.bytes, { ...appended, from: at }, storage, budget, refuse);
}

function gridOf(scan: Scan, outline: Outline, { points, cells, arrays }: Piece): Grid {
  const refuse = (reason: string) => new InputError(reason, { file: scan.file });
  const named = (section: string, name?: string): Described => {
    const found = arrays.get(section)?.find((array) => name === undefined || array.name === name);
    if (found !== undefined) return found;
    throw refuse(`has no ${name ?? "array"} in ${section}: it is cut short or holds no mesh`);
  };
  const whole = (name: string): Int32Array => wholeNumbers(scan, outline, named("Cells", name));
  if (points === 0 && cells === 0)
    return { points: new Float64Array(0), types: [], offsets: new Int32Array(1), nodes: new Int32Array(0) };
  const spots = valuesOf(scan, outline, named("Points"));
  const [nodes, ends, types] = [whole("connectivity"), whole("offsets"), whole("types")];
  for (const [found, expected, what] of [
    [spots.length, 3 * points, "coordinates"],
    [ends.length, cells, "offsets"],
    [types.length, cells, "types"],
  ] as const) {
    if (found !== expected) throw refuse(`has ${found} ${what}; ${expected} are expected`);
  }
  const offsets = new Int32Array(cells + 1);
  for (let c = 0; c < cells; c++) {
    offsets[c + 1] = ends[c];
    if (!(ends[c] >= offsets[c] && ends[c] <= nodes.length)) {
      throw refuse(`the nodes of cell ${c} end at ${ends[c]}; accepted: ${offsets[c]} to ${nodes.length}`);
    }
  }
  return { points: spots, types, offsets, nodes };
}
