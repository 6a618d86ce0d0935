/** The slopes along the edges of the coordinates, kept from event to event: most change by what one partner changes. */
import type { Work } from "../../../core/method.js";
import type { Parabolas } from "../parabolas.js";

/** After so many changes by differences a slope is found anew. */
const RENEWED = 32;

export function edgeSlopes(slope: (j: number) => number, motion: Parabolas, work: Work) {
  /** Of every coordinate, and how often it has been changed since it was last found anew. */
  const slopes = new Float64Array(motion.force.length);
  const changed = new Float64Array(motion.force.length);
  /** Coordinate j gets the slope where it is now. */
  const accelerate = (j: number) => {
    slopes[j] = slope(j);
    changed[j] = 0;
    motion.accelerate(j, slopes[j]);
    work.gradients++;
  };
  return {
    slopes,
    changed,
    accelerate,
    /** The slope is greater by so much. Rounding errors of such changes would add up. */
    alter(j: number, by: number): void {
      if (++changed[j] > RENEWED) {
        accelerate(j);
        return;
      }
      slopes[j] += by;
      motion.accelerate(j, slopes[j]);
      work.gradients++;
    },
  };
}
