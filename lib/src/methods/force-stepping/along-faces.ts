/** A motion by events that goes on along a face where the face holds it, and leaves it where nothing does any more. */
import { noticesOf } from "../../core/notice.js";
import { significant } from "../../core/significant.js";
import type { Vec } from "../../core/vec.js";
import type { Motion } from "./motion.js";
import type { Sliding } from "./sliding.js";

const [SLIDES, SWITCHED, TIMES, FIRST] = [0, 1, 2, 3];
/** Coming back to a face at one instant, again and again, ends the run: beyond this many times per coordinate. */
const PATIENCE = 4;

export function alongFaces(motion: Motion, sliding: Sliding, force0: Vec): Motion {
  const control = Float64Array.of(0, Number.NaN, 0, Number.NaN);
  const force = force0.slice();
  const q = new Float64Array(force.length);
  const v = new Float64Array(force.length);

  /** The face lets go at time t: the accelerations say to which side. */
  const leave = (t: number) => {
    sliding.at(t, q, v);
    motion.resume(t, q, v, force, sliding.lean);
    control[SLIDES] = 0;
  };
  /** Takes hold at time t; false if that has happened too often at this instant. */
  const enter = (t: number): boolean => {
    control[TIMES] = t === control[SWITCHED] ? control[TIMES] + 1 : 0;
    control[SWITCHED] = t;
    motion.at(t, q, v);
    if (sliding.enter(t, q, v, force)) {
      control[SLIDES] = 1;
      if (Number.isNaN(control[FIRST]) && v.some((speed) => speed !== 0)) control[FIRST] = t;
    } else leave(t);
    return control[TIMES] <= PATIENCE * (force.length + 1);
  };

  return {
    ...motion,
    memory: [...motion.memory, control, force, ...sliding.memory],
    step(clock, limit) {
      while (true) {
        if (control[SLIDES] === 1) {
          const failure = sliding.step(clock, limit);
          if (failure !== null || sliding.slides()) return failure;
          leave(sliding.time());
        }
        const failure = motion.step(clock, limit);
        if (failure?.kind !== "sliding" || !enter(clock.t)) return failure;
      }
    },
    at(t, qOut, vOut) {
      if (control[SLIDES] === 1) sliding.at(t, qOut, vOut);
      else motion.at(t, qOut, vOut);
    },
    remarks: () =>
      Number.isNaN(control[FIRST])
        ? []
        : noticesOf("along-faces", [
            `at t = ${significant(control[FIRST])} the motion goes along faces of the grid: others next to it bounce about them, or leave them, and with v → −v rounding ` +
              "decides which of these leads back. It is reversible, and close to its neighbours, only where it crosses faces; another origin of the grid keeps it off them",
          ]),
    resume(t, qNow, vNow, forceNow, lean = null) {
      force.set(forceNow);
      control[SLIDES] = 0;
      motion.resume(t, qNow, vNow, forceNow, lean);
    },
  };
}
