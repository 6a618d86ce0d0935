/** Nodes, weights and coefficients of Gauss collocation with s stages.               [hairer2006, ch. II.1.3, eqs. (1.9)–(1.11)]
 *
 *      c_i: zeros of the shifted Legendre polynomial P_s(2c − 1);    b_i = ∫₀¹ ℓ_i,   a_ij = ∫₀^{c_i} ℓ_j,
 *
 *  ℓ_j being the Lagrange polynomials on the nodes. The integrals are Gauss sums themselves, hence exact. */
import {
  type Fixed,
  lagrange,
  legendre,
  matrixProduct,
  ONE,
  over,
  type Pair,
  polished,
  roundedRow,
  roundedRows,
  sum,
  times,
} from "./fixed-point.js";

export interface GaussTableau {
  readonly nodes: Pair<readonly number[]>;
  readonly weights: Pair<readonly number[]>;
  /** a_ij, row by row: weights of the accelerations in the velocity of stage i. */
  readonly velocity: Pair<readonly (readonly number[])[]>;
  /** (a²)_ij: in its position. */
  readonly position: Pair<readonly (readonly number[])[]>;
  /** (bᵀa)_i: in the position at the end of the step. */
  readonly reach: Pair<readonly number[]>;
}

export function gaussTableau(stages: number): GaussTableau {
  const { nodes, weights } = gaussPoints(stages);
  const a = nodes.map((c) =>
    nodes.map((_, j) =>
      times(
        c,
        sumOver(nodes, weights, (x) => lagrange(nodes, j, times(c, x))),
      ),
    ),
  );
  return {
    nodes: roundedRow(nodes),
    weights: roundedRow(weights),
    velocity: roundedRows(a),
    position: roundedRows(matrixProduct(a, a)),
    reach: roundedRow(matrixProduct([weights], a)[0]),
  };
}

/** Nodes and weights on [0, 1]. */
export function gaussPoints(stages: number): { readonly nodes: readonly Fixed[]; readonly weights: readonly Fixed[] } {
  const points = Array.from({ length: stages }, (_, i) => legendreZero(stages, i));
  return {
    nodes: points.map(({ zero }) => (ONE + zero) / 2n),
    weights: points.map(({ zero, slope }) => over(ONE, times(ONE - times(zero, zero), times(slope, slope)))),
  };
}

/** Σ b_k f(c_k). */
export function sumOver(nodes: readonly Fixed[], weights: readonly Fixed[], f: (x: Fixed) => Fixed): Fixed {
  return sum(nodes.map((x, k) => times(weights[k], f(x))));
}

/** The i-th zero of P_s on (−1, 1), ascending, by Newton's iteration from Chebyshev's estimate, and P_s′ there. */
function legendreZero(s: number, i: number): { readonly zero: Fixed; readonly slope: Fixed } {
  const slopeAt = (x: Fixed) => {
    const [value, previous] = legendre(s, x);
    return over(BigInt(s) * (times(x, value) - previous), times(x, x) - ONE);
  };
  const middle = s % 2 === 1 && i === (s - 1) / 2;
  const estimate = -Math.cos((Math.PI * (i + 0.75)) / (s + 0.5));
  // The estimate has two digits, so that it takes some iterations more than from a double.
  let zero: Fixed = middle ? 0n : polished(estimate, (x) => over(legendre(s, x)[0], slopeAt(x)));
  if (!middle) for (let k = 0; k < 4; k++) zero -= over(legendre(s, zero)[0], slopeAt(zero));
  return { zero, slope: slopeAt(zero) };
}
