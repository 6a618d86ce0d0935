/** W3: a linear transient of an elastic block, where the time is in one sparse factor and a solve a step; beside CHOLMOD,
 *  which gets the same matrix, where the machine has it (Debian: libsuitesparse-dev). Each in a process of its own. */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Line, Workload } from "../index.js";
import type { Factored } from "./factor.js";
import type { Swing } from "./transient.js";

const execute = promisify(execFile);
const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
/** Cells across: 2.7k, 28k and 101k unknowns. */
const SIZES = [7, 16, 25];
const STEPS = 20;

interface Cholmod {
  readonly dof: number;
  readonly analysis: number;
  readonly factor: number;
  readonly solve: number;
  readonly bestSolve: number;
  readonly entries: number;
  readonly gflop: number;
  readonly residual: number;
}

export const w3: Workload = {
  id: "w3",
  title: "a linear transient of an elastic block: factor once, solve every step",
  remark: "CPU time of one thread. CHOLMOD's step is its solve alone; compare solve_seconds and factor_seconds.",
  async *lines() {
    const scratch = await mkdtemp(join(tmpdir(), "noether-bench-"));
    try {
      const program = await cholmod(scratch);
      for (const size of SIZES) {
        const peer = program === null ? null : await peerOutcome(program, scratch, size);
        if (peer !== null) yield peerLine(peer);
        yield lineOf(await ownOutcome(size, STEPS), peer);
      }
    } finally {
      await rm(scratch, { recursive: true });
    }
  },
};

/** 403k unknowns, whose factor of 4.4 GiB does not fit into one WebAssembly memory. */
const BEYOND = 40;
const FEW_STEPS = 3;

export const w3Large: Workload = {
  id: "w3-large",
  title: "a factor of more than 4 GiB: 403k unknowns of the same block",
  onRequest: true,
  remark: "Takes some ten minutes and 7 GB. CPU time of one thread; no peer.",
  async *lines() {
    yield lineOf(await ownOutcome(BEYOND, FEW_STEPS), null);
  },
};

type Outcome = Swing & Factored;

/** Two processes, so that no more than one factor is in memory. */
async function ownOutcome(size: number, steps: number): Promise<Outcome> {
  const measured = async (...what: string[]) =>
    JSON.parse((await execute(process.execPath, [here("measure.js"), String(size), ...what])).stdout) as unknown;
  const factor = (await measured("factor", String(steps))) as Factored;
  return { ...factor, ...((await measured(String(steps))) as Swing) };
}

/** The peer, compiled, or null where there is no compiler or no CHOLMOD. */
async function cholmod(folder: string): Promise<string | null> {
  const program = join(folder, "cholmod");
  try {
    await execute("cc", ["-O2", "-o", program, here("../../src/w3/cholmod.c"), "-lcholmod", "-lm"]);
    return program;
  } catch {
    return null;
  }
}

async function peerOutcome(program: string, folder: string, size: number): Promise<Cholmod> {
  const file = join(folder, `block-${size}`);
  await execute(process.execPath, [here("measure.js"), String(size), "matrix", file]);
  // OpenBLAS does not know newer processors and falls back to the oldest kernels unless told; CHOLMOD asks for four threads
  // whatever it is told, unless there is a limit.
  const flags = await readFile("/proc/cpuinfo", "utf8").catch(() => "");
  const kernels = flags.includes("avx512f") ? "SkylakeX" : "Haswell";
  const env = { ...process.env, OMP_THREAD_LIMIT: "1", OPENBLAS_NUM_THREADS: "1", OPENBLAS_CORETYPE: kernels };
  const { stdout } = await execute(program, [file, String(STEPS)], { env });
  await rm(file);
  return JSON.parse(stdout) as Cholmod;
}

function peerLine({ dof, solve, residual, ...rest }: Cholmod): Line {
  return {
    workload: "W3",
    peer: "CHOLMOD supernodal, METIS",
    n: dof,
    steps: STEPS,
    seconds: solve * STEPS,
    seconds_per_step: solve,
    measure: "|b-Ax|/|b|",
    error: residual,
    ok: residual < 1e-12,
    analysis_seconds: rest.analysis,
    factor_seconds: rest.factor,
    solve_seconds: solve,
    nnz_L: rest.entries,
    factor_gflop: rest.gflop,
  };
}

/** Tips after 20 steps by a program in C on CHOLMOD, by the number of unknowns. */
const TIPS: Readonly<Record<number, number>> = {
  2688: 0.0269797580295,
  27744: 0.0293768949789,
  101400: 0.029731427757,
};

function tipError({ dof, tip: [, found] }: Outcome): number {
  const expected = TIPS[dof];
  return expected === undefined || found === undefined ? 0 : Math.abs(found / expected - 1);
}

function lineOf(outcome: Outcome, peer: Cholmod | null): Line {
  const { dof, steps, step, solve, factor, entries, residual, energyError } = outcome;
  const ratio = (ours: number, theirs: number) => Number((ours / theirs).toFixed(2));
  return {
    workload: "W3",
    peer: "noether",
    n: dof,
    steps,
    seconds: step * steps,
    seconds_per_step: step,
    measure: "|E-E0|/E0",
    error: energyError,
    // Energy is constant but for rounding: some 1e-16 a step, times the condition of the solve.
    ok: energyError < 1e-11 && residual < 1e-12 && tipError(outcome) < 1e-9,
    best_step: outcome.bestStep,
    assembly_seconds: outcome.assembly,
    prepare_seconds: outcome.prepare,
    seconds_for_200_steps: outcome.assembly + outcome.prepare + 200 * outcome.bestStep,
    analysis_seconds: outcome.analysis,
    factor_seconds: factor,
    solve_seconds: solve,
    residual,
    nnz_L: entries,
    stored_L: outcome.stored,
    peak_rss_mb: outcome.peak,
    tip_1: outcome.tip[0],
    tip_20: outcome.tip[1],
    ...(peer === null
      ? {}
      : {
          ratio_to_c: ratio(solve, peer.solve),
          factor_ratio: ratio(factor, peer.factor),
          fill_ratio: ratio(entries, peer.entries),
        }),
  };
}
