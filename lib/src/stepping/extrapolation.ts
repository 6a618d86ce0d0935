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
  /** Nothing is known but the last acceleration, which has been written into the memory. */
  restart(): void;
}

/** `last` holds the acceleration of the start. */
export function extrapolation(last: Vec): Extrapolation {
  const difference = new Float64Array(last.length);
  const guess = last.slice();
  const memory = [last, difference, guess] as const;
  return { memory, guess, enter: entering(memory), restart: restarting(memory) };
}

const entering =
  ([last, difference, guess]: Extrapolation["memory"]): Extrapolation["enter"] =>
  (a) =>
    extrapolate(a, last, difference, guess);

const restarting =
  ([last, difference, guess]: Extrapolation["memory"]): Extrapolation["restart"] =>
  () => {
    difference.fill(0);
    guess.set(last);
  };

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
