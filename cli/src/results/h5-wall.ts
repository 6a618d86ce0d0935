/** HDF5 files of others. The library that reads them is C in WebAssembly: damaged files make it crash, loop or ask for gigabytes, links and
 *  external storage make it read other files. So a process of its own reads a file first, from end to end, within limits of time and
 *  memory and by the rules below; what that process has read is opened here, and nothing else. */
import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { InputError } from "noether";

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

/** What this program writes is in chunks of the root, of doubles; nothing else is looked at. External storage cannot be in chunks. */
const READ = `
  import { statSync, writeSync } from "node:fs";
  import { Worker } from "node:worker_threads";
  const { path, watch, memory, seconds } = JSON.parse(process.argv[1]);
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
    for (const name of ["t", "q", "v", "energy", "ledger", "invariant", "probe"]) {
      if (!file.keys().includes(name)) continue;
      const called = "its dataset " + name;
      let link = "";
      try { link = file.get_link("/" + name) ?? ""; } catch {}
      const dataset = file.get(name);
      if (link !== "" || dataset === null || !("slice" in dataset)) refuse(called + " is a link or no dataset; accepted: a dataset in the file itself");
      const { metadata, shape } = dataset;
      if (metadata.type !== 1 || metadata.size !== 8 || !metadata.littleEndian) refuse(called + " is not of doubles; accepted: numbers of 8 bytes, little-endian");
      if (metadata.chunks === null || metadata.virtual_sources) refuse(called + " is not stored in chunks; accepted: data in the file itself, as noether writes it");
      if (shape.length !== 2 || shape[1] < 1) refuse(called + " has " + shape.length + " dimensions; accepted: frames and columns");
      const columns = JSON.parse(String(dataset.attrs.columns?.value ?? "null"));
      if (!Array.isArray(columns) || columns.length !== shape[1]) refuse(called + " has " + shape[1] + " columns, and names others");
      const chunk = metadata.chunks[0] ?? 1;
      if ((shape[0] - 2 * chunk) * shape[1] * 8 > size) refuse(called + " has " + shape[0] + " frames, for which the file is too short");
      const step = Math.max(1, Math.floor(1048576 / shape[1]));
      for (let from = 0; from < shape[0]; from += step) void dataset.slice([[from, Math.min(shape[0], from + step)], []]);
    }
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
  const order = JSON.stringify({ path: resolve(path), watch: WATCH, memory: MEMORY, seconds });
  const { stdout, status, signal, error } = spawnSync(
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
  const answer = answerIn(stdout ?? "");
  if (answer.read === true) {
    known.set(resolve(path), state);
    return;
  }
  if (answer.reason !== undefined) throw new InputError(answer.reason, { file: path });
  if (answer.failed?.startsWith("HDF5-DIAG")) throw new Error(answer.failed);
  throw new InputError(
    `cannot be read: ${lost(answer, status, signal ?? error?.message ?? null, seconds)}; the file is damaged`,
    {
      file: path,
    },
  );
}

function answerIn(text: string): Answer {
  try {
    return JSON.parse(text.trim().split("\n").at(-1) ?? "") as Answer;
  } catch {
    return {};
  }
}

function lost({ failed, limit }: Answer, status: number | null, why: string | null, seconds: number): string {
  if (limit === "memory") return `the HDF5 library asks for more than ${MEMORY / 1e6} MB to read it`;
  if (limit === "time") return `the HDF5 library has not read it in ${Math.round(seconds)} s of the processor`;
  if (failed !== undefined) return `the HDF5 library failed (${failed.split("\n")[0]?.slice(0, 80)})`;
  return `the HDF5 library crashed (${why ?? `status ${status}`})`;
}
