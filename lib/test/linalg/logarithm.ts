/** The principal logarithm of a full matrix: square roots until it is close to the identity [denman1976], then
 *  log A = 2 (Z + Z³/3 + Z⁵/5 + …), Z = (A − 1)(A + 1)⁻¹. No eigenvalue may lie on the negative real axis. */
import type { Failure } from "../../src/core/failure.js";
import type { Vec } from "../../src/core/vec.js";
import { identity, leftSolve, product, weighted } from "../../src/linalg/square.js";
import { normInf } from "../../src/linalg/vec.js";

export function logarithm(n: number, A: Vec): Vec | Failure {
  const one = identity(n);
  let root = A;
  let doublings = 0;
  while (distance(root, one) > 0.2) {
    const next = squareRoot(n, root);
    if (!(next instanceof Float64Array)) return next;
    root = next;
    if (++doublings > 60) return { kind: "not-finite", dof: 0, term: "position" };
  }
  const Z = leftSolve(n, weighted([1, 1], [root, one]), weighted([1, -1], [root, one]));
  if (!(Z instanceof Float64Array)) return Z;
  const square = product(n, Z, Z);
  let power: Vec = Z;
  let sum: Vec = Z;
  for (let k = 3; normInf(power) > 1e-18 && k < 60; k += 2) {
    power = product(n, power, square);
    sum = weighted([1, 1 / k], [sum, power]);
  }
  return weighted([2 ** (doublings + 1)], [sum]);
}

/** Denman and Beavers: Y → (Y + Z⁻¹)/2, Z → (Z + Y⁻¹)/2. */
function squareRoot(n: number, A: Vec): Vec | Failure {
  const one = identity(n);
  let [Y, Z] = [A, one];
  for (let turn = 0; turn < 60; turn++) {
    const inverseY = leftSolve(n, Y, one);
    const inverseZ = leftSolve(n, Z, one);
    if (!(inverseY instanceof Float64Array)) return inverseY;
    if (!(inverseZ instanceof Float64Array)) return inverseZ;
    const next = weighted([0.5, 0.5], [Y, inverseZ]);
    const change = distance(next, Y);
    Z = weighted([0.5, 0.5], [Z, inverseY]);
    Y = next;
    if (change <= 1e-15 * normInf(Y)) break;
  }
  return Y;
}

const distance = (A: Vec, B: Vec) => normInf(weighted([1, -1], [A, B]));
