/** Bodies on one picture that would hide one another are drawn side by side. */
import { maxOf } from "../../core/vec.js";
import { along, type Eye } from "./eye.js";

/** From where to where a body reaches on the picture. */
interface Reach {
  readonly across: readonly [number, number];
  readonly up: readonly [number, number];
}

/** So much of the smaller one may be hidden, in width and in height. */
const HIDDEN = 0.4;
const GAP = 0.15;

/** How far each is to be moved to the right, null where they can stay where they are. `bodies`: the nodes, three numbers each. */
export function sideBySide(bodies: readonly Float64Array[], eye: Eye): readonly number[] | null {
  const reaches = bodies.map((points) => ({ across: spanOf(points, eye.right), up: spanOf(points, eye.up) }));
  const crowded = reaches.some((a, i) => reaches.slice(i + 1).some((b) => hides(a, b)));
  if (!crowded) return null;
  const widest = maxOf(reaches.map(({ across }) => length(across)));
  let end = 0;
  return reaches.map(({ across }) => {
    const shift = end - across[0];
    end += length(across) + GAP * widest;
    return shift;
  });
}

const length = ([low, high]: readonly [number, number]) => high - low;

function hides(a: Reach, b: Reach): boolean {
  return (["across", "up"] as const).every((way) => {
    const common = Math.min(a[way][1], b[way][1]) - Math.max(a[way][0], b[way][0]);
    return common > HIDDEN * Math.min(length(a[way]), length(b[way]));
  });
}

function spanOf(points: Float64Array, axis: readonly number[]): [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < points.length; i += 3) {
    const x = along(axis, points, i);
    low = Math.min(low, x);
    high = Math.max(high, x);
  }
  return [low, high];
}
