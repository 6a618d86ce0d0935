/** Compressible neo-Hookean material, W = λ/2 (log J)² − μ log J + μ/2 (tr C − 3).                          [gonzalez2010, eq. (74)]
 *  The paper leaves the 3 out, so that a body at rest has the energy 3μ/2 times its volume there. */
import { log1p } from "../../core/elementary.js";
import { checkedDensity, type ElasticConstants, lame } from "./elastic-constants.js";
import type { Material } from "./material.js";
import { storedEnergy } from "./stored-energy.js";

export function neoHookean({ E, nu, density }: ElasticConstants): Material {
  const { lambda, mu } = lame(E, nu);
  const energy = storedEnergy(
    ({ constant, add, subtract, multiply, power }, { i1, logJ }) =>
      add(
        multiply(constant(lambda / 2), power(logJ, 2)),
        multiply(constant(mu), subtract(multiply(constant(0.5), i1), logJ)),
      ),
    (_i1, _i2, j, d1, _d2, dj) => {
      const change = log1p(dj / (1 + j));
      return (lambda / 2) * change * (2 * log1p(j) + change) + mu * (d1 / 2 - change);
    },
  );
  return { name: "neo-hookean", density: checkedDensity(density), lambda, mu, energy };
}
