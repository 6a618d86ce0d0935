/** Nodes, weights and coefficients of Gauss collocation with s stages.               [hairer2006, ch. II.1.3, eqs. (1.9)–(1.11)]
 *
 *      c_i: zeros of the shifted Legendre polynomial P_s(2c − 1);    b_i = ∫₀¹ ℓ_i,   a_ij = ∫₀^{c_i} ℓ_j,
 *
 *  ℓ_j being the Lagrange polynomials on the nodes. The integrals are Gauss sums themselves, hence exact. */
import { cos } from "../../core/elementary.js";
import { type Fixed, legendre, ONE, over, polished, times } from "./fixed-point.js";
import { integrals, type Quadrature, type Tableau, tableauOf } from "./tableau.js";

export function gaussTableau(stages: number): Tableau {
  const points = gaussPoints(stages);
  const a = integrals(points.nodes, points);
  return tableauOf(points, a, a);
}

/** Nodes and weights on [0, 1]. */
export function gaussPoints(stages: number): Quadrature {
  const points = Array.from({ length: stages }, (_, i) => legendreZero(stages, i));
  return {
    nodes: points.map(({ zero }) => (ONE + zero) / 2n),
    weights: points.map(({ zero, slope }) => over(ONE, times(ONE - times(zero, zero), times(slope, slope)))),
  };
}

/** The i-th zero of P_s on (−1, 1), ascending, by Newton's iteration from Chebyshev's estimate, and P_s′ there. */
function legendreZero(s: number, i: number): { readonly zero: Fixed; readonly slope: Fixed } {
  const slopeAt = (x: Fixed) => {
    const [value, previous] = legendre(s, x);
    return over(BigInt(s) * (times(x, value) - previous), times(x, x) - ONE);
  };
  const middle = s % 2 === 1 && i === (s - 1) / 2;
  const estimate = -cos((Math.PI * (i + 0.75)) / (s + 0.5));
  // The estimate has two digits, so that it takes some iterations more than from a double.
  let zero: Fixed = middle ? 0n : polished(estimate, (x) => over(legendre(s, x)[0], slopeAt(x)));
  if (!middle) for (let k = 0; k < 4; k++) zero -= over(legendre(s, zero)[0], slopeAt(zero));
  return { zero, slope: slopeAt(zero) };
}
