/** The error of a step, from the solutions of orders 5 and 3 that its stages hold as well.               [hairer1993, ch. II.10] */
import type { Vec } from "../../core/vec.js";
import { ERROR5, ORDER3 } from "./coefficients.js";
import { combination, combine, combined } from "./combination.js";
import { SOLUTION, type Stages } from "./stages.js";

const FIFTH = combination(ERROR5);
const THIRD = combination(ORDER3);

/** Estimated error of a step of size h in units of what is tolerated, for a motion of the size `reach` and velocities of the size `speed`.
 *                                                                                             [hairer1993, eq. (10.17)] */
export function errorOf({ V, A }: Stages, tolerance: number): (h: number, reach: number, speed: number) => number {
  const n = V[0].length;
  const scratch = Array.from({ length: 3 }, () => new Float64Array(n));
  const squares = new Float64Array(2);
  return (h, reach, speed) => {
    squares.fill(0);
    addErrors(V, reach, scratch, squares);
    addErrors(A, speed, scratch, squares);
    const fifth = squares[0];
    const third = squares[1];
    if (fifth === 0 && third === 0) return 0;
    return (Math.abs(h) * fifth) / (tolerance * Math.sqrt((fifth + 0.01 * third) * 2 * n));
  };
}

/** Adds the squares of the errors of orders 5 and 3 to `squares`. */
function addErrors(slopes: readonly Vec[], scale: number, scratch: readonly Vec[], squares: Vec): void {
  const [fifth, eighth, third] = scratch;
  combine(FIFTH, slopes, fifth);
  combine(SOLUTION, slopes, eighth);
  combine(THIRD, slopes, third);
  for (let k = 0; k < fifth.length; k++) {
    const e5 = fifth[k];
    const e3 = eighth[k] - third[k];
    squares[0] += (e5 / scale) * (e5 / scale);
    squares[1] += (e3 / scale) * (e3 / scale);
  }
}

/** The degree of freedom whose velocity is the least accurate. */
export function worstOf({ A }: Stages): number {
  let worst = 0;
  let size = -1;
  for (let k = 0; k < A[0].length; k++) {
    const error = Math.abs(combined(FIFTH, A, k));
    if (error > size) {
      worst = k;
      size = error;
    }
  }
  return worst;
}
