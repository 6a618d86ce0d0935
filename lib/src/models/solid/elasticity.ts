/** Second Piola–Kirchhoff stress S = ∂W/∂E and moduli D = ∂S/∂E of a stored energy W(I₁, I₂, J), as functions of Green's strain:
 *
 *      S = W₁ 2·1 + W₂ 2Y + W_J Z,    Y = I₁ 1 − C,  Z = J C⁻¹,
 *      D = Σ W_ab G_a ⊗ G_b + 4 W₂ (1 ⊗ 1 − 𝕀) + W_J J (C⁻¹ ⊗ C⁻¹ − 2 𝕀_C⁻¹),    G = (2·1, 2Y, Z).
 *
 *  Symmetric tensors are six numbers as in `strain.ts`; D is 6 × 6 of the entries themselves, without factors of two. */
import type { Vec } from "../../core/vec.js";
import type { StoredEnergy } from "./material.js";
import { FIRST, PLACE, SECOND, secondInvariant } from "./strain.js";

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
    directions(E, i1, j, Y, Z);
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
      const [w11, w12, w1j, w22, w2j, wjj] = curvature;
      const w2 = slope[1];
      // W_J J (C⁻¹ ⊗ C⁻¹ − 2 𝕀_C⁻¹) in terms of Z = J C⁻¹.
      const wj = slope[2] / (1 + j);
      for (let a = 0; a < 6; a++) {
        const one = a < 3 ? 2 : 0;
        for (let b = a; b < 6; b++) {
          const other = b < 3 ? 2 : 0;
          const [i, k, l, m] = [FIRST[a], SECOND[a], FIRST[b], SECOND[b]];
          const value =
            w11 * one * other +
            2 * w12 * (one * Y[b] + Y[a] * other) +
            w1j * (one * Z[b] + Z[a] * other) +
            4 * w22 * Y[a] * Y[b] +
            2 * w2j * (Y[a] * Z[b] + Z[a] * Y[b]) +
            (wjj + wj) * Z[a] * Z[b] +
            w2 * (one * other - (a === b ? (a < 3 ? 4 : 2) : 0)) -
            wj * (Z[PLACE[3 * i + l]] * Z[PLACE[3 * k + m]] + Z[PLACE[3 * i + m]] * Z[PLACE[3 * k + l]]);
          D[6 * a + b] = value;
          D[6 * b + a] = value;
        }
      }
    },
  };
}

/** Y = I₁ 1 − C and Z = J C⁻¹ = cof C / J. */
function directions(E: Vec, i1: number, j: number, Y: Vec, Z: Vec): void {
  const a = 1 + 2 * E[0];
  const b = 1 + 2 * E[1];
  const c = 1 + 2 * E[2];
  const d = 2 * E[3];
  const e = 2 * E[4];
  const f = 2 * E[5];
  const trace = 3 + i1;
  Y[0] = trace - a;
  Y[1] = trace - b;
  Y[2] = trace - c;
  Y[3] = -d;
  Y[4] = -e;
  Y[5] = -f;
  const inverse = 1 / (1 + j);
  Z[0] = (b * c - e * e) * inverse;
  Z[1] = (a * c - f * f) * inverse;
  Z[2] = (a * b - d * d) * inverse;
  Z[3] = (e * f - d * c) * inverse;
  Z[4] = (d * f - a * e) * inverse;
  Z[5] = (d * e - b * f) * inverse;
}
