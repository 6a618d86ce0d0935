/** What the three forms of force-stepping have in common: a motion made of parabolas, which can be interrupted where a load
 *  changes. */
import type { OwnClockStepper } from "../../core/method.js";
import type { Problem } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import type { Summation } from "../../stepping/summation.js";

/** Stops `at` a limit that lies before the next face: from there `resume` goes on with other velocities and forces. Where coordinates
 *  start side by side, the accelerations `lean`, in boxes of the grid, tell which goes ahead. */
export interface Motion extends OwnClockStepper {
  resume(t: number, q: Vec, v: Vec, force: Vec, lean?: Vec | null): void;
}

/** Where a motion starts, and in what. */
export interface Start {
  readonly problem: Problem;
  readonly v0: Vec;
  /** A force that does not change until `resume`. */
  readonly force: Vec;
  readonly summation: Summation;
}
