/** Studies: what a case costs, and what a second thread gains. The program itself, as a user calls it. */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Line, Workload } from "../index.js";
import type { Outcome } from "./measure.js";

const execute = promisify(execFile);
const measure = fileURLToPath(new URL("measure.js", import.meta.url));

const ROUNDS = 3;

interface Kind {
  readonly name: string;
  readonly cases: number;
  readonly steps: number;
  readonly measure: string;
}

const KINDS: readonly Kind[] = [
  { name: "cases of 20,000 steps", cases: 300, steps: 20_000, measure: "{ drift: { drift: energy } }" },
  { name: "cases of 200 steps", cases: 1500, steps: 200, measure: "{ drift: { drift: energy } }" },
  { name: "cases of 20,000 steps in lanes", cases: 3000, steps: 20_000, measure: "{ end: { final: x } }" },
];

const text = ({ steps, measure: wanted }: Kind, cases: number) => `noether: 1
name: Duffing oscillators
study:
  model:
    noether: 1
    system: { coordinates: [x], parameters: { k: 1 }, mass: 1, potential: k*x^2/2 + x^4/4 }
    start: { q: [1], v: [0] }
    method: central-difference
    time: { steps: ${steps}, step: 0.01 }
  vary: { k: { from: 1, to: 2, count: ${cases} } }
  measure: ${wanted}
`;

export const studies: Workload = {
  id: "studies",
  title: "studies: what a case costs, and what a second thread gains",
  remark:
    "A step stands for a case. Seconds are those of CPU, of all threads; wall_seconds, speedup (of the wall clock, against one thread) and cases_per_second are without start_seconds, what a study of two cases takes. " +
    "Best of three rounds; only a machine with nothing else to do can show what a thread gains: load_average is with the figures.",
  async *lines() {
    const program = process.argv[1] ?? "";
    const scratch = await mkdtemp(join(tmpdir(), "noether-bench-"));
    const run = async (kind: Kind, cases: number, threads: number): Promise<Outcome & { readonly table: string }> => {
      const [study, table] = [join(scratch, "study.yaml"), join(scratch, "table.csv")];
      await writeFile(study, text(kind, cases));
      const words = ["study", study, "--out", table, "--threads", String(threads), "--quiet", "--force"];
      const { stdout } = await execute(process.execPath, [measure, program, ...words]);
      // Without the seconds of its rows.
      const rows = (await readFile(table, "utf8")).replace(/,[^,\n]*$/gm, "");
      return { ...(JSON.parse(stdout) as Outcome), table: rows };
    };
    try {
      for (const kind of KINDS) yield* linesOf(kind, run);
    } finally {
      await rm(scratch, { recursive: true });
    }
  },
};

async function* linesOf(
  kind: Kind,
  run: (kind: Kind, cases: number, threads: number) => Promise<Outcome & { readonly table: string }>,
): AsyncGenerator<Line> {
  const threads = [1, 2].filter((count) => count <= availableParallelism());
  const best = new Map<number, { readonly wall: number; readonly cpu: number }>();
  const tables = new Set<string>();
  let start = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    start = Math.min(start, (await run(kind, 2, 1)).wall);
    for (const count of threads) {
      const { wall, cpu, table } = await run(kind, kind.cases, count);
      const known = best.get(count);
      best.set(count, { wall: Math.min(wall, known?.wall ?? wall), cpu: Math.min(cpu, known?.cpu ?? cpu) });
      tables.add(table);
    }
  }
  const alone = (best.get(1)?.wall ?? 0) - start;
  for (const [count, { wall, cpu }] of best) {
    yield {
      workload: `studies, ${kind.name}`,
      peer: `${kind.name}, ${count === 1 ? "one thread" : `${count} threads`}`,
      n: 1,
      steps: kind.cases,
      seconds: cpu,
      seconds_per_step: cpu / kind.cases,
      measure: "tables that differ from the first",
      error: tables.size - 1,
      ok: tables.size === 1,
      threads: count,
      wall_seconds: wall - start,
      start_seconds: start,
      cases_per_second: Math.round(kind.cases / (wall - start)),
      speedup: Number((alone / (wall - start)).toFixed(2)),
      load_average: loadavg()[0],
    };
  }
}
