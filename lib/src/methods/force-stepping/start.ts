/** The start of a motion in V_h instead of V. Its energy is off by V_h(q₀) − V(q₀), which alone explains most of the error in
 *  the periods that the paper reports; velocities scaled so that K + V_h = E take that error away. They are then other velocities than
 *  those that were given, and what depends on them, momenta above all, is that of another motion: it is done only on request. */
import { type Notice, noticesOf } from "../../core/notice.js";
import { kineticEnergy, type Problem } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";

export interface Beginning {
  readonly v0: Vec;
  /** By how much the energies differ, and what was done about it. */
  readonly notices: readonly Notice[];
}

export function beginningOf(problem: Problem, approximate: number, matchEnergy: boolean): Beginning {
  const { system, q0, v0 } = problem;
  const shift = approximate - system.potential(q0);
  if (shift === 0) return { v0, notices: [] };
  const kinetic = kineticEnergy(system, v0, new Float64Array(system.dof));
  const factor = Math.sqrt(1 - shift / kinetic);
  const scaled = matchEnergy && kinetic > 0 && factor > 0;
  const v = scaled ? v0.map((speed) => speed * factor) : v0;
  const differs = `the energy of the approximate potential differs by V_h − V = ${shift.toPrecision(4)} at the start`;
  const consequence = scaled
    ? `, and the initial velocity is scaled by ${factor.toPrecision(6)} to make up for it: ${velocities(problem, v)}`
    : ` and stays so${matchEnergy ? `: ${reason(kinetic)}, and velocities cannot make up for it` : ""}; a finer grid makes it smaller`;
  return { v0: v, notices: noticesOf("energy-shift", [differs + consequence]) };
}

const reason = (kinetic: number): string =>
  kinetic === 0 ? "the motion starts from rest" : "there is too little kinetic energy at the start";

/** So many velocities are listed one by one; of more, the greatest. */
const FEW = 4;

function velocities({ system, v0 }: Problem, v: Vec): string {
  const moving = [...v0.keys()].filter((j) => v0[j] !== 0).sort((i, j) => Math.abs(v0[j]) - Math.abs(v0[i]));
  const told = moving.slice(0, moving.length > FEW ? 1 : FEW);
  const each = told.map((j) => `${system.labels[j]} from ${v0[j].toPrecision(6)} to ${v[j].toPrecision(6)}`);
  return (
    each.join(", ") + (told.length < moving.length ? `, and ${moving.length - told.length} slower ones with it` : "")
  );
}
