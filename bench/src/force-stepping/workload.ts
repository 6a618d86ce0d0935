/** Force-stepping: what a step costs over the number of coordinates, in its three forms. A step of the paper is a crossing of
 *  any face; the sparse form stops only where the force changes, so that its cost is also given per step of the paper. And what an event of a solid costs,
 *  beside the same in C++. */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Line, Workload } from "../index.js";
import type { Form, Outcome } from "./chain.js";
import { COMPARED, inputOf, ROUNDS, type SolidOutcome, type SolidSize, unknownsOf } from "./solid.js";

const execute = promisify(execFile);
const program = fileURLToPath(new URL("measure.js", import.meta.url));

const MASSES = [12, 75, 213, 375, 1287];
/** The paper's form takes O(d²) a step: few are enough to see it. */
const stepsOf: Readonly<Record<Form, (masses: number) => number>> = {
  paper: (masses) => Math.max(20, Math.round(1e7 / (masses * masses))),
  ring: () => 500_000,
  sparse: () => 200_000,
};

export const forceSteppingCost: Workload = {
  id: "force-stepping",
  title: "force-stepping of a nonlinear chain, a step in three forms, and of a cube of tetrahedra, an event",
  remark:
    "CPU time of one thread, forms in processes of their own one after another. paper_step_seconds counts crossings of all " +
    "faces, as the paper does. Solids: the best of six slices of one motion, which the program in C++ follows as well.",
  async *lines() {
    for (const masses of MASSES) {
      const ring = await outcomeOf(masses, "ring");
      const crossings = ring.steps / ring.passed;
      const paper = await outcomeOf(masses, "paper");
      yield lineOf(masses, "paper", paper, paper.steps / paper.passed);
      yield lineOf(masses, "ring", ring, crossings);
      yield lineOf(masses, "sparse", await outcomeOf(masses, "sparse"), crossings);
    }
    yield* ofSolids();
  },
};

const SOLIDS: readonly SolidSize[] = [
  { cells: 2, tetrahedra: 24 },
  { cells: 2, tetrahedra: 48 },
  { cells: 4, tetrahedra: 24 },
  { cells: 9, tetrahedra: 24 },
];
const EVENTS = 60_000;

async function* ofSolids(): AsyncGenerator<Line> {
  const scratch = await mkdtemp(join(tmpdir(), "noether-bench-"));
  try {
    const peer = await compiled(scratch);
    for (const size of SOLIDS) {
      const hand = peer === null ? null : await byHand(peer, size);
      const words = [program, "solid", String(size.cells), String(size.tetrahedra), String(EVENTS)];
      const ours = JSON.parse((await execute(process.execPath, words)).stdout) as SolidOutcome;
      const apart = hand === null ? 0 : Math.abs(ours.sample - hand.sample) / Math.abs(hand.sample);
      if (hand !== null) yield solidLine("C++, sparse", size, hand, apart, "|sample-ours|/|sample|", 1);
      const ratio = hand === null ? undefined : Number((ours.seconds / hand.seconds).toFixed(2));
      yield solidLine("noether force-stepping, sparse", size, ours, ours.energyError!, "|E_h-E_h(0)|/E_h(0)", ratio);
    }
  } finally {
    await rm(scratch, { recursive: true });
  }
}

const solidLine = (
  peer: string,
  size: SolidSize,
  { steps, seconds }: SolidOutcome,
  error: number,
  measure: string,
  ratio: number | undefined,
): Line => ({
  workload: "force-stepping-solid",
  peer,
  n: unknownsOf(size),
  steps,
  seconds,
  seconds_per_step: seconds / steps,
  measure,
  error,
  ok: error < 1e-9,
  ...(ratio === undefined ? {} : { ratio_to_cpp: ratio }),
});

async function byHand(peer: string, size: SolidSize): Promise<SolidOutcome> {
  const running = execute(peer, [String(COMPARED), String(EVENTS), String(ROUNDS)]);
  running.child.stdin?.end(inputOf(size));
  return JSON.parse((await running).stdout) as SolidOutcome;
}

/** The program in C++, where there is a compiler. */
async function compiled(folder: string): Promise<string | null> {
  const to = join(folder, "solid");
  const source = fileURLToPath(new URL("../../src/force-stepping/solid.cpp", import.meta.url));
  try {
    await execute("c++", ["-O2", "-o", to, source]);
    return to;
  } catch {
    return null;
  }
}

async function outcomeOf(masses: number, form: Form): Promise<Outcome> {
  const { stdout } = await execute(process.execPath, [
    program,
    "chain",
    String(masses),
    form,
    String(stepsOf[form](masses)),
  ]);
  return JSON.parse(stdout) as Outcome;
}

/** `crossings`: how many steps of the paper there are in a unit of time. */
function lineOf(masses: number, form: Form, { steps, seconds, passed, energyError }: Outcome, crossings: number): Line {
  return {
    workload: "force-stepping",
    peer: `noether force-stepping, ${form}`,
    n: masses,
    steps,
    seconds,
    seconds_per_step: seconds / steps,
    measure: "|E_h-E_h(0)|/E_h(0)",
    error: energyError,
    ok: energyError < 1e-11,
    paper_step_seconds: seconds / (passed * crossings),
  };
}
