/** HDF5 files of others. The library that reads them is C in WebAssembly: damaged files make it crash, loop or ask for gigabytes, links and
 *  external storage make it read other files. So a process of its own reads a file first, from end to end, within limits of time and
 *  memory and by the rules below; what that process has read is opened here, and nothing else. */
import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { InputError } from "noether";
import type { Quantity } from "noether/formats";
import { Interruption } from "../interruption.js";

/** Bytes in memory, of which the program and the library take about 120 million. */
const MEMORY = 1_000_000_000;
/** Seconds of the processor for any file, and bytes a second beyond that; others may keep it busy ten times as long. */
const PATIENCE = 10;
const RATE = 20e6;
const BUSY = 10;

/** Kills its process, which the library may keep busy for ever, when it takes too long or too much. */
const WATCH = `
  import { writeSync } from "node:fs";
  import { workerData } from "node:worker_threads";
  const { memory, seconds } = workerData;
  const used = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1e6; };
  setInterval(() => {
    const why = process.memoryUsage.rss() > memory ? "memory" : used() > seconds ? "time" : null;
    if (why === null) return;
    writeSync(1, JSON.stringify({ limit: why }) + "\\n");
    process.kill(process.pid, "SIGKILL");
  }, 20);
`;

/** The datasets of the root that are read; there are no others. */
export const QUANTITIES: readonly Quantity[] = ["t", "q", "v", "energy", "ledger", "invariant", "probe"];

/** What this program writes of a table is in chunks of the root, of doubles; of a body, in chunks below VTKHDF, beside a grid of fixed size,
 *  which it never opens again. Nothing else is looked at. External storage cannot be in chunks. */
const READ = `
  import { statSync, writeSync } from "node:fs";
  import { Worker } from "node:worker_threads";
  const { path, watch, memory, seconds, quantities } = JSON.parse(process.argv[1]);
  new Worker(watch, { eval: true, workerData: { memory, seconds } }).unref();
  const say = (answer) => { writeSync(1, JSON.stringify(answer) + "\\n"); process.exit(0); };
  const refuse = (reason) => say({ reason });
  const hdf5 = await import("h5wasm/node");
  (await hdf5.ready).activate_throwing_error_handler();
  const size = statSync(path).size;
  try {
    const file = new hdf5.File(path, "r");
    for (const [name, attribute] of Object.entries(file.attrs)) {
      const { metadata, shape } = attribute;
      if (metadata.size * (shape ?? []).reduce((a, b) => a * b, 1) > size) refuse("its attribute " + JSON.stringify(name.slice(0, 40)) + " is larger than the file");
      void attribute.value;
    }
    // Asking for a link of the other kind, or for one where there is none, throws or returns nothing.
    const linkAt = (place) => {
      try { if (file.get_link(place)) return true; } catch {}
      try { if (file.get_external_link(place)?.filename) return true; } catch {}
      return false;
    };
    const unlinked = (place) => linkAt("/" + place) ? null : file.get(place);
    const readRows = (called, { metadata, shape }, slice) => {
      const [chunk, width] = [metadata.chunks[0] ?? 1, shape.slice(1).reduce((a, b) => a * b, 1)];
      if ((shape[0] - 2 * chunk) * width * metadata.size > size) refuse(called + " has " + shape[0] + " rows, for which the file is too short");
      const step = Math.max(1, Math.floor(1048576 / Math.max(1, width)));
      const others = shape.slice(1).map(() => []);
      for (let from = 0; from < shape[0]; from += step) {
        const to = Math.min(shape[0], from + step);
        void slice([[from, to], ...others]);
      }
    };
    const walk = (place, depth) => {
      const called = "its part " + JSON.stringify(place.slice(0, 80));
      const found = unlinked(place);
      if (found === null || !("keys" in found || "slice" in found)) refuse(called + " is a link, or neither group nor dataset; accepted: data in the file itself");
      if ("keys" in found) {
        if (depth === 0) refuse(called + " is a group in too many others");
        for (const name of found.keys()) walk(place + "/" + name, depth - 1);
        return;
      }
      const { metadata, shape } = found;
      if (metadata.virtual_sources) refuse(called + " is virtual; accepted: data in the file itself");
      if (metadata.chunks !== null) return readRows(called, found, (ranges) => found.slice(ranges));
      if ((metadata.maxshape ?? []).some((most, k) => most !== shape[k])) refuse(called + " can grow and is not stored in chunks; accepted: data in the file itself, as noether writes it");
    };
    for (const name of quantities) {
      if (!file.keys().includes(name)) continue;
      const called = "its dataset " + name;
      const dataset = unlinked(name);
      if (dataset === null || !("slice" in dataset)) refuse(called + " is a link or no dataset; accepted: a dataset in the file itself");
      const { metadata, shape } = dataset;
      if (metadata.type !== 1 || metadata.size !== 8 || !metadata.littleEndian) refuse(called + " is not of doubles; accepted: numbers of 8 bytes, little-endian");
      if (metadata.chunks === null || metadata.virtual_sources) refuse(called + " is not stored in chunks; accepted: data in the file itself, as noether writes it");
      if (shape.length !== 2 || shape[1] < 1) refuse(called + " has " + shape.length + " dimensions; accepted: frames and columns");
      const columns = JSON.parse(String(dataset.attrs.columns?.value ?? "null"));
      if (!Array.isArray(columns) || columns.length !== shape[1]) refuse(called + " has " + shape[1] + " columns, and names others");
      readRows(called, dataset, (ranges) => dataset.slice(ranges));
    }
    // VTKHDF/Steps/PointDataOffsets/NAME is the deepest.
    if (file.keys().includes("VTKHDF")) walk("VTKHDF", 3);
    file.close();
  } catch (error) {
    say({ failed: String(error?.message ?? error).slice(0, 20000) });
  }
  say({ read: true });
`;

interface Answer {
  readonly read?: true;
  readonly reason?: string;
  readonly failed?: string;
  readonly limit?: "memory" | "time";
}

/** Files that were read, as they were then. */
const known = new Map<string, string>();

/** Throws what is wrong with the file: by the rules, or with the library's own words for `inWords` to shorten. */
export function readApart(path: string): void {
  const { size, mtimeMs, ino } = statSync(path);
  const state = `${size} ${mtimeMs} ${ino}`;
  if (known.get(resolve(path)) === state) return;
  const seconds = PATIENCE + size / RATE;
  const order = JSON.stringify({ path: resolve(path), watch: WATCH, memory: MEMORY, seconds, quantities: QUANTITIES });
  const outcome = spawnSync(
    process.execPath,
    ["--max-old-space-size=512", "--input-type=module", "--eval", READ, order],
    // Where this file is, so that the library is found as it is found from here.
    {
      cwd: dirname(fileURLToPath(import.meta.url)),
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      timeout: Math.ceil(1000 * BUSY * seconds),
      killSignal: "SIGKILL",
      maxBuffer: 1e6,
      env: { ...process.env, NODE_OPTIONS: "" },
    },
  );
  const wrong = wrongIn(outcome, path, seconds);
  if (wrong !== null) throw wrong;
  known.set(resolve(path), state);
}

/** How the reading process ended. */
export interface Outcome {
  readonly stdout: string | null;
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly error?: Error & { readonly code?: string };
}

/** Null for a file that was read. Damaged is what the library has failed on; limits and signals say nothing about the file. */
export function wrongIn({ stdout, status, signal, error }: Outcome, path: string, seconds: number): Error | null {
  const { read, reason, failed, limit } = answerIn(stdout ?? "");
  const unread = (why: string) => new InputError(`cannot be read: ${why}`, { file: path });
  if (read === true) return null;
  if (reason !== undefined) return new InputError(reason, { file: path });
  if (failed?.startsWith("HDF5-DIAG")) return new Error(failed);
  if (failed !== undefined) {
    return unread(`the HDF5 library failed (${failed.split("\n")[0]?.slice(0, 80)}); the file is damaged`);
  }
  if (limit === "memory") {
    return unread(`the HDF5 library asks for more than ${MEMORY / 1e6} MB to read it, the most that it may take`);
  }
  if (limit === "time") {
    return unread(
      `the HDF5 library has not read it in ${Math.round(seconds)} s of the processor, the longest that it may take`,
    );
  }
  if (error?.code === "ETIMEDOUT") {
    return unread(`it has not been read in ${Math.round(BUSY * seconds)} s, the longest that is waited for`);
  }
  if (signal === "SIGINT" || signal === "SIGTERM" || signal === "SIGHUP") return new Interruption(signal, path);
  if (signal === "SIGKILL") return unread("the process that reads it was killed, as systems do that run out of memory");
  if (error !== undefined)
    return unread(`the process that reads it cannot be started (${error.code ?? error.message})`);
  return unread(`the HDF5 library crashed (${signal ?? `status ${status}`}); the file is damaged`);
}

function answerIn(text: string): Answer {
  try {
    return JSON.parse(text.trim().split("\n").at(-1) ?? "") as Answer;
  } catch {
    return {};
  }
}
