/** Unstructured grids in VTK's older format, versions 1 to 5.1, as text or binary (big-endian) [VTK file formats, "Simple legacy
 *  formats"]. Until version 4 the nodes of a cell stand behind their number, since 5 behind a list of offsets. */
import { InputError } from "../../core/failure.js";
import { quoted } from "../text.js";
import type { MeshFile } from "./mesh-file.js";
import { binaryRefused } from "./numbers.js";
import {
  integer,
  narrowInteger,
  peekWord,
  real,
  refused,
  restOfLine,
  type Scan,
  scanOf,
  skipLine,
  word,
} from "./scan.js";
import { intsFrom, NUMBER_KINDS, realsFrom } from "./typed-values.js";
import type { DataArray } from "./vtk-cells.js";
import { meshOfGrids } from "./vtk-grid.js";

interface VtkText {
  readonly scan: Scan;
  readonly binary: boolean;
  /** `count` numbers of a type of that name. */
  reals(count: number, type: string): Float64Array;
  /** The same, made from the bytes when they are asked for. */
  later(count: number, type: string): () => Float64Array;
  ints(count: number, type: string): Int32Array;
  refused(reason: string): InputError;
}

interface Parts {
  points: Float64Array | null;
  lists: { readonly offsets: Int32Array; readonly nodes: Int32Array } | null;
  types: Int32Array | null;
  readonly arrays: DataArray[];
}

export function readVtk(bytes: Uint8Array, name?: string): MeshFile {
  const scan = scanOf(bytes, name);
  const version = /^# vtk DataFile Version (\d+\.\d+)/i.exec(restOfLine(scan))?.[1];
  if (version === undefined)
    throw new InputError("is not a file of VTK: its first line says no version", { file: name });
  restOfLine(scan);
  const layout = word(scan).toUpperCase();
  if (layout !== "ASCII" && layout !== "BINARY") {
    throw refused(scan, `found ${quoted(layout)} in line 3; accepted: ASCII, BINARY`);
  }
  const file = vtkText(scan, layout === "BINARY");
  const parts: Parts = { points: null, lists: null, types: null, arrays: [] };
  readParts(file, parts);
  return meshOf(file, parts, name);
}

function vtkText(scan: Scan, binary: boolean): VtkText {
  const failed = (reason: string) => (binary ? binaryRefused(scan, reason) : refused(scan, reason));
  const take = (count: number, type: string): Uint8Array => {
    const kind = NUMBER_KINDS.get(type.toLowerCase());
    if (kind === undefined) throw refused(scan, `found the type of numbers ${quoted(type)}, which is not read`);
    // In binary files the bytes begin on the line after their description.
    skipLine(scan);
    const from = scan.at;
    if (count * kind.bytes > scan.end - from) {
      throw failed(`announces ${count} numbers of type ${type}, and the file is too short for them`);
    }
    scan.at += count * kind.bytes;
    return scan.bytes.subarray(from, scan.at);
  };
  const room = (count: number) => {
    if (2 * count <= scan.end - scan.at + 1) return;
    throw refused(scan, `announces ${count} numbers, and the file is too short for them`);
  };
  const kindOf = (type: string) =>
    NUMBER_KINDS.get(type.toLowerCase()) as NonNullable<ReturnType<typeof NUMBER_KINDS.get>>;
  return {
    scan,
    binary,
    refused: failed,
    reals(count, type) {
      if (binary) return realsFrom(take(count, type), kindOf(type), false);
      room(count);
      const out = new Float64Array(count);
      for (let k = 0; k < count; k++) out[k] = real(scan);
      return out;
    },
    later(count, type) {
      if (binary) {
        const bytes = take(count, type);
        return () => realsFrom(bytes, kindOf(type), false);
      }
      const values = this.reals(count, type);
      return () => values;
    },
    ints(count, type) {
      if (binary) return intsFrom(take(count, type), kindOf(type), false, failed);
      room(count);
      const out = new Int32Array(count);
      for (let k = 0; k < count; k++) out[k] = narrowInteger(scan);
      return out;
    },
  };
}

function readParts(file: VtkText, parts: Parts): void {
  const { scan } = file;
  let on: "nodes" | "elements" | null = null;
  let places = 0;
  for (let key = word(scan).toUpperCase(); key !== ""; key = word(scan).toUpperCase()) {
    switch (key) {
      case "DATASET": {
        const kind = word(scan).toUpperCase();
        if (kind !== "UNSTRUCTURED_GRID") throw refused(scan, `holds a ${quoted(kind)}; accepted: UNSTRUCTURED_GRID`);
        break;
      }
      case "POINTS": {
        const count = counted(scan);
        parts.points = file.reals(3 * count, word(scan));
        break;
      }
      case "CELLS":
        parts.lists = readCells(file);
        break;
      case "CELL_TYPES":
        parts.types = file.ints(counted(scan), "int");
        break;
      case "CELL_DATA":
      case "POINT_DATA":
        on = key === "CELL_DATA" ? "elements" : "nodes";
        places = counted(scan);
        break;
      case "METADATA":
        skipMetadata(scan);
        break;
      case "FIELD":
        readField(file, on, places, parts.arrays);
        break;
      default:
        readAttribute(file, key, on ?? "nodes", places, parts.arrays);
    }
  }
}

function counted(scan: Scan): number {
  const count = integer(scan);
  if (count >= 0) return count;
  throw refused(scan, `found the count ${count}; accepted: 0 or more`);
}

function readCells(file: VtkText): NonNullable<Parts["lists"]> {
  const { scan } = file;
  const [first, second] = [counted(scan), counted(scan)];
  if (peekWord(scan).toUpperCase() === "OFFSETS") {
    word(scan);
    const offsets = file.ints(first, word(scan));
    if (word(scan).toUpperCase() !== "CONNECTIVITY") throw file.refused("CONNECTIVITY is expected after OFFSETS");
    const nodes = file.ints(second, word(scan));
    offsets.forEach((offset, c) => {
      const least = c === 0 ? 0 : offsets[c - 1];
      if (offset >= least && offset <= second && (c > 0 || offset === 0)) return;
      throw file.refused(
        `OFFSETS has ${offset} at place ${c}; accepted: ${least} to ${c === 0 ? 0 : second}, the nodes in CONNECTIVITY`,
      );
    });
    return { offsets: first === 0 ? new Int32Array(1) : offsets, nodes };
  }
  const together = file.ints(second, "int");
  const offsets = new Int32Array(boundedBy(file, first, second) + 1);
  const nodes = new Int32Array(second - first);
  for (let c = 0, at = 0; c < first; c++) {
    const count = together[at++];
    if (!(count >= 0 && at + count <= second))
      throw file.refused(`cell ${c} has ${count} nodes, more than CELLS holds`);
    offsets[c + 1] = offsets[c] + count;
    if (offsets[c + 1] > nodes.length) throw file.refused("CELLS does not hold as many numbers as it announces");
    nodes.set(together.subarray(at, at + count), offsets[c]);
    at += count;
  }
  return { offsets, nodes };
}

function boundedBy(file: VtkText, count: number, most: number): number {
  if (count <= most) return count;
  throw file.refused(`announces ${count} cells with ${most} numbers`);
}

/** Lines up to an empty one. */
function skipMetadata(scan: Scan): void {
  skipLine(scan);
  while (scan.at < scan.end && restOfLine(scan).trim() !== "") {}
}

function readField(file: VtkText, on: "nodes" | "elements" | null, places: number, arrays: DataArray[]): void {
  const { scan } = file;
  word(scan);
  const count = counted(scan);
  for (let k = 0; k < count; k++) {
    if (peekWord(scan).toUpperCase() === "METADATA") {
      word(scan);
      skipMetadata(scan);
    }
    const name = decodedName(word(scan));
    const [width, tuples, type] = [counted(scan), counted(scan), word(scan)];
    if (name === "") throw refused(scan, `the file ends after ${k} of ${count} arrays`);
    if (type.toLowerCase() === "string") throw refused(scan, "arrays of texts are not read");
    const values = file.later(width * tuples, type);
    if (on !== null && tuples === places) arrays.push(arrayOf(name, on, width, values, type));
  }
}

const WIDTHS: Readonly<Record<string, number>> = { SCALARS: 1, VECTORS: 3, NORMALS: 3, TENSORS: 9, TENSORS6: 6 };

function readAttribute(
  file: VtkText,
  key: string,
  on: "nodes" | "elements",
  places: number,
  arrays: DataArray[],
): void {
  const { scan } = file;
  const width = WIDTHS[key];
  if (width === undefined) throw refused(scan, `found ${quoted(key)}, which is not read in a file of VTK`);
  const name = decodedName(word(scan));
  const type = word(scan);
  let components = width;
  if (key === "SCALARS") {
    if (/^\d+$/.test(peekWord(scan))) components = counted(scan);
    if (peekWord(scan).toUpperCase() === "LOOKUP_TABLE") {
      word(scan);
      word(scan);
    }
  }
  arrays.push(arrayOf(name, on, components, file.later(places * components, type), type));
}

/** Blanks in names are written %20. */
function decodedName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function arrayOf(
  name: string,
  on: "nodes" | "elements",
  width: number,
  values: () => Float64Array,
  type: string,
): DataArray {
  const whole = NUMBER_KINDS.get(type.toLowerCase())?.kind !== "real";
  return { name, on, width, values, whole };
}

function meshOf(file: VtkText, { points, lists, types, arrays }: Parts, name: string | undefined): MeshFile {
  for (const [part, key] of [
    [points, "POINTS"],
    [lists, "CELLS"],
    [types, "CELL_TYPES"],
  ] as const) {
    if (part === null) throw new InputError(`ends without ${key}: it is cut short or holds no mesh`, { file: name });
  }
  const grid = { points: points as Float64Array, types: types as Int32Array, ...(lists as NonNullable<typeof lists>) };
  return meshOfGrids([grid], arrays, file.refused);
}
