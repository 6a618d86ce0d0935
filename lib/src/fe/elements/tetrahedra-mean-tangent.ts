/** The derivative of the mean force of linear tetrahedra by the end of the step, its symmetric part, for energies W(I₁, J).
 *
 *  The general form is in `hyperelastic-law.ts`; with D written as sums of products of tensors, a pair of nodes gets
 *
 *      K_ab = ½ (g_a S* g_b) 1 + f̄_a ⊗ (2W₁₁ f_b + W₁_J z_b) + z̄_a ⊗ (W₁_J f_b + ½ (W_JJ + w) z_b) + ē_a ⊗ r_b
 *             − ½ w ((g_a Z g_b) F̄ Z Fᵀ + z̄_b ⊗ z_a) + ½ φ ((g_a·g_b) F̄ Fᵀ + f̄_b ⊗ f_a),     w = W_J/J,
 *
 *  f = F g, z = F Z g, e = F ΔE g, r = F ρ g, with F of the middle where there is a bar and of the end where there is none. */
import type { Vec } from "../../core/vec.js";
import type { ElementAssembly } from "../../linalg/assembly.js";
import { elasticityOf } from "../materials/green-stress.js";
import { SMALLEST_CHANGE } from "../materials/hyperelastic-law.js";
import type { StoredEnergy } from "../materials/material.js";
import {
  energyChange,
  greenStrain,
  inner,
  inverseOfStrain,
  strainChange,
  volumeChange,
  volumeOfStrain,
} from "../materials/strain.js";
import { displacementGradient, type Tetrahedra } from "./tetrahedra.js";

const NODES = 3;

/** What adds the tangents of all elements to the values of a matrix. */
export function tetrahedralMeanTangent({ offsets, gradients, volumes }: Tetrahedra, energy: StoredEnergy) {
  const nine = () => new Float64Array(9);
  const six = () => new Float64Array(6);
  const [Ha, Hb, middle, move, N, G] = [nine(), nine(), nine(), nine(), nine(), nine()];
  const [Ea, E, Eb, change, Z, S, Send, rho, turned] = [six(), six(), six(), six(), six(), six(), six(), six(), six()];
  const [fm, zm, em, fb, zb, rb, Zg, Sg] = [nine(), nine(), nine(), nine(), nine(), nine(), nine(), nine()];
  const slope = new Float64Array(3);
  const curvature = new Float64Array(6);
  const block = new Float64Array(81);
  const matrix = new Float64Array(144);
  const { stress } = elasticityOf(energy);

  return (from: Vec, to: Vec, assembly: ElementAssembly, values: Vec): void => {
    for (let e = 0; e < volumes.length; e++) {
      const first = 12 * e + 3;
      displacementGradient(from, offsets, gradients, e, Ha);
      displacementGradient(to, offsets, gradients, e, Hb);
      for (let k = 0; k < 9; k++) {
        middle[k] = (Ha[k] + Hb[k]) / 2;
        move[k] = Hb[k] - Ha[k];
      }
      greenStrain(Ha, Ea);
      strainChange(middle, move, change);
      for (let k = 0; k < 6; k++) E[k] = Ea[k] + change[k] / 2;
      const j = volumeOfStrain(E);
      const i1 = 2 * (E[0] + E[1] + E[2]);
      energy.gradient(i1, 0, j, slope);
      energy.hessian(i1, 0, j, curvature);
      inverseOfStrain(E, j, Z);
      const w = slope[2] / (1 + j);
      const w11 = 2 * curvature[0];
      const w1j = curvature[2];
      const wjj = (curvature[5] + w) / 2;
      for (let k = 0; k < 6; k++) S[k] = slope[2] * Z[k] + (k < 3 ? 2 * slope[0] : 0);
      const square = inner(change, change);
      const phi = square > 0 ? (energyChange(energy, Ha, middle, move, Ea, change) - inner(S, change)) / square : 0;
      const bends = square > SMALLEST_CHANGE * SMALLEST_CHANGE;
      if (bends) {
        greenStrain(Hb, Eb);
        stress(Eb, volumeChange(Hb), Send);
        const trace = change[0] + change[1] + change[2];
        const along = inner(Z, change);
        sandwich(Z, change, turned);
        for (let k = 0; k < 6; k++) {
          // ½ D:ΔE.
          const half = (k < 3 ? w11 * trace + w1j * along : 0) + (w1j * trace + wjj * along) * Z[k] - w * turned[k];
          rho[k] = (Send[k] - S[k] - half - 2 * phi * change[k]) / square;
        }
      }
      for (let k = 0; k < 6; k++) S[k] += phi * change[k];

      for (let a = 0; a < NODES; a++) {
        const g = first + 3 * a;
        symmetricTimes(Z, gradients, g, Zg, 3 * a);
        symmetricTimes(S, gradients, g, Sg, 3 * a);
        deformed(middle, gradients, g, fm, 3 * a);
        deformed(Hb, gradients, g, fb, 3 * a);
        deformed(middle, Zg, 3 * a, zm, 3 * a);
        deformed(Hb, Zg, 3 * a, zb, 3 * a);
        if (bends) {
          symmetricTimes(change, gradients, g, em, 3 * a);
          deformed(middle, em, 3 * a, em, 3 * a);
          symmetricTimes(rho, gradients, g, rb, 3 * a);
          deformed(Hb, rb, 3 * a, rb, 3 * a);
        }
      }
      if (!bends) {
        em.fill(0);
        rb.fill(0);
      }
      products(middle, Hb, Z, N, G);

      for (let a = 0; a < NODES; a++) {
        for (let b = 0; b < NODES; b++) {
          const ga = first + 3 * a;
          const gb = first + 3 * b;
          const x = gradients[ga];
          const y = gradients[ga + 1];
          const z = gradients[ga + 2];
          const same = (x * Sg[3 * b] + y * Sg[3 * b + 1] + z * Sg[3 * b + 2]) / 2;
          const ofZ = (-w * (x * Zg[3 * b] + y * Zg[3 * b + 1] + z * Zg[3 * b + 2])) / 2;
          const ofOne = (phi * (x * gradients[gb] + y * gradients[gb + 1] + z * gradients[gb + 2])) / 2;
          for (let i = 0; i < 3; i++) {
            const f = fm[3 * a + i];
            const t = zm[3 * a + i];
            const left = w11 * f + w1j * t;
            const right = w1j * f + wjj * t;
            const bent = em[3 * a + i];
            const backZ = (-w * zm[3 * b + i]) / 2;
            const backF = (phi * fm[3 * b + i]) / 2;
            const at = (3 * a + i) * 9 + 3 * b;
            for (let k = 0; k < 3; k++) {
              block[at + k] =
                left * fb[3 * b + k] +
                right * zb[3 * b + k] +
                bent * rb[3 * b + k] +
                backZ * zb[3 * a + k] +
                backF * fb[3 * a + k] +
                ofZ * N[3 * i + k] +
                ofOne * G[3 * i + k] +
                (i === k ? same : 0);
            }
          }
        }
      }
      spreadOver(block, volumes[e], matrix);
      assembly.add(e, matrix, values);
    }
  };
}

/** out = T v. */
function symmetricTimes(T: Vec, v: Vec, from: number, out: Vec, to: number): void {
  const x = v[from];
  const y = v[from + 1];
  const z = v[from + 2];
  out[to] = T[0] * x + T[3] * y + T[5] * z;
  out[to + 1] = T[3] * x + T[1] * y + T[4] * z;
  out[to + 2] = T[5] * x + T[4] * y + T[2] * z;
}

/** out = (1 + H) v; may alias. */
function deformed(H: Vec, v: Vec, from: number, out: Vec, to: number): void {
  const x = v[from];
  const y = v[from + 1];
  const z = v[from + 2];
  out[to] = x + H[0] * x + H[1] * y + H[2] * z;
  out[to + 1] = y + H[3] * x + H[4] * y + H[5] * z;
  out[to + 2] = z + H[6] * x + H[7] * y + H[8] * z;
}

const column = new Float64Array(9);

/** out = Z T Z. */
function sandwich(Z: Vec, T: Vec, out: Vec): void {
  for (let k = 0; k < 3; k++) {
    // Column k of Z, through T and Z.
    const x = Z[k === 0 ? 0 : k === 1 ? 3 : 5];
    const y = Z[k === 0 ? 3 : k === 1 ? 1 : 4];
    const z = Z[k === 0 ? 5 : k === 1 ? 4 : 2];
    column[3] = T[0] * x + T[3] * y + T[5] * z;
    column[4] = T[3] * x + T[1] * y + T[4] * z;
    column[5] = T[5] * x + T[4] * y + T[2] * z;
    symmetricTimes(Z, column, 3, column, 0);
    out[k] = column[k];
    if (k === 1) out[3] = column[0];
    if (k === 2) {
      out[4] = column[1];
      out[5] = column[0];
    }
  }
}

/** N = F̄ Z Fᵀ and G = F̄ Fᵀ. */
function products(middle: Vec, end: Vec, Z: Vec, N: Vec, G: Vec): void {
  for (let k = 0; k < 3; k++) {
    // Row k of F, through Z and F̄.
    column[3] = end[3 * k] + (k === 0 ? 1 : 0);
    column[4] = end[3 * k + 1] + (k === 1 ? 1 : 0);
    column[5] = end[3 * k + 2] + (k === 2 ? 1 : 0);
    deformed(middle, column, 3, column, 0);
    for (let i = 0; i < 3; i++) G[3 * i + k] = column[i];
    symmetricTimes(Z, column, 3, column, 6);
    deformed(middle, column, 6, column, 0);
    for (let i = 0; i < 3; i++) N[3 * i + k] = column[i];
  }
}

/** The symmetric part for the last three nodes; the rows and columns of the first make all sums vanish. */
function spreadOver(block: Vec, volume: number, matrix: Vec): void {
  const half = volume / 2;
  for (let i = 0; i < 9; i++) {
    for (let j = 0; j < 9; j++) matrix[12 * (i + 3) + j + 3] = half * (block[9 * i + j] + block[9 * j + i]);
  }
  for (let row = 36; row < 144; row += 12) {
    for (let i = 0; i < 3; i++) matrix[row + i] = -(matrix[row + 3 + i] + matrix[row + 6 + i] + matrix[row + 9 + i]);
  }
  for (let i = 0; i < 36; i++) matrix[i] = -(matrix[36 + i] + matrix[72 + i] + matrix[108 + i]);
}
