/** The scheme's own damping taken out of Newmark's method with any β and γ, for damping that couples the modes.
 *                                                                               [derived in docs/topics/higher-order.md]
 *  With g = γ − ½ the motion that the scheme reproduces has â = q̈ − g h q⃛ + m h² q⁗ and v̂ = q̇ + n h² q⃛, where
 *  m = γ² − γ/2 − β + 1/12 and n = γ/2 − β − 1/12. Put in q⃛ and q⁗ of the exact motion, and compare:
 *
 *      Ĉ = C + g h (CM⁻¹C − K) + h² ((m − n) CM⁻¹CM⁻¹C − m KM⁻¹C + (n − m) CM⁻¹K)
 *      K̂ = K + g h CM⁻¹K,      F̂ = F + g h (CM⁻¹F − F')
 *
 *  [takacs2024, (59), (62), (63)] has the same first order of Ĉ and leaves K and F alone, which is right where CM⁻¹K = 0: with damping,
 *  frequencies and decay rates stay wrong to first order. m − n = g² − 1/12. */
import { asMatrix, identity, product, weighted } from "../../linalg/square.js";
import type { Compensation, Letters } from "./compensation.js";

export function coupledDamping(
  { n, M, C, K, G, H, inverse }: Letters,
  { beta, gamma, h }: { readonly beta: number; readonly gamma: number; readonly h: number },
): Compensation {
  const g = gamma - 0.5;
  const m = gamma * gamma - gamma / 2 - beta + 1 / 12;
  const apart = g * g - 1 / 12;
  const [CG, KG, CH] = [product(n, C, G), product(n, K, G), product(n, C, H)];
  const x = h * h;
  const damping = weighted([1, g * h, -g * h, apart * x, -m * x, -apart * x], [C, CG, K, product(n, CG, G), KG, CH]);
  return {
    mass: asMatrix(n, M),
    damping: damping.some((value) => value !== 0) ? asMatrix(n, damping) : null,
    stiffness: asMatrix(n, weighted([1, g * h], [K, CH])),
    loads: [
      asMatrix(n, weighted([1, g * h], [identity(n), product(n, C, inverse)])),
      asMatrix(n, weighted([-g * h], [identity(n)])),
    ],
    velocity: null,
  };
}
