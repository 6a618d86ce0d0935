/** The part of coordinate space that is drawn: where the motion went, or, as long as it is not known, the region that its energy allows. */
import { kineticEnergy, type Problem } from "../core/system.js";
import { maxOf } from "../core/vec.js";

/** The least and the most of each coordinate. */
export interface CoordinateBounds {
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
function reachable(problem: Problem): CoordinateBounds {
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
    if (!isGrown) return q0.length === 1 ? turningPoints(box, q0[0], (x) => isHigh(0, x)) : box;
  }
  // It can go anywhere, or nearly: around the origin and the start.
  return {
    least: Array.from(q0, (x) => Math.min(-1.5 * unit, x - unit)),
    most: Array.from(q0, (x) => Math.max(1.5 * unit, x + unit)),
  };
}

/** Where a motion on a line turns back, between the start and the ends of a box. */
function turningPoints(
  { least, most }: CoordinateBounds,
  start: number,
  isHigh: (x: number) => boolean,
): CoordinateBounds {
  const between = (low: number, high: number): number => {
    let [inside, outside] = [low, high];
    for (let k = 0; k < 40; k++) {
      const middle = (inside + outside) / 2;
      if (isHigh(middle)) outside = middle;
      else inside = middle;
    }
    return outside;
  };
  return { least: [between(start, least[0])], most: [between(start, most[0])] };
}

/** Where the energy lets the motion go; where it went, if that is farther. So all methods are drawn in one window as long as they stay in it. */
export function windowOf(
  problem: Problem,
  range: CoordinateBounds | null,
): CoordinateBounds & { readonly isFarther: boolean } {
  const box = reachable(problem);
  const room = widened(box, 0.1);
  const isInside =
    range === null || range.least.every((low, i) => low >= room.least[i] && range.most[i] <= room.most[i]);
  if (isInside) return { ...box, isFarther: false };
  return {
    isFarther: true,
    least: box.least.map((low, i) => Math.min(low, range.least[i])),
    most: box.most.map((high, i) => Math.max(high, range.most[i])),
  };
}

/** The same with room around it. */
export function widened({ least, most }: CoordinateBounds, share: number): CoordinateBounds {
  const widths = least.map((low, i) => most[i] - low);
  const largest = maxOf(widths, 0) || 1;
  // A coordinate that hardly moves still gets a part of the picture.
  const room = widths.map((width) => share * Math.max(width, 0.3 * largest));
  return { least: least.map((low, i) => low - room[i]), most: most.map((high, i) => high + room[i]) };
}
