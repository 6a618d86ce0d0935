/** The mean force of linear tetrahedra over a step, written out: Gonzalez's stress of `hyperelastic-law.ts` for energies W(I₁, J). */
import type { Vec } from "../../core/vec.js";
import type { StoredEnergy } from "../materials/material.js";
import { firstInvariant, volumeChange } from "../materials/strain.js";
import { displacementGradient, type Tetrahedra } from "./tetrahedra.js";

const SLOPE = new Float64Array(3);
/** H at both ends. */
const A = new Float64Array(9);
const B = new Float64Array(9);

/** out += F̄ S* of every element. */
export function addTetrahedralMeanForce(
  { offsets, gradients, volumes }: Tetrahedra,
  energy: StoredEnergy,
  from: Vec,
  to: Vec,
  out: Vec,
): void {
  const count = volumes.length;
  const slope = SLOPE;
  for (let e = 0, n = 0, k = 3; e < count; e++, n += 4, k += 12) {
    const a = offsets[n];
    displacementGradient(from, offsets, gradients, e, A);
    displacementGradient(to, offsets, gradients, e, B);

    // F̄ = 1 + the middle, and the change over the step.
    const F00 = 1 + (A[0] + B[0]) / 2;
    const F01 = (A[1] + B[1]) / 2;
    const F02 = (A[2] + B[2]) / 2;
    const F10 = (A[3] + B[3]) / 2;
    const F11 = 1 + (A[4] + B[4]) / 2;
    const F12 = (A[5] + B[5]) / 2;
    const F20 = (A[6] + B[6]) / 2;
    const F21 = (A[7] + B[7]) / 2;
    const F22 = 1 + (A[8] + B[8]) / 2;
    const D00 = B[0] - A[0];
    const D01 = B[1] - A[1];
    const D02 = B[2] - A[2];
    const D10 = B[3] - A[3];
    const D11 = B[4] - A[4];
    const D12 = B[5] - A[5];
    const D20 = B[6] - A[6];
    const D21 = B[7] - A[7];
    const D22 = B[8] - A[8];

    // C̄ = F̄ᵀF̄ + ΔᵀΔ/4 and ΔE = sym(F̄ᵀΔ).
    const C0 = F00 * F00 + F10 * F10 + F20 * F20 + (D00 * D00 + D10 * D10 + D20 * D20) / 4;
    const C1 = F01 * F01 + F11 * F11 + F21 * F21 + (D01 * D01 + D11 * D11 + D21 * D21) / 4;
    const C2 = F02 * F02 + F12 * F12 + F22 * F22 + (D02 * D02 + D12 * D12 + D22 * D22) / 4;
    const C3 = F00 * F01 + F10 * F11 + F20 * F21 + (D00 * D01 + D10 * D11 + D20 * D21) / 4;
    const C4 = F01 * F02 + F11 * F12 + F21 * F22 + (D01 * D02 + D11 * D12 + D21 * D22) / 4;
    const C5 = F00 * F02 + F10 * F12 + F20 * F22 + (D00 * D02 + D10 * D12 + D20 * D22) / 4;
    const E0 = F00 * D00 + F10 * D10 + F20 * D20;
    const E1 = F01 * D01 + F11 * D11 + F21 * D21;
    const E2 = F02 * D02 + F12 * D12 + F22 * D22;
    const E3 = (F00 * D01 + F10 * D11 + F20 * D21 + F01 * D00 + F11 * D10 + F21 * D20) / 2;
    const E4 = (F01 * D02 + F11 * D12 + F21 * D22 + F02 * D01 + F12 * D11 + F22 * D21) / 2;
    const E5 = (F00 * D02 + F10 * D12 + F20 * D22 + F02 * D00 + F12 * D10 + F22 * D20) / 2;
    const change = E0 + E1 + E2;

    // Z = cof C̄/J̄.
    const K0 = C1 * C2 - C4 * C4;
    const K3 = C4 * C5 - C3 * C2;
    const K5 = C3 * C4 - C1 * C5;
    const J = Math.sqrt(C0 * K0 + C3 * K3 + C5 * K5);
    energy.gradient(C0 + C1 + C2 - 3, 0, J - 1, slope);
    const w1 = 2 * slope[0];
    const wj = slope[2] / J;
    const S0 = w1 + wj * K0;
    const S1 = w1 + wj * (C0 * C2 - C5 * C5);
    const S2 = w1 + wj * (C0 * C1 - C3 * C3);
    const S3 = wj * K3;
    const S4 = wj * (C3 * C5 - C0 * C4);
    const S5 = wj * K5;

    // ΔJ = cof F̄:Δ + det Δ/4, and what S(Ē) does not do of ΔW.
    const ofVolume =
      (F11 * F22 - F12 * F21) * D00 +
      (F12 * F20 - F10 * F22) * D01 +
      (F10 * F21 - F11 * F20) * D02 +
      (F02 * F21 - F01 * F22) * D10 +
      (F00 * F22 - F02 * F20) * D11 +
      (F01 * F20 - F00 * F21) * D12 +
      (F01 * F12 - F02 * F11) * D20 +
      (F02 * F10 - F00 * F12) * D21 +
      (F00 * F11 - F01 * F10) * D22 +
      (D00 * (D11 * D22 - D12 * D21) + D01 * (D12 * D20 - D10 * D22) + D02 * (D10 * D21 - D11 * D20)) / 4;
    const square = E0 * E0 + E1 * E1 + E2 * E2 + 2 * (E3 * E3 + E4 * E4 + E5 * E5);
    const phi =
      square > 0
        ? (energy.difference(firstInvariant(A), 0, volumeChange(A), 2 * change, 0, ofVolume) -
            (S0 * E0 + S1 * E1 + S2 * E2 + 2 * (S3 * E3 + S4 * E4 + S5 * E5))) /
          square
        : 0;

    const volume = volumes[e];
    const T0 = volume * (S0 + phi * E0);
    const T1 = volume * (S1 + phi * E1);
    const T2 = volume * (S2 + phi * E2);
    const T3 = volume * (S3 + phi * E3);
    const T4 = volume * (S4 + phi * E4);
    const T5 = volume * (S5 + phi * E5);
    let ox = 0;
    let oy = 0;
    let oz = 0;
    for (let node = 1, g = k; node < 4; node++, g += 3) {
      const g0 = gradients[g];
      const g1 = gradients[g + 1];
      const g2 = gradients[g + 2];
      const x = T0 * g0 + T3 * g1 + T5 * g2;
      const y = T3 * g0 + T1 * g1 + T4 * g2;
      const z = T5 * g0 + T4 * g1 + T2 * g2;
      const fx = F00 * x + F01 * y + F02 * z;
      const fy = F10 * x + F11 * y + F12 * z;
      const fz = F20 * x + F21 * y + F22 * z;
      const at = offsets[n + node];
      out[at] += fx;
      out[at + 1] += fy;
      out[at + 2] += fz;
      ox += fx;
      oy += fy;
      oz += fz;
    }
    out[a] -= ox;
    out[a + 1] -= oy;
    out[a + 2] -= oz;
  }
}
