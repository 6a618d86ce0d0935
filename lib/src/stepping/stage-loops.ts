/** The loops of an implicit stage, with the vectors as arguments: a compiler takes the vectors that a function captures for constants while there is one such
 *  function, and has to look them up at every entry as soon as there are two, as in a study or a server. */
import type { Sparsity } from "../core/matrix.js";
import type { Vec } from "../core/vec.js";
import { lostOfLarger } from "./summation.js";

/** out = base + c A. */
export function moveStage(A: Vec, c: number, base: Vec, out: Vec): void {
  for (let i = 0; i < A.length; i++) out[i] = base[i] + c * A[i];
}

/** What q = baseQ + c₂ A was rounded by, with what baseQ already was. */
export function roundedBy(A: Vec, c2: number, baseQ: Vec, rest: Vec, q: Vec, delta: Vec): void {
  for (let i = 0; i < A.length; i++) delta[i] = lostOfLarger(baseQ[i], c2 * A[i], q[i]) + rest[i];
}

/** r = m M A + g G + b, where `momentum` holds M A, and the sizes of its terms. */
export function balanceStage(
  momentum: Vec,
  inertia: number,
  force: Vec,
  forces: number,
  b: Vec,
  cancelling: number,
  r: Vec,
  size: Vec,
): void {
  for (let i = 0; i < r.length; i++) {
    const ofInertia = inertia * momentum[i];
    const ofForce = forces * force[i];
    const constant = b[i];
    r[i] = ofInertia + ofForce + constant;
    size[i] = Math.abs(ofInertia) + Math.abs(ofForce) + Math.abs(constant) + cancelling;
  }
}

/** The same for a diagonal mass, which is multiplied on the way. */
export function balanceDiagonal(
  A: Vec,
  diagonal: Vec,
  inertia: number,
  force: Vec,
  forces: number,
  b: Vec,
  cancelling: number,
  r: Vec,
  size: Vec,
): void {
  for (let i = 0; i < r.length; i++) {
    const ofInertia = inertia * (diagonal[i] * A[i]);
    const ofForce = forces * force[i];
    const constant = b[i];
    r[i] = ofInertia + ofForce + constant;
    size[i] = Math.abs(ofInertia) + Math.abs(ofForce) + Math.abs(constant) + cancelling;
  }
}

/** out += weight · factor (J − m M) δ, entry by entry where the change is no more than `most` of the force; M is diagonal. */
export function addRoundedPlace(
  { rowStart, column }: Sparsity,
  J: Vec,
  diagonal: Vec,
  m: number,
  delta: Vec,
  factor: number,
  most: number,
  force: Vec,
  weight: number,
  out: Vec,
  first: number,
): void {
  let j = 0;
  for (let i = 0; i < force.length; i++) {
    const end = rowStart[i + 1];
    let sum = 0;
    for (; j + 3 <= end; j += 3) {
      sum = sum + J[j] * delta[column[j]] + J[j + 1] * delta[column[j + 1]] + J[j + 2] * delta[column[j + 2]];
    }
    for (; j < end; j++) sum += J[j] * delta[column[j]];
    const change = factor * (sum - m * (diagonal[i] * delta[i]));
    if (Math.abs(change) <= most * Math.abs(force[i])) out[first + i] += weight * change;
  }
}
