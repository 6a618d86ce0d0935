/** W5: the tossed block of W4 with lumped mass and central differences: one pass over the tetrahedra a step. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Line, Workload } from "../index.js";
import { cornerError } from "../tossed-block.js";
import type { Outcome } from "./measure.js";

const execute = promisify(execFile);
const measure = fileURLToPath(new URL("measure.js", import.meta.url));
const STEPS = 200;

export const w5: Workload = {
  id: "w5",
  title: "a tossed rubber block: explicit steps, one pass over the elements each",
  remark: "CPU time of one thread. Plain code takes any material W(I₁, J); the kernel with SIMD knows this one.",
  async *lines() {
    for (const n of [7, 16]) {
      for (const how of ["plain", "simd"]) {
        const { stdout } = await execute(process.execPath, [measure, String(n), String(STEPS), how]);
        yield lineOf(n, how, JSON.parse(stdout) as Outcome);
      }
    }
  },
};

function lineOf(
  n: number,
  how: string,
  { dof, tetrahedra, steps, seconds, best, corner, energyError, ok }: Outcome,
): Line {
  const distance = cornerError("explicit", n, steps, corner);
  return {
    workload: "W5",
    peer: `noether central-difference, ${how}`,
    n: dof,
    steps,
    seconds,
    seconds_per_step: seconds / steps,
    measure: "distance of the corner",
    error: distance,
    ok: ok && distance < 1e-8 && energyError < 1e-3,
    tets: tetrahedra,
    tets_per_second: Math.round((tetrahedra * steps) / seconds),
    best_tets_per_second: Math.round((tetrahedra * steps) / best),
    energy_error: energyError,
    x_corner_end: corner,
  };
}
