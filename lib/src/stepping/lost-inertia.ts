/** What an inertia fl(m a) is rounded by.
 *
 *  Without it in the residual the last correction keeps, of the doubles a that have the same fl(m a), the one that the iteration has come to from the side of its guess. A guess by a
 *  polynomial of even degree is off by an odd derivative of the motion, which is along v: that turns the momentum and does work in every step (docs/topics/rounding.md).
 *  Products with powers of two are exact. Of masses that are not diagonal nothing is known. */
import { binaryExponent } from "../core/elementary.js";
import type { Mass } from "../core/system.js";
import type { Vec } from "../core/vec.js";
import { lostOfProduct, upperHalf } from "./summation.js";

export interface LostInertia {
  /** m a − fl(m a) of the accelerations from `from` on is added to `out` from `first` on. */
  addTo(A: Vec, from: number, out: Vec, first: number): void;
}

export function lostInertia({ diagonal }: Mass): LostInertia | null {
  if (diagonal === null || !areRounded(diagonal)) return null;
  const high = diagonal.map(upperHalf);
  return { addTo: (A, from, out, first) => addLost(A, diagonal, high, from, out, first) };
}

/** Are products with any of them rounded? */
export function areRounded(masses: Vec): boolean {
  return masses.some((m) => m !== 2 ** binaryExponent(m));
}

function addLost(A: Vec, diagonal: Vec, high: Vec, from: number, out: Vec, first: number): void {
  for (let k = 0; k < diagonal.length; k++) {
    const m = diagonal[k];
    const a = A[from + k];
    out[first + k] += lostOfProduct(m * a, m, high[k], a);
  }
}
