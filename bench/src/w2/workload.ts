/** W2: what a step of atoms under the Lennard-Jones law costs: 4,000 of them in a periodic box, and seven in the plane, beside loops in C and in JavaScript
 *  written for this law alone, and beside LAMMPS. */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Line, Workload } from "../index.js";
import { lammps } from "./lammps.js";
import { COMPARED, type Outcome, starts } from "./problem.js";

const execute = promisify(execFile);
const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

const ROUNDS = 3;
const STEPS: Readonly<Record<string, number>> = { melt: 400, cluster: 1_000_000 };
/** What H may be off by: of the melt because its law jumps at the cutoff, of the cluster because steps are long. */
const ENERGY: Readonly<Record<string, number>> = { melt: 5e-3, cluster: 1e-3 };

export const w2: Workload = {
  id: "w2",
  title: "atoms: 4,000 in a box and seven in the plane, Lennard-Jones, Störmer–Verlet",
  remark:
    "CPU time of one thread, best of three rounds, peers in processes of their own one after another. `later`: the second run of a process. By hand: sums that are " +
    "not compensated, and a list of neighbours that reaches 0.4 beyond the cutoff, made anew when atoms may have come nearer by that.",
  async *lines() {
    const scratch = await mkdtemp(join(tmpdir(), "noether-bench-"));
    try {
      const program = await compiled(scratch);
      for (const id of Object.keys(STEPS)) yield* linesOf(id, program, scratch);
    } finally {
      await rm(scratch, { recursive: true });
    }
  },
};

async function* linesOf(id: string, program: string | null, scratch: string): AsyncGenerator<Line> {
  const start = starts[id]!();
  const n = start.q.length / start.dimension;
  const steps = String(STEPS[id]);
  const head = Float64Array.of(start.dimension, n, start.side, start.cutoff, start.step, COMPARED);
  const input = Buffer.concat([head, start.q, start.v].map(({ buffer }) => Buffer.from(buffer)));
  const inNode =
    (...words: string[]) =>
    () =>
      answerOf(process.execPath, [here("measure.js"), ...words]);
  const molecular = await lammps(scratch, id, start, STEPS[id]!);
  const peers: Record<string, () => Promise<Outcome>> = {
    ...(program !== null && { C: () => answerOf(program, [steps], input) }),
    ...(molecular !== null && { "LAMMPS opt": molecular }),
    JavaScript: inNode("js", id, steps),
    noether: inNode("noether", id, steps),
    "noether, later": inNode("noether", id, steps, "compensated", "1"),
    "noether, plain sums": inNode("noether", id, steps, "plain"),
  };
  const best = new Map<string, Outcome>();
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, peer] of Object.entries(peers)) {
      const outcome = await peer();
      if (outcome.seconds < (best.get(name)?.seconds ?? Infinity)) best.set(name, outcome);
    }
  }
  const [hand, opt, js] = [best.get("C"), best.get("LAMMPS opt"), best.get("JavaScript")!];
  for (const [name, outcome] of best) {
    // The same steps, and sums in another order.
    const apart = Math.max(Math.abs(outcome.sample - js.sample), Math.abs(outcome.potential - js.potential));
    yield {
      workload: `w2-${id}`,
      peer: name,
      n,
      steps: outcome.steps,
      seconds: outcome.seconds,
      seconds_per_step: outcome.seconds / outcome.steps,
      measure: "|H-H0|/|H0|",
      error: outcome.energyError,
      ok: apart < 1e-9 && outcome.energyError < ENERGY[id]!,
      ...(hand && { ratio_to_c: Number((outcome.seconds / hand.seconds).toFixed(2)) }),
      ...(opt && { ratio_to_lammps: Number((outcome.seconds / opt.seconds).toFixed(2)) }),
    };
  }
}

async function answerOf(program: string, words: readonly string[], input?: Buffer): Promise<Outcome> {
  const running = execute(program, words);
  if (input !== undefined) running.child.stdin?.end(input);
  return JSON.parse((await running).stdout) as Outcome;
}

/** The loops in C, where there is a compiler. */
async function compiled(folder: string): Promise<string | null> {
  const program = join(folder, "w2");
  try {
    await execute("cc", ["-O3", "-march=native", "-o", program, here("../../src/w2/w2.c"), "-lm"]);
    return program;
  } catch {
    return null;
  }
}
