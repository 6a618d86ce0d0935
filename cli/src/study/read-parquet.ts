/** Tables of studies that are Parquet files of whatever origin. Parquet says much in few bytes, by runs, dictionaries and row groups that name the same
 *  bytes, and the library makes all of it: so a thread of its own reads the file, within limits of time and memory. */
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { InputError } from "noether";
import { areColumns, type StudyTable, tableOfColumns } from "noether/studies";
import { readBytes } from "../files.js";
import { KEYS } from "./parquet.js";

/** What reading may take: bytes of memory, and seconds of the processor. */
export interface Limits {
  readonly memory: number;
  readonly seconds: number;
}

/** For any file, and for each of its bytes: rows with numbers that differ make some hundred bytes of each of their own at most. */
const limitsFor = (size: number): Limits => ({ memory: 512e6 + 256 * size, seconds: 10 + size / 1e6 });

/** Answers with the metadata and the columns that they name. */
const READ = `
  const { parentPort, workerData } = require("node:worker_threads");
  const { library, bytes, keys } = workerData;
  const asText = (cell) => String(cell ?? "");
  const read = async () => {
    const { parquetMetadata, parquetReadObjects } = await import(library);
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
    const about = new Map((parquetMetadata(file).key_value_metadata ?? []).map(({ key, value }) => [key, value ?? ""]));
    const rows = await parquetReadObjects({ file });
    const columns = about.has(keys.columns) ? JSON.parse(about.get(keys.columns)) : null;
    if (!Array.isArray(columns)) return { columns, data: [], text: "" };
    const data = columns.map(({ name, type }) => {
      if (rows.length > 0 && !(name in rows[0])) throw new Error("it has no column " + JSON.stringify(asText(name).slice(0, 60)));
      if (type === "text") return rows.map((row) => asText(row[name]));
      return Float64Array.from(rows, (row) => {
        const cell = row[name] ?? NaN;
        if (typeof cell === "number" || typeof cell === "bigint" || typeof cell === "boolean") return Number(cell);
        throw new Error("its column " + JSON.stringify(asText(name).slice(0, 60)) + " holds other things than numbers");
      });
    });
    return { columns, data, text: asText(about.get(keys.study)) };
  };
  read().then(
    (answer) => parentPort.postMessage(answer),
    (error) => parentPort.postMessage({ failed: String(error?.message ?? error).slice(0, 200) }),
  );
`;

interface Answer {
  readonly failed?: string;
  readonly columns: unknown;
  readonly data: readonly (Float64Array | readonly string[])[];
  readonly text: string;
}

export async function readParquet(path: string, limits?: Limits): Promise<StudyTable> {
  const bytes = readBytes(path);
  const { failed, columns, data, text } = await readApart(path, bytes, limits ?? limitsFor(bytes.length));
  if (failed !== undefined) throw new InputError(`cannot be read as Parquet: ${failed}`, { file: path });
  if (areColumns(columns)) return tableOfColumns(columns, data, text);
  throw new InputError(`is Parquet, but not the table of a study: its metadata have no ${KEYS.columns}`, {
    file: path,
  });
}

/** Milliseconds between looks at what the thread takes. */
const LOOK_EVERY = 50;

function readApart(path: string, bytes: Uint8Array, { memory, seconds }: Limits): Promise<Answer> {
  const library = pathToFileURL(createRequire(import.meta.url).resolve("hyparquet")).href;
  const thread = new Worker(READ, {
    eval: true,
    workerData: { library, bytes, keys: KEYS },
    resourceLimits: { maxOldGenerationSizeMb: Math.ceil(memory / 2 ** 20) },
  });
  const before = process.memoryUsage.rss();
  return new Promise<Answer>((resolve, reject) => {
    const refuse = (reason: string) => reject(new InputError(`cannot be read: ${reason}`, { file: path }));
    const tooLarge = () => refuse(`it makes more than ${Math.round(memory / 1e6)} MB of ${bytes.length} bytes`);
    const watch = setInterval(() => {
      const { user, system } = process.cpuUsage(used);
      if (process.memoryUsage.rss() - before > memory) tooLarge();
      else if ((user + system) / 1e6 > seconds)
        refuse(`it takes more than ${Math.round(seconds)} s of the processor for ${bytes.length} bytes`);
      else return;
      clearInterval(watch);
      void thread.terminate();
    }, LOOK_EVERY);
    const used = process.cpuUsage();
    const end = () => clearInterval(watch);
    thread.once("message", resolve).once("exit", end);
    thread.once("error", (error: Error & { readonly code?: string }) => {
      if (error.code === "ERR_WORKER_OUT_OF_MEMORY") tooLarge();
      else refuse(error.message);
    });
  });
}
