/** What holds a body: its equations of motion in the directions that are not free,
 *
 *      R = M ü + C u̇ + f(u) − F(t, u)
 *
 *  where free directions accelerate as the equations of the system say, and supports as they are moved. Nothing is left out but Coulomb's friction, which no state
 *  tells where it sticks, and damping by modes, which acts on the free directions alone. */
import { acceleration, type System } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { addMotion, type Motion } from "../boundary/prescribed-motion.js";

/** All vectors but q and v are of all directions, free and not. */
export interface SupportedBody {
  readonly system: System;
  /** Where the coordinates of the system are among all directions, and which of these are free. */
  readonly places: Int32Array;
  readonly free: Int32Array;
  readonly motions: readonly Motion[];
  expand(t: number, q: Vec, v: Vec): { readonly q: Vec; readonly v: Vec };
  /** out += M w. */
  addInertia(w: Vec, out: Vec): void;
  /** out += C w; null: nothing is damped. */
  readonly addDamping: ((w: Vec, out: Vec) => void) | null;
  /** out += f(u). */
  addElastic(u: Vec, out: Vec): void;
  /** out −= F. */
  subtractLoads(t: number, q: Vec, out: Vec): void;
}

/** Zero where the body is free. */
export function supportReactions(body: SupportedBody): (t: number, q: Vec, v: Vec) => Vec {
  const { system, places, free, motions } = body;
  const a = new Float64Array(system.dof);
  let [all, forces] = [new Float64Array(0), new Float64Array(0)];
  return (t, q, v) => {
    const motion = body.expand(t, q, v);
    if (all.length === 0) [all, forces] = [new Float64Array(motion.q.length), new Float64Array(motion.q.length)];
    forces.fill(0);
    body.addElastic(motion.q, forces);
    body.addDamping?.(motion.v, forces);
    body.subtractLoads(t, q, forces);
    acceleration(system, t, q, v, a);
    all.fill(0);
    for (let i = 0; i < a.length; i++) all[places[i]] = a[i];
    addMotion(motions, 2, t, all);
    body.addInertia(all, forces);
    for (const i of free) forces[i] = 0;
    return forces;
  };
}
