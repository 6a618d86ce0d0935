/** Vectors of doubles: the handful of operations that everything above is made of. */
import { binaryExponent } from "../core/elementary.js";
import type { Vec } from "../core/vec.js";

export function dot(x: Vec, y: Vec): number {
  let sum = 0;
  for (let i = 0; i < x.length; i++) sum += x[i] * y[i];
  return sum;
}

/** y += a x. */
export function axpy(a: number, x: Vec, y: Vec): void {
  for (let i = 0; i < x.length; i++) y[i] += a * x[i];
}

export function scale(a: number, x: Vec): void {
  for (let i = 0; i < x.length; i++) x[i] *= a;
}

/** out = x − y; may alias either. */
export function subtract(x: Vec, y: Vec, out: Vec): void {
  for (let i = 0; i < x.length; i++) out[i] = x[i] - y[i];
}

/** The Euclidean norm. Entries beyond 1e±150 are scaled first, so that their squares do not leave the range of doubles. */
export function norm2(x: Vec): number {
  const squares = dot(x, x);
  if (squares > 1e-290 && squares < 1e300) return Math.sqrt(squares);
  const largest = normInf(x);
  if (!(largest > 0 && largest < Infinity)) return largest;
  let sum = 0;
  for (let i = 0; i < x.length; i++) {
    const ratio = x[i] / largest;
    sum += ratio * ratio;
  }
  return largest * Math.sqrt(sum);
}

/** The largest absolute value; NaN if one is in it. */
export function normInf(x: Vec): number {
  let largest = 0;
  for (let i = 0; i < x.length; i++) {
    const size = Math.abs(x[i]);
    if (size > largest) largest = size;
    else if (Number.isNaN(size)) return size;
  }
  return largest;
}

/** A power of two about as large as the largest entry, by which all can be divided without rounding and their squares stay in the range of doubles; 1 for a
 *  vector of zeros. */
export function sizeInPowersOfTwo(x: Vec): number {
  const largest = normInf(x);
  return largest > 0 && largest < Infinity ? 2 ** Math.max(-1000, Math.min(1000, binaryExponent(largest))) : 1;
}

/** Entry by entry; NaN equals nothing. */
export function areEqual(x: Vec, y: Vec): boolean {
  for (let i = 0; i < x.length; i++) if (x[i] !== y[i]) return false;
  return true;
}

/** The index of the entry of largest absolute value, the first of them where there are several. */
export function indexOfLargest(x: Vec): number {
  let at = 0;
  for (let i = 1; i < x.length; i++) if (Math.abs(x[i]) > Math.abs(x[at])) at = i;
  return at;
}

/** The index of the first entry that is NaN or infinite, −1 if there is none. */
export function firstNotFinite(x: Vec): number {
  for (let i = 0; i < x.length; i++) if (!Number.isFinite(x[i])) return i;
  return -1;
}

/** out = x. The built-in `set` costs more than the whole step of a small system, and is quicker only for long vectors. */
export function copy(x: Vec, out: Vec): void {
  if (x.length > 64) out.set(x);
  else for (let i = 0; i < x.length; i++) out[i] = x[i];
}
