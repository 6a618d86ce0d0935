/** Hooke's law for Green's strain E = (C − 1)/2: W = λ/2 (tr E)² + μ E:E. Large rotations, small strains; it softens in compression and
 *  does not resist being turned inside out. With tr E = i1/2 and E:E = i1²/4 + i1 − i2/2. */

import { checkedDensity, type ElasticConstants, lame } from "./elastic-constants.js";
import type { Material, StoredEnergy } from "./material.js";

export function stVenantKirchhoff({ E, nu, density }: ElasticConstants): Material {
  const constants = lame(E, nu);
  return {
    name: "st-venant-kirchhoff",
    density: checkedDensity(density),
    ...constants,
    energy: greenStrainEnergy(constants.lambda, constants.mu),
  };
}

export function greenStrainEnergy(lambda: number, mu: number): StoredEnergy {
  const square = lambda / 8 + mu / 4;
  return {
    ofSecond: true,
    value: (i1, i2) => square * i1 * i1 + mu * (i1 - i2 / 2),
    gradient(i1, _i2, _j, out) {
      out[0] = 2 * square * i1 + mu;
      out[1] = -mu / 2;
      out[2] = 0;
    },
    hessian(_i1, _i2, _j, out) {
      out.fill(0);
      out[0] = 2 * square;
    },
    difference: (i1, _i2, _j, d1, d2) => square * d1 * (2 * i1 + d1) + mu * (d1 - d2 / 2),
  };
}
