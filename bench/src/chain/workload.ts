/** Chains of 2 to 10⁶ masses: what a step costs beside loops written by hand for this chain alone, in C and in JavaScript. */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Line, Workload } from "../index.js";
import type { Outcome } from "./problem.js";

const execute = promisify(execFile);
const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

const MASSES = [2, 3, 6, 12, 30, 100, 1000, 10_000, 100_000, 1_000_000];
const METHODS = ["central-difference", "midpoint", "energy-momentum", "gauss"];
/** Those that are written by hand as well. */
const BY_HAND = ["central-difference", "midpoint", "gauss"];
const ROUNDS = 3;
/** Steps that take about a tenth of a second by hand. */
const stepsOf = (masses: number) => Math.ceil(4e6 / (masses + 20));

type Command = readonly [program: string, ...words: string[]];

const workload = (id: string, title: string, masses: readonly number[]): Workload => ({
  id,
  title,
  remark:
    "CPU time of one thread, best of three rounds, peers in processes of their own one after another. `later`: the second stepper of a process. By hand: " +
    "the midpoint rule by Newton's iteration with a tridiagonal elimination, Gauss by a fixed-point iteration, both to 1e-12; here to rounding, and by hand in the " +
    "lines `to rounding`, with compensated sums as well.",
  async *lines() {
    const scratch = await mkdtemp(join(tmpdir(), "noether-bench-"));
    try {
      const program = await compiled(scratch);
      for (const n of masses) for (const method of METHODS) yield* linesOf(method, n, program);
    } finally {
      await rm(scratch, { recursive: true });
    }
  },
});

export const chain = workload(
  "chain",
  "chains of springs: a step from 2 to 1,000 masses",
  MASSES.filter((n) => n <= 1000),
);
export const chainLarge: Workload = {
  ...workload(
    "chain-large",
    "chains of springs: a step of 10⁴ to 10⁶ masses",
    MASSES.filter((n) => n > 1000),
  ),
  onRequest: true,
};

async function* linesOf(method: string, n: number, program: string | null): AsyncGenerator<Line> {
  const steps = String(stepsOf(n));
  const inNode = (peer: string, ...words: string[]): Command => [
    process.execPath,
    here("measure.js"),
    peer,
    method,
    String(n),
    steps,
    ...words,
  ];
  const byHand = BY_HAND.includes(method);
  const peers: Record<string, Command> = {
    ...(byHand && program !== null ? { C: [program, method, String(n), steps] as Command } : {}),
    ...(byHand ? { JavaScript: inNode("js"), "JavaScript, to rounding": inNode("js-to-rounding") } : {}),
    noether: inNode("code"),
    "noether, later": inNode("code", "1"),
    ...(method === "energy-momentum" ? { "noether, with a discrete gradient": inNode("discrete") } : {}),
    ...(n <= 100 ? { "noether, by expressions": inNode("expressions") } : {}),
  };
  const best = new Map<string, Outcome>();
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, [command, ...words]] of Object.entries(peers)) {
      const outcome = JSON.parse((await execute(command, words)).stdout) as Outcome;
      const known = best.get(name);
      if (known === undefined || outcome.seconds < known.seconds) best.set(name, outcome);
    }
  }
  const perStep = ({ seconds, steps }: Outcome) => seconds / steps;
  const hand = best.get("JavaScript");
  const strict = best.get("JavaScript, to rounding");
  for (const [name, outcome] of best) {
    // Everybody takes the same steps, but for what an iteration leaves.
    const apart = hand === undefined ? 0 : Math.abs(outcome.sample - hand.sample);
    yield {
      workload: "chain",
      peer: `${name}: ${method}`,
      n,
      steps: outcome.steps,
      seconds: outcome.seconds,
      seconds_per_step: perStep(outcome),
      measure: "|H-H0|/H0",
      error: outcome.energyError,
      ok: apart < 1e-9 * n && outcome.energyError < 1e-2,
      ns_a_mass: (1e9 * perStep(outcome)) / n,
      ...(outcome.preparing === undefined ? {} : { preparing: outcome.preparing }),
      ...(hand === undefined ? {} : { ratio_to_javascript: Number((perStep(outcome) / perStep(hand)).toFixed(2)) }),
      ...(strict === undefined ? {} : { ratio_to_rounding: Number((perStep(outcome) / perStep(strict)).toFixed(2)) }),
    };
  }
}

/** The loops in C, where there is a compiler. */
async function compiled(folder: string): Promise<string | null> {
  const program = join(folder, "chain");
  try {
    await execute("cc", ["-O2", "-o", program, here("../../src/chain/chain.c"), "-lm"]);
    return program;
  } catch {
    return null;
  }
}
