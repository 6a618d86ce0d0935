/** Nodes, weights and coefficients of the pair Lobatto IIIA–IIIB with s + 1 stages.     [hairer2006, ch. II.1.4, ch. IV.2.2]
 *
 *      c_i: 0, the zeros of P_s'(2c − 1), 1;    b_i = 1/(s (s + 1) P_s(2c_i − 1)²)
 *      a_ij = ∫₀^{c_i} ℓ_j (IIIA),    b_i â_ij + b_j a_ji = b_i b_j (IIIB)
 *
 *  P_s being Legendre's and ℓ_j Lagrange's polynomials on the nodes. The last column of â vanishes, and its first is b₀: the
 *  acceleration at the end of a step moves nothing inside it, that at its start moves all velocities alike. */
import { cos } from "../../core/elementary.js";
import { type Fixed, legendre, ONE, over, polished, times } from "./fixed-point.js";
import { gaussPoints } from "./gauss-tableau.js";
import { integrals, type Tableau, tableauOf } from "./tableau.js";

export function lobattoTableau(degree: number): Tableau {
  const points = Array.from({ length: degree + 1 }, (_, i) => lobattoPoint(degree, i));
  const nodes = points.map(({ x }) => (ONE + x) / 2n);
  const weights = points.map(({ value }) => over(ONE, BigInt(degree * (degree + 1)) * times(value, value)));
  // Gauss sums with s nodes integrate the ℓ_j, of degree s, exactly.
  const a = integrals(nodes, gaussPoints(degree));
  const velocity = nodes.map((_, i) =>
    nodes.map((_, j) =>
      j === degree ? 0n : j === 0 ? weights[0] : times(weights[j], ONE - over(a[j][i], weights[i])),
    ),
  );
  return tableauOf({ nodes, weights }, velocity, a);
}

/** The i-th extremum of P_s on [−1, 1], its ends included, ascending, and P_s there: Newton's iteration for the zeros of
 *  (1 − x²) P_s'(x) from the extrema of Chebyshev's polynomial. */
function lobattoPoint(s: number, i: number): { readonly x: Fixed; readonly value: Fixed } {
  const correction = (x: Fixed) => {
    const [value, previous] = legendre(s, x);
    return over(times(x, value) - previous, BigInt(s + 1) * value);
  };
  const at = (x: Fixed) => ({ x, value: legendre(s, x)[0] });
  if (i === 0 || i === s) return at(i === 0 ? -ONE : ONE);
  if (2 * i === s) return at(0n);
  let x = polished(-cos((Math.PI * i) / s), correction);
  for (let k = 0; k < 4; k++) x -= correction(x);
  return at(x);
}
