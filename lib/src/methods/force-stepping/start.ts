/** The start of a motion in V_h instead of V. Its energy is off by V_h(q₀) − V(q₀), which alone explains most of the error in
 *  the periods that the paper reports; velocities scaled so that K + V_h = E take that error away. */
import { type Notice, noticesOf } from "../../core/notice.js";
import { kineticEnergy, type Problem } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";

export interface MatchedStart {
  readonly v0: Vec;
  /** Why the energies could not be matched. */
  readonly notices: readonly Notice[];
}

export function matchedStart({ system, q0, v0 }: Problem, approximate: number): MatchedStart {
  const kinetic = kineticEnergy(system, v0, new Float64Array(system.dof));
  const shift = approximate - system.potential(q0);
  if (shift === 0) return { v0, notices: [] };
  const square = 1 - shift / kinetic;
  if (square > 0 && kinetic > 0) return { v0: v0.map((v) => v * Math.sqrt(square)), notices: [] };
  const why = kinetic === 0 ? "the motion starts from rest" : "there is too little kinetic energy at the start";
  return {
    v0,
    notices: noticesOf("energy-shift", [
      `the energy of the approximate potential differs by ${shift.toPrecision(3)} at the start and stays so: ${why}, and ` +
        "velocities cannot make up for it; a finer grid makes the difference smaller",
    ]),
  };
}
