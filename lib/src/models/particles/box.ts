/** A periodic box, in which a distance is taken to the nearest image. */
import { InputError } from "../../core/failure.js";
import type { Vec } from "../../core/vec.js";

export interface Box {
  readonly sides: Vec;
  readonly inverse: Vec;
}

export function boxOf(sides: readonly number[], dimension: number): Box {
  if (sides.length !== dimension || sides.some((side) => !(side > 0 && side < Infinity))) {
    throw new InputError(`the box is [${sides.join(", ")}]; accepted: ${dimension} sides, each > 0`, { key: "box" });
  }
  const box = Float64Array.from(sides);
  return { sides: box, inverse: box.map((side) => 1 / side) };
}

/** Difference d of two coordinates in direction a, to the nearest image. */
export const nearestImage = ({ sides, inverse }: Box, d: number, a: number): number =>
  d - sides[a] * Math.floor(d * inverse[a] + 0.5);
