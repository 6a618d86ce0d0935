/** The part of coordinate space that is drawn: where a motion went, or, as long as nobody knows, where its energy lets it go. */
import { kineticEnergy, type Problem } from "../core/system.js";
import { maxOf } from "../core/vec.js";

/** The least and the most of each coordinate. */
export interface Range {
  readonly least: readonly number[];
  readonly most: readonly number[];
}

/** At most this often the box around the start is doubled. */
const DOUBLINGS = 8;
const SAMPLES = 24;

export function energyAtStart({ system, q0, v0 }: Problem): number {
  return kineticEnergy(system, v0, new Float64Array(system.dof)) + system.potential(q0);
}

/** A box around the start on whose sides V is larger than the energy; of one or two coordinates. */
export function reachable(problem: Problem): Range {
  const { system, q0 } = problem;
  const energy = energyAtStart(problem);
  const q = q0.slice();
  const isHigh = (i: number, value: number): boolean => {
    // The side of the box on which coordinate i has this value, at samples of the other coordinate.
    const other = 1 - i;
    if (q0.length === 1) {
      q[0] = value;
      return !(system.potential(q) <= energy);
    }
    for (let k = 0; k <= SAMPLES; k++) {
      q[i] = value;
      q[other] = box.least[other] + (k / SAMPLES) * (box.most[other] - box.least[other]);
      if (system.potential(q) <= energy) return false;
    }
    return true;
  };
  const unit = maxOf(q0.map(Math.abs), 0) || 1;
  const box = { least: Array.from(q0, (x) => x - unit / 8), most: Array.from(q0, (x) => x + unit / 8) };
  for (let round = 0; round < DOUBLINGS; round++) {
    let isGrown = false;
    for (let i = 0; i < q0.length; i++) {
      const width = box.most[i] - box.least[i];
      if (!isHigh(i, box.least[i])) {
        box.least[i] -= width / 2;
        isGrown = true;
      }
      if (!isHigh(i, box.most[i])) {
        box.most[i] += width / 2;
        isGrown = true;
      }
    }
    if (!isGrown) return box;
  }
  // It can go anywhere, or nearly: around the origin and the start.
  return {
    least: Array.from(q0, (x) => Math.min(-1.5 * unit, x - unit)),
    most: Array.from(q0, (x) => Math.max(1.5 * unit, x + unit)),
  };
}

/** The same with room around it. */
export function widened({ least, most }: Range, share: number): Range {
  const widths = least.map((low, i) => most[i] - low);
  const largest = maxOf(widths, 0) || 1;
  // A coordinate that hardly moves still gets a part of the picture.
  const room = widths.map((width) => share * Math.max(width, 0.3 * largest));
  return { least: least.map((low, i) => low - room[i]), most: most.map((high, i) => high + room[i]) };
}
