/** A stored energy W(I₁, I₂, J) at one point: P = F S, ∂P/∂F = 1 ⊗ S + F D F with the stress and moduli of `green-stress.ts`.
 *
 *  Over a finite step, Gonzalez's stress [gonzalez2000]: that of the mean strain Ē = (E_a + E_b)/2, made to do the right work by a part
 *  along the change of strain,
 *
 *      S* = S(Ē) + φ ΔE,    φ = (ΔW − S(Ē):ΔE)/ΔE:ΔE,    P* = F̄ S*.
 *
 *  ΔE = sym(F̄ᵀΔF) exactly, so P*:ΔF = ΔW; P* F̄ᵀ is symmetric, so angular momentum is kept. For W quadratic in E, φ = 0 and S* is
 *  the mean of both stresses [simo1992]. The derivative of S* by E_b is
 *
 *      M = ½ D(Ē) + φ 𝕀 + ΔE ⊗ ρ,    ρ = (S_b − S(Ē) − ½ D(Ē):ΔE − 2φ ΔE)/ΔE:ΔE. */
import type { Vec } from "../../core/vec.js";
import { elasticityOf } from "./green-stress.js";
import type { StoredEnergy } from "./material.js";
import type { PointLaw } from "./point-law.js";
import {
  energyChange,
  FIRST,
  greenStrain,
  inner,
  PLACE,
  SECOND,
  secondInvariant,
  strainChange,
  volumeChange,
  volumeOfStrain,
} from "./strain.js";

/** Below this change of strain ρ is made of rounding, and what it stands for is smaller still. */
export const SMALLEST_CHANGE = 1e-7;

export function hyperelasticLaw(energy: StoredEnergy): PointLaw {
  const elasticity = elasticityOf(energy);
  const six = () => new Float64Array(6);
  const [E, Ea, Eb, change, S, Send, rho] = [six(), six(), six(), six(), six(), six(), six()];
  const D = new Float64Array(36);
  const [middle, move] = [new Float64Array(9), new Float64Array(9)];

  const difference = (Ha: Vec): number => energyChange(energy, Ha, middle, move, Ea, change);
  /** Strains and their change; E is the mean. Returns J − 1 of the mean strain. */
  const open = (Ha: Vec, Hb: Vec): number => {
    for (let k = 0; k < 9; k++) {
      middle[k] = (Ha[k] + Hb[k]) / 2;
      move[k] = Hb[k] - Ha[k];
    }
    greenStrain(Ha, Ea);
    strainChange(middle, move, change);
    for (let k = 0; k < 6; k++) E[k] = Ea[k] + change[k] / 2;
    return volumeOfStrain(E);
  };
  const excess = (Ha: Vec): number => {
    const square = inner(change, change);
    return square > 0 ? (difference(Ha) - inner(S, change)) / square : 0;
  };

  return {
    energy(H) {
      greenStrain(H, E);
      return energy.value(2 * (E[0] + E[1] + E[2]), secondInvariant(E), volumeChange(H));
    },
    stress(H, P) {
      greenStrain(H, E);
      elasticity.stress(E, volumeChange(H), S);
      pushForward(H, S, P);
    },
    moduli(H, A) {
      greenStrain(H, E);
      elasticity.moduli(E, volumeChange(H), S, D);
      contract(H, H, S, D, 1, A);
    },
    meanStress(Ha, Hb, P) {
      elasticity.stress(E, open(Ha, Hb), S);
      const phi = excess(Ha);
      for (let k = 0; k < 6; k++) S[k] += phi * change[k];
      pushForward(middle, S, P);
    },
    meanModuli(Ha, Hb, A) {
      elasticity.moduli(E, open(Ha, Hb), S, D);
      const phi = excess(Ha);
      const square = inner(change, change);
      for (let k = 0; k < 36; k++) D[k] /= 2;
      if (square > SMALLEST_CHANGE * SMALLEST_CHANGE) {
        greenStrain(Hb, Eb);
        elasticity.stress(Eb, volumeChange(Hb), Send);
        for (let a = 0; a < 6; a++) {
          let along = 0;
          for (let b = 0; b < 6; b++) along += (b < 3 ? 1 : 2) * D[6 * a + b] * change[b];
          rho[a] = (Send[a] - S[a] - along - 2 * phi * change[a]) / square;
        }
        for (let a = 0; a < 6; a++) for (let b = 0; b < 6; b++) D[6 * a + b] += change[a] * rho[b];
      }
      for (let k = 0; k < 6; k++) {
        S[k] += phi * change[k];
        D[7 * k] += k < 3 ? phi : phi / 2;
      }
      contract(middle, Hb, S, D, 0.5, A);
      symmetrise(A);
    },
    resistance(Ha, Hb, P) {
      open(Ha, Hb);
      elasticity.stress(Ea, volumeChange(Ha), S);
      greenStrain(Hb, Eb);
      elasticity.stress(Eb, volumeChange(Hb), Send);
      for (let k = 0; k < 6; k++) Send[k] -= S[k];
      pushForward(middle, Send, P);
    },
    resistanceModuli(Ha, Hb, A) {
      open(Ha, Hb);
      elasticity.stress(Ea, volumeChange(Ha), S);
      greenStrain(Hb, Eb);
      elasticity.moduli(Eb, volumeChange(Hb), Send, D);
      for (let k = 0; k < 6; k++) Send[k] -= S[k];
      contract(middle, Hb, Send, D, 0.5, A);
      symmetrise(A);
    },
  };
}

/** P = (1 + H) S. */
function pushForward(H: Vec, S: Vec, P: Vec): void {
  for (let i = 0; i < 3; i++) {
    const x = H[3 * i] + (i === 0 ? 1 : 0);
    const y = H[3 * i + 1] + (i === 1 ? 1 : 0);
    const z = H[3 * i + 2] + (i === 2 ? 1 : 0);
    P[3 * i] = x * S[0] + y * S[3] + z * S[5];
    P[3 * i + 1] = x * S[3] + y * S[1] + z * S[4];
    P[3 * i + 2] = x * S[5] + y * S[4] + z * S[2];
  }
}

const left = new Float64Array(54);

/** A = share 1 ⊗ S + F D G with F = 1 + H and G = 1 + K. */
function contract(H: Vec, K: Vec, S: Vec, D: Vec, share: number, A: Vec): void {
  // left[(3 i + J) 6 + b] = F_iM D[MJ, b].
  for (let i = 0; i < 3; i++) {
    for (let J = 0; J < 3; J++) {
      const row = (3 * i + J) * 6;
      for (let b = 0; b < 6; b++) {
        let sum = D[6 * PLACE[3 * i + J] + b];
        for (let M = 0; M < 3; M++) sum += H[3 * i + M] * D[6 * PLACE[3 * M + J] + b];
        left[row + b] = sum;
      }
    }
  }
  for (let row = 0; row < 9; row++) {
    for (let k = 0; k < 3; k++) {
      for (let L = 0; L < 3; L++) {
        let sum = left[6 * row + PLACE[3 * k + L]];
        for (let N = 0; N < 3; N++) sum += K[3 * k + N] * left[6 * row + PLACE[3 * N + L]];
        A[9 * row + 3 * k + L] = sum;
      }
    }
  }
  for (let i = 0; i < 3; i++) {
    for (let a = 0; a < 6; a++) {
      const J = 3 * i + FIRST[a];
      const L = 3 * i + SECOND[a];
      A[9 * J + L] += share * S[a];
      if (J !== L) A[9 * L + J] += share * S[a];
    }
  }
}

function symmetrise(A: Vec): void {
  for (let i = 0; i < 9; i++) {
    for (let j = 0; j < i; j++) {
      const mean = (A[9 * i + j] + A[9 * j + i]) / 2;
      A[9 * i + j] = mean;
      A[9 * j + i] = mean;
    }
  }
}
