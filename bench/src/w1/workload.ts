/** W1: what one step of a small nonlinear system costs, explicit and implicit, beside hand-written loops in C and JavaScript.
 *  Every peer runs in a process of its own; rounds go through all peers in turn, so that a busy machine is busy for all. */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Workload } from "../index.js";
import { loops } from "./loops.js";
import { lineOf, type Outcome } from "./problem.js";

const execute = promisify(execFile);
const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const STEPS = "10000000";
const ROUNDS = 3;

type Command = readonly [program: string, ...words: string[]];

const inNode = (peer: string): Command => [process.execPath, here("measure.js"), peer, STEPS];

const noether: Readonly<Record<string, Command>> = {
  "noether central-difference, system in code": inNode("noether:code:explicit"),
  "noether central-difference, system by expression": inNode("noether:expressions:explicit"),
  "noether midpoint, system in code": inNode("noether:code:implicit"),
  "noether midpoint, system by expression": inNode("noether:expressions:implicit"),
  "noether energy-momentum, system in code": inNode("noether:code:invariants"),
  "noether energy-momentum, system by expression": inNode("noether:expressions:invariants"),
  "noether central-difference, system as functions": inNode("noether:functions:explicit"),
  "noether midpoint, system as functions": inNode("noether:functions:implicit"),
  "noether energy-momentum, system as functions": inNode("noether:functions:invariants"),
};

export const w1: Workload = {
  id: "w1",
  title: "a small nonlinear system: one step, explicit and implicit",
  remark: "CPU time of one thread; the chain of a step's operations is latency, which no library can shorten.",
  async *lines() {
    const scratch = await mkdtemp(join(tmpdir(), "noether-bench-"));
    try {
      const peers: Record<string, Command> = { ...(await inC(scratch)) };
      for (const name of Object.keys(loops)) peers[name] = inNode(name);
      Object.assign(peers, noether);
      const best = new Map<string, Outcome>();
      for (let round = 0; round < ROUNDS; round++) {
        for (const [name, [program, ...words]] of Object.entries(peers)) {
          const outcome = JSON.parse((await execute(program, words)).stdout) as Outcome;
          const known = best.get(name);
          if (known === undefined || outcome.seconds < known.seconds) best.set(name, outcome);
        }
      }
      const perStep = (name: string) => {
        const outcome = best.get(name);
        return outcome === undefined ? Number.NaN : outcome.seconds / outcome.steps;
      };
      for (const [name, outcome] of best) {
        const peer = /midpoint|momentum/.test(name) ? "C midpoint" : "C Verlet";
        const ratio = perStep(name) / perStep(peer);
        yield { ...lineOf(name, outcome), ...(Number.isFinite(ratio) ? { ratio_to_c: Number(ratio.toFixed(2)) } : {}) };
      }
    } finally {
      await rm(scratch, { recursive: true });
    }
  },
};

/** The loops in C, where there is a compiler. */
async function inC(folder: string): Promise<Record<string, Command>> {
  const program = join(folder, "w1");
  try {
    await execute("cc", ["-O2", "-o", program, here("../../src/w1/w1.c"), "-lm"]);
  } catch {
    return {};
  }
  return { "C Verlet": [program, "verlet", STEPS], "C midpoint": [program, "midpoint", STEPS] };
}
