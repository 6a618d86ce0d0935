/** Where the queue of studies saturates: many workers with cases that take no time, on a Redis server of its own on this machine.
 *    node scripts/queue-scale.mjs [--workers 1000] [--processes 4] [--cases 1000000] [--jobs 100,10,1] [--most-jobs 100000]
 *  Every worker is the real one, with its two connections; only the computation of a case is left out, and many workers share a process. For each number of
 *  cases a job, cases go through the queue until all of them, or so many jobs, are done. Needs the built program (npx tsc -b) and redis-server. */
import { fork, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { availableParallelism, cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { collect } from "../cli/dist/queue/collect.js";
import { openServer } from "../cli/dist/queue/connection.js";
import { serve } from "../cli/dist/queue/serve.js";

const { values } = parseArgs({
  options: {
    workers: { type: "string", default: "1000" },
    processes: { type: "string", default: "4" },
    cases: { type: "string", default: "1000000" },
    jobs: { type: "string", default: "1000,100,10,1" },
    "most-jobs": { type: "string", default: "100000" },
    serve: { type: "string" },
  },
});

/** Ten numbers a row, as a study has them. */
const columns = [
  { name: "case", type: "int64", role: "case" },
  ...Array.from({ length: 10 }, (_, j) => ({ name: `m${j}`, type: "float64", role: "measured" })),
  { name: "outcome", type: "text", role: "outcome" },
  { name: "seconds", type: "float64", role: "timing" },
];
const keyOf = (index) => index.toString(16).padStart(64, "0");
const rowAt = (index) => ({
  index,
  key: keyOf(index),
  values: [index, ...Array.from({ length: 10 }, (_, j) => Math.sqrt(index + j)), "completed", 1e-6],
});
const study = (count, name) => ({
  name,
  axes: [],
  count,
  columns,
  bundle: { study: { count }, text: name, name, files: new Map() },
  caseAt: (index) => ({ index, key: keyOf(index), settings: {} }),
});

async function runWorkers(address, count) {
  const server = await openServer({ queue: address });
  const idle = {
    threads: 1,
    compute: async (_hash, _bundle, first, last) => Array.from({ length: last - first }, (_, k) => rowAt(first + k)),
    stop() {},
    async close() {},
  };
  process.on("disconnect", () => process.exit());
  for (let i = 0; i < count; i++) await serve(server, idle, { lease: 30 });
  process.send("ready");
}

/** The user and system time of a process, in seconds [proc(5), fields 14 and 15 of stat]. */
function secondsOf(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

async function startRedis() {
  const port = await new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port: found } = probe.address();
      probe.close(() => resolve(found));
    });
  });
  const folder = mkdtempSync(join(tmpdir(), "noether-scale-"));
  const words = ["--bind", "127.0.0.1", "--port", String(port), "--dir", folder, "--appendonly", "yes", "--save", ""];
  const child = spawn("redis-server", [...words, "--maxclients", "20000"], { stdio: ["ignore", "pipe", "inherit"] });
  await new Promise((resolve, reject) => {
    child.once("exit", () => reject(new Error("redis-server does not start")));
    child.stdout.on("data", (chunk) => /Ready to accept/.test(String(chunk)) && resolve());
  });
  process.on("exit", () => child.kill());
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));
  const stop = async () => {
    child.removeAllListeners("exit");
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  return { address: `redis://127.0.0.1:${port}/0`, pid: child.pid, stop };
}

async function main() {
  const [workers, processes, cases, mostJobs] = ["workers", "processes", "cases", "most-jobs"].map((name) =>
    Number(values[name]),
  );
  const redis = await startRedis();
  const children = Array.from({ length: processes }, (_, k) =>
    fork(fileURLToPath(import.meta.url), ["--serve", `${redis.address} ${Math.floor((workers + k) / processes)}`]),
  );
  try {
    await Promise.all(children.map((child) => new Promise((resolve) => child.once("message", resolve))));
    const server = await openServer({ queue: redis.address });
    const watch = server.connect();
    const field = (text, name) => Number(new RegExp(`^${name}:(.*)$`, "m").exec(text)?.[1]);
    console.log(
      `${workers} workers in ${processes} processes, ${availableParallelism()} processors (${cpus()[0]?.model})`,
    );
    console.log(`connections to Redis: ${field(await watch.info("clients"), "connected_clients")}`);
    const heads = ["cases a job", "cases", "jobs", "seconds", "cases/s", "jobs/s", "commands a job"];
    const costs = ["Redis", "workers", "collector"].map((who) => `${who}: ms a job`);
    const titles = [...heads, ...costs, "Redis busy", "bytes a row"].map((title) => title.padStart(8));
    console.log(titles.join(" | "));
    for (const size of values.jobs.split(",").map(Number)) {
      const count = Math.min(cases, size * mostJobs);
      const commands = async () => field(await watch.info("stats"), "total_commands_processed");
      const before = {
        commands: await commands(),
        redis: secondsOf(redis.pid),
        workers: children.reduce((sum, { pid }) => sum + secondsOf(pid), 0),
        own: process.cpuUsage(),
      };
      const began = performance.now();
      let [kept, first, firstKept] = [0, null, 0];
      let bytes = 0;
      await collect(server, {
        study: study(count, `size ${size}`),
        table: "scale",
        jobCases: size,
        has: () => false,
        keep: (rows) => {
          kept += rows.length;
          if (bytes === 0) bytes = JSON.stringify(rows).length / rows.length;
          if (first === null) [first, firstKept] = [performance.now(), kept];
        },
      });
      const seconds = (performance.now() - began) / 1000;
      if (kept !== count) throw new Error(`${kept} rows of ${count} cases`);
      const jobs = Math.ceil(count / size);
      const own = process.cpuUsage(before.own);
      const rate = (kept - firstKept) / ((performance.now() - first) / 1000) || count / seconds;
      const spent = {
        redis: secondsOf(redis.pid) - before.redis,
        workers: children.reduce((sum, { pid }) => sum + secondsOf(pid), 0) - before.workers,
        collector: (own.user + own.system) / 1e6,
      };
      const cells = [
        size,
        count,
        jobs,
        seconds.toFixed(1),
        Math.round(rate),
        Math.round(rate / size),
        (((await commands()) - before.commands) / jobs).toFixed(1),
        ...Object.values(spent).map((time) => ((1000 * time) / jobs).toFixed(3)),
        `${Math.round((100 * spent.redis) / seconds)} %`,
        Math.round(bytes),
      ];
      console.log(cells.map((cell, k) => String(cell).padStart(titles[k].length)).join(" | "));
    }
    watch.disconnect();
  } finally {
    for (const child of children) child.kill("SIGKILL");
    await redis.stop();
  }
}

if (values.serve !== undefined) {
  const [address, count] = values.serve.split(" ");
  await runWorkers(address, Number(count));
} else {
  await main();
  process.exit(0);
}
