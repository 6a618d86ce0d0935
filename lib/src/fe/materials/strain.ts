/** Green's strain and the invariants of C = FᵀF from the displacement gradient H = F − 1, without the cancellation of F itself. Symmetric
 *  tensors are six numbers: 11, 22, 33, 12, 23, 13. */
import type { Vec } from "../../core/vec.js";
import type { StoredEnergy } from "./material.js";

/** Which of the six numbers of a symmetric tensor is its entry (I, J), and back. */
export const PLACE = Uint8Array.of(0, 3, 5, 3, 1, 4, 5, 4, 2);
export const FIRST = Uint8Array.of(0, 1, 2, 0, 1, 0);
export const SECOND = Uint8Array.of(0, 1, 2, 1, 2, 2);

/** E = (H + Hᵀ + HᵀH)/2. */
export function greenStrain(H: Vec, E: Vec): void {
  E[0] = H[0] + (H[0] * H[0] + H[3] * H[3] + H[6] * H[6]) / 2;
  E[1] = H[4] + (H[1] * H[1] + H[4] * H[4] + H[7] * H[7]) / 2;
  E[2] = H[8] + (H[2] * H[2] + H[5] * H[5] + H[8] * H[8]) / 2;
  E[3] = (H[1] + H[3] + H[0] * H[1] + H[3] * H[4] + H[6] * H[7]) / 2;
  E[4] = (H[5] + H[7] + H[1] * H[2] + H[4] * H[5] + H[7] * H[8]) / 2;
  E[5] = (H[2] + H[6] + H[0] * H[2] + H[3] * H[5] + H[6] * H[8]) / 2;
}

/** sym(Fᵀ D) with F = 1 + H: the change of E by the change D of H where H is the middle of both. */
export function strainChange(H: Vec, D: Vec, out: Vec): void {
  out[0] = D[0] + H[0] * D[0] + H[3] * D[3] + H[6] * D[6];
  out[1] = D[4] + H[1] * D[1] + H[4] * D[4] + H[7] * D[7];
  out[2] = D[8] + H[2] * D[2] + H[5] * D[5] + H[8] * D[8];
  out[3] = (D[1] + D[3] + H[0] * D[1] + H[3] * D[4] + H[6] * D[7] + H[1] * D[0] + H[4] * D[3] + H[7] * D[6]) / 2;
  out[4] = (D[5] + D[7] + H[1] * D[2] + H[4] * D[5] + H[7] * D[8] + H[2] * D[1] + H[5] * D[4] + H[8] * D[7]) / 2;
  out[5] = (D[2] + D[6] + H[0] * D[2] + H[3] * D[5] + H[6] * D[8] + H[2] * D[0] + H[5] * D[3] + H[8] * D[6]) / 2;
}

/** A:B of symmetric tensors. */
export function inner(A: Vec, B: Vec): number {
  return A[0] * B[0] + A[1] * B[1] + A[2] * B[2] + 2 * (A[3] * B[3] + A[4] * B[4] + A[5] * B[5]);
}

/** I₁ − 3 = tr (1 + H)ᵀ(1 + H) − 3. */
export function firstInvariant(H: Vec): number {
  let sum = 2 * (H[0] + H[4] + H[8]);
  for (let k = 0; k < 9; k++) sum += H[k] * H[k];
  return sum;
}

/** I₂ − 3, as I₁ − 3 = 2 tr E. */
export function secondInvariant(E: Vec): number {
  const t = E[0] + E[1] + E[2];
  return 4 * t + 2 * (t * t - inner(E, E));
}

/** det(1 + H) − 1. */
export function volumeChange(H: Vec): number {
  const minors = H[0] * H[4] - H[1] * H[3] + (H[4] * H[8] - H[5] * H[7]) + (H[0] * H[8] - H[2] * H[6]);
  return H[0] + H[4] + H[8] + minors + determinant(H);
}

function determinant(H: Vec): number {
  return H[0] * (H[4] * H[8] - H[5] * H[7]) + H[1] * (H[5] * H[6] - H[3] * H[8]) + H[2] * (H[3] * H[7] - H[4] * H[6]);
}

/** cof F:D with F = 1 + H. */
function cofactorWork(H: Vec, D: Vec): number {
  const a = 1 + H[0];
  const b = 1 + H[4];
  const c = 1 + H[8];
  return (
    (b * c - H[5] * H[7]) * D[0] +
    (H[5] * H[6] - H[3] * c) * D[1] +
    (H[3] * H[7] - b * H[6]) * D[2] +
    (H[2] * H[7] - H[1] * c) * D[3] +
    (a * c - H[2] * H[6]) * D[4] +
    (H[1] * H[6] - a * H[7]) * D[5] +
    (H[1] * H[5] - H[2] * b) * D[6] +
    (H[2] * H[3] - a * H[5]) * D[7] +
    (a * b - H[1] * H[3]) * D[8]
  );
}

/** Z = J C⁻¹ of C = 1 + 2E. */
export function inverseOfStrain(E: Vec, j: number, Z: Vec): void {
  const a = 1 + 2 * E[0];
  const b = 1 + 2 * E[1];
  const c = 1 + 2 * E[2];
  const d = 2 * E[3];
  const e = 2 * E[4];
  const f = 2 * E[5];
  const inverse = 1 / (1 + j);
  Z[0] = (b * c - e * e) * inverse;
  Z[1] = (a * c - f * f) * inverse;
  Z[2] = (a * b - d * d) * inverse;
  Z[3] = (e * f - d * c) * inverse;
  Z[4] = (d * f - a * e) * inverse;
  Z[5] = (d * e - b * f) * inverse;
}

/** √det(1 + 2E) − 1. */
export function volumeOfStrain(E: Vec): number {
  const a = 2 * E[0];
  const b = 2 * E[1];
  const c = 2 * E[2];
  const d = 2 * E[3];
  const e = 2 * E[4];
  const f = 2 * E[5];
  const minors = a * b - d * d + (b * c - e * e) + (a * c - f * f);
  const third = a * (b * c - e * e) + d * (e * f - d * c) + f * (d * e - b * f);
  const square = a + b + c + minors + third;
  return square / (1 + Math.sqrt(1 + square));
}

/** W(b) − W(a) of a stored energy, from Ha with the strain Ea by the move of H around its middle, in which the strain changes by `change`. */
export function energyChange(energy: StoredEnergy, Ha: Vec, middle: Vec, move: Vec, Ea: Vec, change: Vec): number {
  const first = change[0] + change[1] + change[2];
  // (tr E)² − E:E changes by 2 (tr Ē tr ΔE − Ē:ΔE), with Ē = Ea + ΔE/2.
  const ofTrace = Ea[0] + Ea[1] + Ea[2] + first / 2;
  const ofSquares = inner(Ea, change) + inner(change, change) / 2;
  return energy.difference(
    2 * (Ea[0] + Ea[1] + Ea[2]),
    secondInvariant(Ea),
    volumeChange(Ha),
    2 * first,
    4 * (first + ofTrace * first - ofSquares),
    cofactorWork(middle, move) + determinant(move) / 4,
  );
}
