/** Nodes, weights and coefficients of the pair Lobatto IIIA–IIIB with s + 1 stages.     [hairer2006, ch. II.1.4, ch. IV.2.2]
 *
 *      c_i: 0, the zeros of P_s'(2c − 1), 1;    b_i = 1/(s (s + 1) P_s(2c_i − 1)²)
 *      a_ij = ∫₀^{c_i} ℓ_j (IIIA),    b_i â_ij + b_j a_ji = b_i b_j (IIIB)
 *
 *  P_s being Legendre's and ℓ_j Lagrange's polynomials on the nodes. The last column of â vanishes, and its first is b₀: the
 *  acceleration at the end of a step moves nothing inside it, that at its start moves all velocities alike. */
import { gaussTableau } from "./gauss-tableau.js";

type Coefficients = readonly (readonly number[])[];

export interface LobattoTableau {
  readonly nodes: readonly number[];
  readonly weights: readonly number[];
  /** â_ij: weights of the accelerations in the velocity of stage i. */
  readonly velocity: Coefficients;
  /** (a â)_ij: weights of the accelerations in its position. */
  readonly position: Coefficients;
}

export function lobattoTableau(degree: number): LobattoTableau {
  const points = Array.from({ length: degree + 1 }, (_, i) => lobattoPoint(degree, i));
  const nodes = points.map(({ x }) => (1 + x) / 2);
  const weights = points.map(({ value }) => 1 / (degree * (degree + 1) * value * value));
  // Gauss sums with s nodes integrate the ℓ_j, of degree s, exactly.
  const gauss = gaussTableau(degree);
  const lagrange = (j: number, x: number) =>
    nodes.reduce((product, c, k) => (k === j ? product : (product * (x - c)) / (nodes[j] - c)), 1);
  const a = nodes.map((c) =>
    nodes.map((_, j) => c * gauss.nodes.reduce((sum, x, k) => sum + gauss.weights[k] * lagrange(j, c * x), 0)),
  );
  const velocity = nodes.map((_, i) =>
    nodes.map((_, j) => (j === degree ? 0 : j === 0 ? weights[0] : weights[j] * (1 - a[j][i] / weights[i]))),
  );
  const position = a.map((row) => nodes.map((_, j) => row.reduce((sum, aik, k) => sum + aik * velocity[k][j], 0)));
  return { nodes, weights, velocity, position };
}

/** The i-th extremum of P_s on [−1, 1], its ends included, ascending, and P_s there: Newton's iteration for the zeros of
 *  (1 − x²) P_s'(x) from the extrema of Chebyshev's polynomial. */
function lobattoPoint(s: number, i: number): { x: number; value: number } {
  let x = -Math.cos((Math.PI * i) / s);
  let value = 1;
  for (let iteration = 0; iteration < 100; iteration++) {
    let previous = 1;
    value = x;
    for (let k = 2; k <= s; k++) [previous, value] = [value, ((2 * k - 1) * x * value - (k - 1) * previous) / k];
    const correction = (x * value - previous) / ((s + 1) * value);
    x -= correction;
    if (Math.abs(correction) < 1e-16) break;
  }
  if (i === 0 || i === s) return { x: i === 0 ? -1 : 1, value };
  return { x: 2 * i === s ? 0 : x, value };
}
