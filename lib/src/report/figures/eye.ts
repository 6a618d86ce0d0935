/** From where a body is looked at. */
import type { Mesh } from "../../mesh/mesh.js";

export interface Eye {
  readonly right: readonly [number, number, number];
  readonly up: readonly [number, number, number];
  /** Towards the eye. */
  readonly out: readonly [number, number, number];
}

export const FLAT: Eye = { right: [1, 0, 0], up: [0, 1, 0], out: [0, 0, 1] };
/** From the front, a little to the right and above. */
const [TURN, LIFT] = [(-62 * Math.PI) / 180, (24 * Math.PI) / 180];
const SPATIAL: Eye = {
  right: [-Math.sin(TURN), Math.cos(TURN), 0],
  up: [-Math.sin(LIFT) * Math.cos(TURN), -Math.sin(LIFT) * Math.sin(TURN), Math.cos(LIFT)],
  out: [Math.cos(LIFT) * Math.cos(TURN), Math.cos(LIFT) * Math.sin(TURN), Math.sin(LIFT)],
};

export const eyeOf = (mesh: Mesh): Eye =>
  mesh.points.every((x, i) => i % 3 !== 2 || x === mesh.points[2]) ? FLAT : SPATIAL;

export const along = (axis: readonly number[], x: ArrayLike<number>, at: number) =>
  axis[0] * x[at] + axis[1] * x[at + 1] + axis[2] * x[at + 2];
