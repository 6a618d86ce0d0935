/** Hooke's law for Green's strain E = (C − 1)/2: W = λ/2 (tr E)² + μ E:E. Large rotations, small strains; it softens in compression and
 *  does not resist being turned inside out, where a run ends. With tr E = i1/2 and E:E = i1²/4 + i1 − i2/2. */

import { checkedDensity, type ElasticConstants, hookeAlong, lame, planeStressLambda } from "./elastic-constants.js";
import type { Material, StoredEnergy } from "./material.js";
import { storedEnergy } from "./stored-energy.js";

export function stVenantKirchhoff({ E, nu, density }: ElasticConstants): Material {
  const constants = lame(E, nu);
  return {
    name: "st-venant-kirchhoff",
    density: checkedDensity(density),
    ...constants,
    energy: greenStrainEnergy(constants.lambda, constants.mu),
    uniaxial: hookeAlong(E),
    planeStress: () => greenStrainEnergy(planeStressLambda(constants), constants.mu),
  };
}

const greenStrainEnergy = (lambda: number, mu: number): StoredEnergy =>
  storedEnergy(({ constant, add, subtract, multiply, power }, { i1, i2 }) =>
    add(
      multiply(constant(lambda / 8 + mu / 4), power(i1, 2)),
      multiply(constant(mu), subtract(i1, multiply(constant(0.5), i2))),
    ),
  );
