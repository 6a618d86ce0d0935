/** Positions and velocities, or what adds up to them. */
import type { Vec } from "../../core/vec.js";
import { copy } from "../../linalg/vec.js";

export interface Pair {
  readonly q: Vec;
  readonly v: Vec;
}

export const pair = (n: number): Pair => ({ q: new Float64Array(n), v: new Float64Array(n) });

export function copyPair(from: Pair, to: Pair): void {
  copy(from.q, to.q);
  copy(from.v, to.v);
}

/** out = x + h y; may alias. */
export function addTimes(x: Vec, h: number, y: Vec, out: Vec): void {
  for (let k = 0; k < x.length; k++) out[k] = x[k] + h * y[k];
}
