/** Matrices, tables, records and results as files, by the ending of the name. */
import { extname } from "node:path";
import { InputError } from "noether";
import {
  type GroundMotion,
  type ResultHeader,
  type StoredMatrix,
  type Table,
  writeAt2,
  writeMatrixMarket,
  writeMesh,
  writeRows,
  writeTable,
} from "noether/formats";
import { withDraft, writeFile } from "../files.js";
import { type ResultWriter, resultFormat } from "../results/writer.js";
import { holdsBody, type Writing, writeBodies } from "./bodies.js";
import type { Content } from "./read.js";

/** What the format has no place for, in words. */
export async function writeContent(
  content: Content,
  from: string,
  path: string,
  options: Writing,
): Promise<readonly string[]> {
  const { force } = options;
  if (content.kind === "result" && holdsBody(path)) await writeBodies(content.scan, from, path, options);
  else if (content.kind === "result") await writeResult(content.scan, path, force);
  else if (content.kind === "mesh") {
    const { bytes, notices } = writeMesh(content.mesh, path);
    writeFile(path, bytes, force);
    return notices;
  } else writeFile(path, textOf(content, path), force);
  return [];
}

function textOf(content: Exclude<Content, { kind: "result" | "mesh" }>, path: string): string {
  const ending = extname(path).toLowerCase();
  if (content.kind === "matrix") {
    if (ending === ".mtx") return writeMatrixMarket(content.matrix);
    const rows = rowsOf(content.matrix);
    if (ending === ".csv") return writeRows(rows);
    if (ending === ".json") return `[\n${rows.map((row) => `  [${row.join(", ")}]`).join(",\n")}\n]\n`;
    throw unfit("matrix", ".mtx, .csv, .json", path);
  }
  if (content.kind === "record" && ending === ".at2") return writeAt2(content.record);
  const table = content.kind === "table" ? content.table : tableOf(content.record);
  if (ending === ".csv") return writeTable(table);
  if (ending === ".txt") return writeTable(table).replaceAll(",", " ");
  if (ending === ".json") return jsonTable(table);
  throw unfit(content.kind, content.kind === "record" ? ".at2, .csv, .txt, .json" : ".csv, .txt, .json", path);
}

function unfit(kind: string, accepted: string, path: string): InputError {
  return new InputError(`cannot hold a ${kind}; accepted: ${accepted}`, { file: path });
}

function tableOf({ title, units, times, values }: GroundMotion): Table {
  const name = units === null ? title || "value" : `${title || "acceleration"} [${units}]`;
  return { times, columns: [values], names: [name.replaceAll('"', "'")] };
}

function jsonTable({ times, columns, names }: Table): string {
  const entries = [["t", times] as const, ...columns.map((column, j) => [names?.[j] ?? `x${j + 1}`, column] as const)];
  return `{\n${entries.map(([name, column]) => `  ${JSON.stringify(name)}: [${[...column].join(", ")}]`).join(",\n")}\n}\n`;
}

/** A full matrix takes its size squared: a sparse one of many unknowns has no use for rows of zeros. */
function rowsOf({ matrix, rows, columns }: StoredMatrix): number[][] {
  if (rows * columns > 2e7) {
    throw new InputError(`a matrix of ${rows} × ${columns} is too large for rows of numbers; accepted: .mtx`);
  }
  const { rowStart, column } = matrix.pattern;
  return Array.from({ length: rows }, (_, i) => {
    const row = new Array<number>(columns).fill(0);
    for (let p = rowStart[i] ?? 0; p < (rowStart[i + 1] ?? 0); p++)
      row[column[p] as number] = matrix.values[p] as number;
    return row;
  });
}

type Scan = Extract<Content, { kind: "result" }>["scan"];

async function writeResult(scan: Scan, path: string, force: boolean): Promise<void> {
  const format = await resultFormat(path);
  withDraft(path, force, (draft) => copyFrames(scan, (header) => format.create(draft, header, true)));
}

function copyFrames(scan: Scan, create: (header: ResultHeader) => ResultWriter): void {
  let close: ResultWriter["close"] = () => {};
  let count = 0;
  const { summary } = scan((header) => {
    const writer = create(header);
    close = writer.close;
    return (values) => {
      writer.frame(values);
      // A flush now and then keeps what is waiting in memory small.
      if (++count % 4096 === 0) writer.flush();
    };
  });
  close(summary);
}
