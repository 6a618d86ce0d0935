/** Second Piola–Kirchhoff stress S = ∂W/∂E and moduli D = ∂S/∂E of a stored energy W(I₁, I₂, J), as functions of Green's strain:
 *
 *      S = W₁ 2·1 + W₂ 2Y + W_J Z,    Y = I₁ 1 − C,  Z = J C⁻¹,
 *      D = Σ W_ab G_a ⊗ G_b + 4 W₂ (1 ⊗ 1 − 𝕀) + W_J J (C⁻¹ ⊗ C⁻¹ − 2 𝕀_C⁻¹),    G = (2·1, 2Y, Z).
 *
 *  Symmetric tensors are six numbers as in `strain.ts`; D is 6 × 6 of the entries themselves, without factors of two. */
import type { Vec } from "../../core/vec.js";
import type { StoredEnergy } from "./material.js";
import { FIRST, inverseOfStrain, PLACE, SECOND, secondInvariant } from "./strain.js";

export interface Elasticity {
  /** j = J − 1. */
  stress(E: Vec, j: number, S: Vec): void;
  /** Writes the stress as well. */
  moduli(E: Vec, j: number, S: Vec, D: Vec): void;
}

export function elasticityOf(energy: StoredEnergy): Elasticity {
  const slope = new Float64Array(3);
  const curvature = new Float64Array(6);
  const Y = new Float64Array(6);
  const Z = new Float64Array(6);

  const stress = (E: Vec, j: number, S: Vec) => {
    const i1 = 2 * (E[0] + E[1] + E[2]);
    energy.gradient(i1, secondInvariant(E), j, slope);
    inverseOfStrain(E, j, Z);
    // I₁ 1 − C = (2 + 2 tr E) 1 − 2E.
    for (let k = 0; k < 6; k++) Y[k] = (k < 3 ? 2 + i1 : 0) - 2 * E[k];
    const two = 2 * slope[1];
    for (let k = 0; k < 6; k++) S[k] = two * Y[k] + slope[2] * Z[k];
    for (let k = 0; k < 3; k++) S[k] += 2 * slope[0];
  };
  return {
    stress,
    moduli(E, j, S, D) {
      stress(E, j, S);
      const i1 = 2 * (E[0] + E[1] + E[2]);
      energy.hessian(i1, secondInvariant(E), j, curvature);
      const w11 = 4 * curvature[0];
      const w12 = 4 * curvature[1];
      const w1j = 2 * curvature[2];
      const w22 = 4 * curvature[3];
      const w2j = 2 * curvature[4];
      // W_J J (C⁻¹ ⊗ C⁻¹ − 2 𝕀_C⁻¹) in terms of Z = J C⁻¹.
      const wj = slope[2] / (1 + j);
      const wjj = curvature[5] + wj;
      const w2 = 4 * slope[1];
      for (let a = 0; a < 6; a++) {
        const y = Y[a];
        const z = Z[a];
        for (let b = a; b < 6; b++) {
          let value =
            w22 * y * Y[b] +
            w2j * (y * Z[b] + z * Y[b]) +
            wjj * z * Z[b] -
            wj * (Z[ONE[6 * a + b]] * Z[TWO[6 * a + b]] + Z[THREE[6 * a + b]] * Z[FOUR[6 * a + b]]);
          if (a < 3) value += w12 * Y[b] + w1j * Z[b];
          if (b < 3) value += w12 * y + w1j * z + (a < 3 ? w11 + w2 : 0);
          if (a === b) value -= a < 3 ? w2 : w2 / 2;
          D[6 * a + b] = value;
          D[6 * b + a] = value;
        }
      }
    },
  };
}

/** For entries a = (i, k) and b = (l, m) of symmetric tensors: the places of (i, l), (k, m), (i, m) and (k, l). */
const ONE = new Uint8Array(36);
const TWO = new Uint8Array(36);
const THREE = new Uint8Array(36);
const FOUR = new Uint8Array(36);
for (let a = 0; a < 6; a++) {
  for (let b = 0; b < 6; b++) {
    ONE[6 * a + b] = PLACE[3 * FIRST[a] + FIRST[b]];
    TWO[6 * a + b] = PLACE[3 * SECOND[a] + SECOND[b]];
    THREE[6 * a + b] = PLACE[3 * FIRST[a] + SECOND[b]];
    FOUR[6 * a + b] = PLACE[3 * SECOND[a] + FIRST[b]];
  }
}
