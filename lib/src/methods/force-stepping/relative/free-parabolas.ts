/** Coordinates of the system on parabolas, each from its own reference time, in no boxes:
 *
 *      q_p(t) = q + x (v + a x/2),   x = t − t_p,      m_p a_p = f_p − Σ ± slopes of the differences that read it */
import type { Vec } from "../../../core/vec.js";
import { addEntry, compensation } from "../../../stepping/summation.js";
import type { Start } from "../motion.js";
import type { Users } from "./users.js";

export type FreeParabolas = ReturnType<typeof freeParabolas>;

export function freeParabolas({ problem, v0, force: force0, summation }: Start, users: Users, slopes: Vec) {
  const { dof } = problem.system;
  const mass = problem.system.mass.diagonal ?? new Float64Array(dof);
  const q = problem.q0.slice();
  const v = v0.slice();
  const lostSpeed = compensation(dof, summation);
  const a = new Float64Array(dof);
  const since = new Float64Array(dof);
  const force = force0.slice();
  return {
    q,
    v,
    a,
    since,
    force,
    /** What a checkpoint keeps of the compensation. */
    lost: lostSpeed === null ? [] : [lostSpeed],
    /** From other positions and velocities, under another force. */
    enter(qNow: Vec, vNow: Vec, forceNow: Vec): void {
      q.set(qNow);
      v.set(vNow);
      force.set(forceNow);
      lostSpeed?.fill(0);
    },
    /** The acceleration that follows from the present slopes. */
    accelerate(p: number): void {
      let sum = force[p];
      for (let i = users.first[p]; i < users.first[p + 1]; i++) sum -= users.sign[i] * slopes[users.entry[i]];
      a[p] = sum / mass[p];
    },
    advance(p: number, t: number): void {
      const x = t - since[p];
      q[p] += x * (v[p] + (x / 2) * a[p]);
      addEntry(v, lostSpeed, p, x * a[p]);
      since[p] = t;
    },
    /** Positions and velocities at one time. */
    show(t: number, qOut: Vec, vOut: Vec): void {
      for (let p = 0; p < dof; p++) {
        const x = t - since[p];
        qOut[p] = q[p] + x * (v[p] + (x / 2) * a[p]);
        vOut[p] = v[p] + x * a[p];
      }
    },
  };
}
