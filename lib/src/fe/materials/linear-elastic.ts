/** Hooke's law for small strains: W = λ/2 (tr ε)² + μ ε:ε of ε = (H + Hᵀ)/2. Turning the body costs energy, so it is for small rotations. */

import { checkedDensity, type ElasticConstants, hookeAlong, lame } from "./elastic-constants.js";
import type { Material } from "./material.js";

export function linearElastic({ E, nu, density }: ElasticConstants): Material {
  return {
    name: "linear-elastic",
    density: checkedDensity(density),
    ...lame(E, nu),
    energy: null,
    uniaxial: hookeAlong(E),
  };
}
