/** Green's strain and the invariants of C = FᵀF from the displacement gradient H = F − 1, without the cancellation of F itself. Symmetric
 *  tensors are six numbers: 11, 22, 33, 12, 23, 13. */
import type { Vec } from "../../core/vec.js";

/** Which of the six numbers of a symmetric tensor is its entry (I, J), and back. */
export const PLACE = [0, 3, 5, 3, 1, 4, 5, 4, 2];
export const FIRST = [0, 1, 2, 0, 1, 0];
export const SECOND = [0, 1, 2, 1, 2, 2];

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

export function determinant(H: Vec): number {
  return H[0] * (H[4] * H[8] - H[5] * H[7]) + H[1] * (H[5] * H[6] - H[3] * H[8]) + H[2] * (H[3] * H[7] - H[4] * H[6]);
}

/** cof F:D with F = 1 + H. */
export function cofactorWork(H: Vec, D: Vec): number {
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
