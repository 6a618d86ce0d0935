/** Hooke's law for small strains: everything is linear in H. */
import type { Vec } from "../../core/vec.js";
import type { PointLaw } from "./point-law.js";

export function linearLaw(lambda: number, mu: number): PointLaw {
  const moduli = hooke(lambda, mu);
  const middle = new Float64Array(9);
  const stress = (H: Vec, P: Vec) => {
    const pressure = lambda * (H[0] + H[4] + H[8]);
    P[0] = pressure + 2 * mu * H[0];
    P[4] = pressure + 2 * mu * H[4];
    P[8] = pressure + 2 * mu * H[8];
    P[1] = P[3] = mu * (H[1] + H[3]);
    P[5] = P[7] = mu * (H[5] + H[7]);
    P[2] = P[6] = mu * (H[2] + H[6]);
  };
  return {
    energy(H) {
      const shear = (i: number, j: number) => (H[i] + H[j]) * (H[i] + H[j]);
      const trace = H[0] + H[4] + H[8];
      const normal = H[0] * H[0] + H[4] * H[4] + H[8] * H[8];
      return (lambda / 2) * trace * trace + mu * (normal + (shear(1, 3) + shear(5, 7) + shear(2, 6)) / 2);
    },
    stress,
    moduli: (_H, A) => A.set(moduli),
    meanStress(Ha, Hb, P) {
      for (let k = 0; k < 9; k++) middle[k] = (Ha[k] + Hb[k]) / 2;
      stress(middle, P);
    },
    meanModuli(_Ha, _Hb, A) {
      for (let k = 0; k < 81; k++) A[k] = moduli[k] / 2;
    },
    resistance(Ha, Hb, P) {
      for (let k = 0; k < 9; k++) middle[k] = Hb[k] - Ha[k];
      stress(middle, P);
    },
    resistanceModuli: (_Ha, _Hb, A) => A.set(moduli),
  };
}

/** λ δ_iJ δ_kL + μ (δ_ik δ_JL + δ_iL δ_kJ). */
function hooke(lambda: number, mu: number): Vec {
  const A = new Float64Array(81);
  for (let i = 0; i < 3; i++) {
    for (let k = 0; k < 3; k++) {
      A[(3 * i + i) * 9 + 3 * k + k] += lambda;
      A[(3 * i + k) * 9 + 3 * i + k] += mu;
      A[(3 * i + k) * 9 + 3 * k + i] += mu;
    }
  }
  return A;
}
