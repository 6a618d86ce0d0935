/** Compressible neo-Hookean material, W = λ/2 (log J)² − μ log J + μ/2 (tr C − 3).                          [gonzalez2010, eq. (74)]
 *  The paper leaves the 3 out, so that a body at rest has the energy 3μ/2 times its volume there. */
import { log1p } from "../../core/elementary.js";
import { checkedDensity, type ElasticConstants, lame } from "./elastic-constants.js";
import type { Material, StoredEnergy } from "./material.js";

export function neoHookean({ E, nu, density }: ElasticConstants): Material {
  const { lambda, mu } = lame(E, nu);
  const energy: StoredEnergy = {
    ofSecond: false,
    value(i1, _i2, j) {
      const logJ = log1p(j);
      return (lambda / 2) * logJ * logJ + mu * (i1 / 2 - logJ);
    },
    gradient(_i1, _i2, j, out) {
      out[0] = mu / 2;
      out[1] = 0;
      out[2] = (lambda * log1p(j) - mu) / (1 + j);
    },
    hessian(_i1, _i2, j, out) {
      out.fill(0);
      out[5] = (lambda * (1 - log1p(j)) + mu) / ((1 + j) * (1 + j));
    },
    difference(_i1, _i2, j, d1, _d2, dj) {
      const change = log1p(dj / (1 + j));
      return (lambda / 2) * change * (2 * log1p(j) + change) + mu * (d1 / 2 - change);
    },
  };
  return { name: "neo-hookean", density: checkedDensity(density), lambda, mu, energy };
}
