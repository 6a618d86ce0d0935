/** W6: what a step of one system costs when thousands run side by side, beside loops in C written for each of these ensembles and NumPy over all members. */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Workload } from "../index.js";
import { cpuSeconds, type Line } from "../line.js";
import { duffingAlone, duffingMany, frames, framesAlone, oscillators } from "./noether.js";
import { duffings, groundMotion, POINTS, periods, RUNS, storeys } from "./problem.js";

const execute = promisify(execFile);
const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

const ROUNDS = 3;
/** Members that are run one by one. */
const FEW = 200;

interface Outcome {
  readonly seconds: number;
  readonly sum: number;
}

interface Ensemble {
  readonly id: string;
  readonly dof: number;
  /** What programs read: the motion of the ground, the members. */
  readonly numbers: () => Float64Array;
  /** By the library: all members, but `FEW` of them where they run alone. */
  readonly ours: Readonly<Record<string, { readonly work: () => number; readonly members?: number }>>;
  /** What sums may differ by: sums in another order, and iterations that end sooner. */
  readonly tolerance: number;
}

const joined = (...parts: readonly Float64Array[]) => Float64Array.from(parts.flatMap((part) => [...part]));
const ENSEMBLES: readonly Ensemble[] = [
  {
    id: "oscillators",
    dof: 1,
    numbers: () =>
      joined(
        groundMotion(),
        periods(RUNS).map((period) => (2 * Math.PI) / period),
      ),
    ours: { "noether, response spectrum": { work: oscillators } },
    tolerance: 1e-9,
  },
  {
    id: "frames",
    dof: 3,
    numbers: () => joined(groundMotion(), storeys()),
    ours: {
      "noether, runMany": { work: () => frames("compensated") },
      "noether, runMany, plain sums": { work: () => frames("plain") },
      "noether, run one by one": { work: () => framesAlone(FEW), members: FEW },
    },
    tolerance: 1e-9,
  },
  ...(["verlet", "midpoint"] as const).map((method) => ({
    id: method,
    dof: 1,
    numbers: duffings,
    ours: {
      "noether, runMany": { work: () => duffingMany(method, "compensated") },
      "noether, runMany, plain sums": { work: () => duffingMany(method, "plain") },
      "noether, run one by one": { work: () => duffingAlone(method, FEW), members: FEW },
    },
    // Phases drift apart by the rounding of 2000 steps, and C and NumPy stop their iteration at 1e-12.
    tolerance: 1e-6,
  })),
];

export const w6: Workload = {
  id: "w6",
  title: "ensembles: ten thousand systems side by side",
  remark:
    "CPU time of one thread, best of three rounds; compiling is part of the first round. C and NumPy do not compensate their sums, and iterate to 1e-12, here to rounding; " +
    "C with the arithmetic of noether does what it does, with vectors of two doubles as WebAssembly has them. " +
    "ratio_to_c is that to C with as many members at a time as the vector unit takes.",
  async *lines() {
    const scratch = await mkdtemp(join(tmpdir(), "noether-bench-"));
    try {
      const lanes = await compiled(scratch, "lanes", ["-march=native"]);
      const same = await compiled(scratch, "same-arithmetic", ["-mavx", "-mno-fma", "-ffp-contract=off"]);
      for (const ensemble of ENSEMBLES) yield* linesOf(ensemble, lanes, same);
    } finally {
      await rm(scratch, { recursive: true });
    }
  },
};

async function* linesOf(
  { id, dof, numbers, ours, tolerance }: Ensemble,
  lanes: string | null,
  same: string | null,
): AsyncGenerator<Line> {
  const input = Buffer.from(numbers().buffer);
  const size = [String(RUNS), String(POINTS)];
  const peers: Record<string, () => Promise<Outcome | null> | Outcome> = {
    ...(lanes !== null && {
      [C_LANES]: () => answerOf(lanes, [id, "16", ...size], input),
      "C, one at a time": () => answerOf(lanes, [id, "1", ...size], input),
    }),
    ...(same !== null && { "C, arithmetic of noether, two at a time": () => answerOf(same, [id, ...size], input) }),
    NumPy: () => answerOf("python3", [here("../../src/w6/over_members.py"), id, ...size], input),
    ...Object.fromEntries(
      Object.entries(ours).map(([name, { work, members = RUNS }]) => [name, () => measured(work, RUNS / members)]),
    ),
  };
  const best = new Map<string, Outcome>();
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, work] of Object.entries(peers)) {
      const outcome = await work();
      if (outcome !== null && outcome.seconds < (best.get(name)?.seconds ?? Infinity)) best.set(name, outcome);
    }
  }
  const [expected] = [...best.values()];
  const c = best.get(C_LANES);
  for (const [name, { seconds, sum }] of best) {
    const isPart = (ours[name]?.members ?? RUNS) < RUNS;
    const error = isPart || expected === undefined ? 0 : Math.abs(sum - expected.sum) / Math.max(1, Math.abs(sum));
    yield {
      workload: `w6-${id}`,
      peer: name,
      n: dof,
      steps: POINTS,
      seconds,
      seconds_per_step: seconds / POINTS,
      measure: isPart ? "not compared" : "sum over the members, relative to the first peer",
      error,
      ok: error < tolerance,
      runs: RUNS,
      ns_per_run_step: Number(((seconds / RUNS / POINTS) * 1e9).toFixed(3)),
      ...(c !== undefined && { ratio_to_c: Number((seconds / c.seconds).toFixed(2)) }),
      sum,
    };
  }
}

const C_LANES = "C, lanes";

/** `times`: how many times as long all members would take. */
function measured(work: () => number, times: number): Outcome {
  let sum = 0;
  const seconds = cpuSeconds(() => {
    sum = work();
  });
  return { seconds: seconds * times, sum };
}

/** Null where there is no such program, or it cannot run here. */
async function answerOf(program: string, words: readonly string[], input: Buffer): Promise<Outcome | null> {
  try {
    const running = execute(program, words);
    running.child.stdin?.end(input);
    return JSON.parse((await running).stdout) as Outcome;
  } catch {
    return null;
  }
}

/** The loops in C, where there is a compiler. */
async function compiled(folder: string, name: string, flags: readonly string[]): Promise<string | null> {
  const program = join(folder, name);
  try {
    await execute("cc", ["-O3", ...flags, "-o", program, here(`../../src/w6/${name}.c`), "-lm"]);
    return program;
  } catch {
    return null;
  }
}
