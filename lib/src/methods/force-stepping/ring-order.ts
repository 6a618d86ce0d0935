/** The cyclic order of the coordinates by falling height; number d is the marker, the ceiling and floor of the box. */
import type { Vec } from "../../core/vec.js";

export interface Ring {
  /** Number s from the first place on, and where number j is. */
  readonly bead: Vec;
  readonly place: Vec;
}

export const emptyRing = (dof: number): Ring => ({
  bead: new Float64Array(dof + 1),
  place: new Float64Array(dof + 1),
});

/** From the marker down. */
export function setOrder({ bead, place }: Ring, coordinates: readonly number[]): void {
  [coordinates.length, ...coordinates].forEach((j, s) => {
    bead[s] = j;
    place[j] = s;
  });
}
