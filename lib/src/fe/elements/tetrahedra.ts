/** The tangent of linear tetrahedra, written out: one integration point, F constant in the element.
 *
 *  With W₂ = 0, P = 2W₁ F + W_J cof F and, with f_a = F g_a and c_a = cof F g_a,
 *
 *      K_ab = 2W₁ (g_a·g_b) 1 + f_a ⊗ (4W₁₁ f_b + 2W₁_J c_b) + c_a ⊗ (2W₁_J f_b + (W_JJ + W_J/J) c_b) − W_J/J c_b ⊗ c_a.
 *
 *  Moving all nodes costs nothing: the parts of the first node follow from the others. */
import type { Vec } from "../../core/vec.js";
import type { ElementAssembly } from "../../linalg/assembly.js";
import type { StoredEnergy } from "../materials/material.js";

export interface Tetrahedra {
  /** Four numbers an element: where the displacements of its nodes begin in u. */
  readonly offsets: Int32Array;
  /** ∂N/∂X, twelve numbers an element. */
  readonly gradients: Vec;
  readonly volumes: Vec;
}

/** H = Σ u_a ⊗ g_a of element e, from the differences of its nodes to the first. */
export function displacementGradient(u: Vec, offsets: Int32Array, gradients: Vec, e: number, H: Vec): void {
  const n = 4 * e;
  gradientOf(u, offsets[n], offsets[n + 1], offsets[n + 2], offsets[n + 3], gradients, e, H);
}

/** The same, the displacements of its nodes beginning at a, b, c and d. */
export function gradientOf(u: Vec, a: number, b: number, c: number, d: number, gradients: Vec, e: number, H: Vec) {
  const k = 12 * e + 3;
  const g0 = gradients[k];
  const g1 = gradients[k + 1];
  const g2 = gradients[k + 2];
  const g3 = gradients[k + 3];
  const g4 = gradients[k + 4];
  const g5 = gradients[k + 5];
  const g6 = gradients[k + 6];
  const g7 = gradients[k + 7];
  const g8 = gradients[k + 8];
  for (let i = 0; i < 3; i++) {
    const o = u[a + i];
    const x = u[b + i] - o;
    const y = u[c + i] - o;
    const z = u[d + i] - o;
    H[3 * i] = x * g0 + y * g3 + z * g6;
    H[3 * i + 1] = x * g1 + y * g4 + z * g7;
    H[3 * i + 2] = x * g2 + y * g5 + z * g8;
  }
}

/** Of the deformation F. */
function cofactor(F: Vec, out: Vec): void {
  out[0] = F[4] * F[8] - F[5] * F[7];
  out[1] = F[5] * F[6] - F[3] * F[8];
  out[2] = F[3] * F[7] - F[4] * F[6];
  out[3] = F[2] * F[7] - F[1] * F[8];
  out[4] = F[0] * F[8] - F[2] * F[6];
  out[5] = F[1] * F[6] - F[0] * F[7];
  out[6] = F[1] * F[5] - F[2] * F[4];
  out[7] = F[2] * F[3] - F[0] * F[5];
  out[8] = F[0] * F[4] - F[1] * F[3];
}

const SLOPE = new Float64Array(3);
const DEFORMATION = new Float64Array(9);
const COFACTOR = new Float64Array(9);
const CURVATURE = new Float64Array(6);
const MATRIX = new Float64Array(144);
/** f_a and c_a of the four nodes. */
const ALONG = new Float64Array(12);
const ACROSS = new Float64Array(12);

/** values += ∂²V/∂u². */
export function addTetrahedralTangent(
  { offsets, gradients, volumes }: Tetrahedra,
  energy: StoredEnergy,
  u: Vec,
  assembly: ElementAssembly,
  values: Vec,
): void {
  const count = volumes.length;
  const [slope, curvature, matrix, f, h, F, C] = [SLOPE, CURVATURE, MATRIX, ALONG, ACROSS, DEFORMATION, COFACTOR];
  for (let e = 0, first = 0; e < count; e++, first += 12) {
    displacementGradient(u, offsets, gradients, e, F);
    F[0]++;
    F[4]++;
    F[8]++;
    cofactor(F, C);
    const j = F[0] * C[0] + F[1] * C[1] + F[2] * C[2] - 1;
    let i1 = -3;
    for (let k = 0; k < 9; k++) i1 += F[k] * F[k];
    energy.gradient(i1, 0, j, slope);
    energy.hessian(i1, 0, j, curvature);
    const volume = volumes[e];
    const same = 2 * volume * slope[0];
    const w11 = 4 * volume * curvature[0];
    const w1j = 2 * volume * curvature[2];
    const turn = (volume * slope[2]) / (1 + j);
    const wjj = volume * curvature[5] + turn;
    for (let node = 1; node < 4; node++) {
      const at = 3 * node;
      const x = gradients[first + at];
      const y = gradients[first + at + 1];
      const z = gradients[first + at + 2];
      for (let i = 0; i < 3; i++) {
        f[at + i] = F[3 * i] * x + F[3 * i + 1] * y + F[3 * i + 2] * z;
        h[at + i] = C[3 * i] * x + C[3 * i + 1] * y + C[3 * i + 2] * z;
      }
    }
    for (let q = 1; q < 4; q++) {
      const qx = f[3 * q];
      const qy = f[3 * q + 1];
      const qz = f[3 * q + 2];
      const rx = h[3 * q];
      const ry = h[3 * q + 1];
      const rz = h[3 * q + 2];
      const X0 = w11 * qx + w1j * rx;
      const X1 = w11 * qy + w1j * ry;
      const X2 = w11 * qz + w1j * rz;
      const Y0 = w1j * qx + wjj * rx;
      const Y1 = w1j * qy + wjj * ry;
      const Y2 = w1j * qz + wjj * rz;
      const [tx, ty, tz] = [turn * rx, turn * ry, turn * rz];
      for (let p = 1; p <= q; p++) {
        const px = f[3 * p];
        const py = f[3 * p + 1];
        const pz = f[3 * p + 2];
        const sx = h[3 * p];
        const sy = h[3 * p + 1];
        const sz = h[3 * p + 2];
        const at = 36 * p + 3 * q;
        const dot =
          same *
          (gradients[first + 3 * p] * gradients[first + 3 * q] +
            gradients[first + 3 * p + 1] * gradients[first + 3 * q + 1] +
            gradients[first + 3 * p + 2] * gradients[first + 3 * q + 2]);
        matrix[at] = dot + px * X0 + sx * Y0 - tx * sx;
        matrix[at + 1] = px * X1 + sx * Y1 - tx * sy;
        matrix[at + 2] = px * X2 + sx * Y2 - tx * sz;
        matrix[at + 12] = py * X0 + sy * Y0 - ty * sx;
        matrix[at + 13] = dot + py * X1 + sy * Y1 - ty * sy;
        matrix[at + 14] = py * X2 + sy * Y2 - ty * sz;
        matrix[at + 24] = pz * X0 + sz * Y0 - tz * sx;
        matrix[at + 25] = pz * X1 + sz * Y1 - tz * sy;
        matrix[at + 26] = dot + pz * X2 + sz * Y2 - tz * sz;
        if (p === q) continue;
        const mirror = 36 * q + 3 * p;
        matrix[mirror] = matrix[at];
        matrix[mirror + 1] = matrix[at + 12];
        matrix[mirror + 2] = matrix[at + 24];
        matrix[mirror + 12] = matrix[at + 1];
        matrix[mirror + 13] = matrix[at + 13];
        matrix[mirror + 14] = matrix[at + 25];
        matrix[mirror + 24] = matrix[at + 2];
        matrix[mirror + 25] = matrix[at + 14];
        matrix[mirror + 26] = matrix[at + 26];
      }
    }
    // Rows of the other nodes add up to zero, and then columns.
    for (let row = 36; row < 144; row += 12) {
      for (let i = 0; i < 3; i++) {
        const sum = -(matrix[row + 3 + i] + matrix[row + 6 + i] + matrix[row + 9 + i]);
        matrix[row + i] = sum;
      }
    }
    for (let i = 0; i < 36; i++) matrix[i] = -(matrix[36 + i] + matrix[72 + i] + matrix[108 + i]);
    assembly.add(e, matrix, values);
  }
}
