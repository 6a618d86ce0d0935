/** Where an implicit step starts to look for its acceleration: on the parabola through those of the last three steps, if these vary
 *  smoothly; at the last, where they do not. */
import type { Vec } from "../core/vec.js";

export interface Extrapolation {
  /** The acceleration of the last step, its difference from the one before, and where the next is expected. */
  readonly memory: readonly [last: Vec, difference: Vec, guess: Vec];
  /** The guess for the next step. */
  readonly guess: Vec;
  /** The acceleration that was found. */
  enter(a: Vec): void;
}

/** `last` holds the acceleration of the start. */
export function extrapolation(last: Vec): Extrapolation {
  const difference = new Float64Array(last.length);
  const guess = last.slice();
  const memory = [last, difference, guess] as const;
  return { memory, guess, enter: last.length === 2 ? enterPlanar(memory) : enterAll(memory) };
}

const enterAll =
  ([last, difference, guess]: Extrapolation["memory"]): Extrapolation["enter"] =>
  (a) =>
    extrapolate(a, last, difference, guess);

function extrapolate(a: Vec, last: Vec, difference: Vec, guess: Vec): void {
  let slopes = 0;
  let bends = 0;
  for (let i = 0; i < a.length; i++) {
    const slope = a[i] - last[i];
    const bend = slope - difference[i];
    last[i] = a[i];
    difference[i] = slope;
    guess[i] = slope + bend;
    slopes += Math.abs(slope);
    bends += Math.abs(bend);
  }
  const smooth = 2 * bends < slopes ? 1 : 0;
  for (let i = 0; i < a.length; i++) guess[i] = a[i] + smooth * guess[i];
}

/** The same numbers without loops, which take longer than the arithmetic of two coordinates. */
const enterPlanar =
  ([last, difference, guess]: Extrapolation["memory"]): Extrapolation["enter"] =>
  (a) => {
    const a0 = a[0];
    const a1 = a[1];
    const slope0 = a0 - last[0];
    const slope1 = a1 - last[1];
    const bend0 = slope0 - difference[0];
    const bend1 = slope1 - difference[1];
    last[0] = a0;
    last[1] = a1;
    difference[0] = slope0;
    difference[1] = slope1;
    const smooth = 2 * (Math.abs(bend0) + Math.abs(bend1)) < Math.abs(slope0) + Math.abs(slope1) ? 1 : 0;
    guess[0] = a0 + smooth * (slope0 + bend0);
    guess[1] = a1 + smooth * (slope1 + bend1);
  };
