/** W4: a nonlinear transient of a tossed rubber block. The time is in the element loops and in conjugate gradients. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Line, Workload } from "../index.js";
import { cornerError } from "../tossed-block.js";
import type { Outcome } from "./measure.js";

const execute = promisify(execFile);
const measure = fileURLToPath(new URL("measure.js", import.meta.url));
const SCHEMES = ["midpoint", "energy-momentum", "energy-momentum to 1e-10"];
const STEPS = 10;

export const w4: Workload = {
  id: "w4",
  title: "a tossed rubber block: implicit steps at large strain",
  remark:
    "CPU time of one thread, mean of the steps. Newton's iteration ends at the rounding of the state, but for the last scheme; " +
    "only the energy–momentum schemes keep the energy.",
  async *lines() {
    for (const n of [7, 16]) {
      for (const scheme of SCHEMES) {
        const { stdout } = await execute(process.execPath, [measure, String(n), String(STEPS), scheme]);
        yield lineOf(n, scheme, JSON.parse(stdout) as Outcome);
      }
    }
  },
};

function lineOf(n: number, scheme: string, outcome: Outcome): Line {
  const { dof, steps, step, bestStep, setup, prepare, iterations, corner, drift, ok } = outcome;
  const distance = cornerError(scheme, n, steps, corner);
  const keepsEnergy = scheme !== "midpoint";
  const worst = Math.max(...Object.entries(drift).map(([name, d]) => (name === "energy" && !keepsEnergy ? 0 : d)));
  return {
    workload: "W4",
    peer: `noether ${scheme}`,
    n: dof,
    steps,
    seconds: step * steps,
    seconds_per_step: step,
    measure: keepsEnergy ? "max drift of energy and momenta" : "distance of the corner",
    error: keepsEnergy ? worst : distance,
    // The corner is known to nine digits; momenta are kept to rounding, or to the tolerance asked for.
    ok: ok && (keepsEnergy || distance < 1e-8) && worst < (scheme.endsWith("1e-10") ? 1e-10 : 1e-11),
    best_step: bestStep,
    newton_per_step: iterations,
    setup_seconds: setup,
    prepare_seconds: prepare,
    energy_drift: drift["energy"],
    angular_momentum_drift: Math.max(...["x", "y", "z"].map((axis) => drift[`angular-momentum-${axis}`] ?? 0)),
    corner_end: corner,
  };
}
