/** W5: the tossed block of W4 with lumped mass and central differences: one pass over the tetrahedra a step. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Line, Workload } from "../index.js";
import { cornerError, materials } from "../tossed-block.js";
import type { Outcome } from "./measure.js";

const execute = promisify(execFile);
const measure = fileURLToPath(new URL("measure.js", import.meta.url));
const STEPS = 200;

export const w5: Workload = {
  id: "w5",
  title: "a tossed rubber block: explicit steps, one pass over the elements each",
  remark:
    "CPU time of one thread. The loop over elements is generated from the expression of the material; the peers in C have rubber on tetrahedra.",
  async *lines() {
    const cases = [
      ...[7, 16].map((n) => ({ n, material: "rubber", element: "tet4" })),
      ...Object.keys(materials)
        .slice(1)
        .map((material) => ({ n: 16, material, element: "tet4" })),
      ...Object.keys(materials).map((material) => ({ n: 16, material, element: "hex8" })),
    ];
    for (const each of cases) {
      const { n, material, element } = each;
      const { stdout } = await execute(process.execPath, [measure, String(n), String(STEPS), material, element]);
      yield lineOf(each, JSON.parse(stdout) as Outcome);
    }
  },
};

interface Case {
  readonly n: number;
  readonly material: string;
  readonly element: string;
}

function lineOf(
  { n, material, element }: Case,
  { dof, elements, steps, seconds, best, corner, energyError, ok }: Outcome,
): Line {
  // Where the corner is has been computed elsewhere for one of them.
  const isKnown = material === "rubber" && element === "tet4";
  const distance = isKnown ? cornerError("explicit", n, steps, corner) : Number.NaN;
  return {
    workload: "W5",
    peer: `noether central-difference, ${material} on ${element}`,
    n: dof,
    steps,
    seconds,
    seconds_per_step: seconds / steps,
    measure: isKnown ? "distance of the corner" : "error of the energy",
    error: isKnown ? distance : energyError,
    ok: ok && !(distance >= 1e-8) && energyError < 1e-3,
    elements,
    elements_per_second: Math.round((elements * steps) / seconds),
    best_elements_per_second: Math.round((elements * steps) / best),
    energy_error: energyError,
    x_corner_end: corner,
  };
}
