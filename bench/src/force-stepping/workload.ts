/** Force-stepping: what a step costs over the number of coordinates, in its three forms. A step of the paper is a crossing of
 *  any face; the sparse form stops only where the force changes, so that its cost is also given per step of the paper. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Line, Workload } from "../index.js";
import type { Form, Outcome } from "./chain.js";

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
  title: "force-stepping of a nonlinear chain: a step in three forms",
  remark:
    "CPU time of one thread, forms in processes of their own one after another. paper_step_seconds counts crossings of all " +
    "faces, as the paper does.",
  async *lines() {
    for (const masses of MASSES) {
      const ring = await outcomeOf(masses, "ring");
      const crossings = ring.steps / ring.passed;
      const paper = await outcomeOf(masses, "paper");
      yield lineOf(masses, "paper", paper, paper.steps / paper.passed);
      yield lineOf(masses, "ring", ring, crossings);
      yield lineOf(masses, "sparse", await outcomeOf(masses, "sparse"), crossings);
    }
  },
};

async function outcomeOf(masses: number, form: Form): Promise<Outcome> {
  const { stdout } = await execute(process.execPath, [program, String(masses), form, String(stepsOf[form](masses))]);
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
