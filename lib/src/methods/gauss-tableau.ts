/** Nodes, weights and coefficients of Gauss collocation with s stages.               [hairer2006, ch. II.1.3, eqs. (1.9)–(1.11)]
 *
 *      c_i: zeros of the shifted Legendre polynomial P_s(2c − 1);    b_i = ∫₀¹ ℓ_i,   a_ij = ∫₀^{c_i} ℓ_j,
 *
 *  ℓ_j being the Lagrange polynomials on the nodes. The integrals are Gauss sums themselves, hence exact. */

export interface GaussTableau {
  readonly nodes: readonly number[];
  readonly weights: readonly number[];
  /** a_ij, row by row. */
  readonly coefficients: readonly (readonly number[])[];
}

export function gaussTableau(stages: number): GaussTableau {
  const nodes: number[] = [];
  const weights: number[] = [];
  for (let i = 0; i < stages; i++) {
    const { zero, slope } = legendreZero(stages, i);
    nodes.push((1 + zero) / 2);
    weights.push(1 / ((1 - zero * zero) * slope * slope));
  }
  const lagrange = (j: number, x: number) =>
    nodes.reduce((product, c, k) => (k === j ? product : (product * (x - c)) / (nodes[j] - c)), 1);
  const coefficients = nodes.map((c) =>
    nodes.map((_, j) => c * nodes.reduce((sum, x, k) => sum + weights[k] * lagrange(j, c * x), 0)),
  );
  return { nodes, weights, coefficients };
}

/** The i-th zero of P_s on (−1, 1), ascending, by Newton's iteration from Chebyshev's estimate, and P_s' there. */
function legendreZero(s: number, i: number): { zero: number; slope: number } {
  let x = -Math.cos((Math.PI * (i + 0.75)) / (s + 0.5));
  let slope = 0;
  for (let iteration = 0; iteration < 100; iteration++) {
    let previous = 1;
    let value = x;
    for (let k = 2; k <= s; k++) [previous, value] = [value, ((2 * k - 1) * x * value - (k - 1) * previous) / k];
    slope = (s * (x * value - previous)) / (x * x - 1);
    const correction = value / slope;
    x -= correction;
    if (Math.abs(correction) < 1e-16) break;
  }
  return { zero: s % 2 === 1 && i === (s - 1) / 2 ? 0 : x, slope };
}
