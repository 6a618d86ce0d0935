/** The coefficients of a method of collocation for q̈ = a: of the accelerations A_i of its stages in velocities and positions,
 *
 *      V_i = v₀ + h Σ_j velocity_ij A_j,   Q_i = q₀ + h c_i v₀ + h² Σ_j position_ij A_j,   q₁ = q₀ + h v₀ + h² Σ_j reach_j A_j
 *
 *  each rounded, with what is lost by that. */
import { type Fixed, lagrange, matrixProduct, type Pair, roundedRow, roundedRows, sum, times } from "./fixed-point.js";

type Matrix = readonly (readonly Fixed[])[];

export interface Tableau {
  readonly nodes: Pair<readonly number[]>;
  readonly weights: Pair<readonly number[]>;
  readonly velocity: Pair<readonly (readonly number[])[]>;
  readonly position: Pair<readonly (readonly number[])[]>;
  readonly reach: Pair<readonly number[]>;
}

/** Points c_k and weights b_k of a quadrature on [0, 1]. */
export interface Quadrature {
  readonly nodes: readonly Fixed[];
  readonly weights: readonly Fixed[];
}

/** Of a quadrature, with the weights of the accelerations in velocities, and those of the velocities in positions. */
export function tableauOf({ nodes, weights }: Quadrature, velocity: Matrix, position: Matrix): Tableau {
  return {
    nodes: roundedRow(nodes),
    weights: roundedRow(weights),
    velocity: roundedRows(velocity),
    position: roundedRows(matrixProduct(position, velocity)),
    reach: roundedRow(matrixProduct([weights], velocity)[0]),
  };
}

/** a_ij = ∫₀^{c_i} ℓ_j with Lagrange's polynomials on the nodes, by a quadrature that is exact for them. */
export function integrals(nodes: readonly Fixed[], exact: Quadrature): Matrix {
  return nodes.map((c) =>
    nodes.map((_, j) =>
      times(
        c,
        sumOver(exact, (x) => lagrange(nodes, j, times(c, x))),
      ),
    ),
  );
}

/** Σ b_k f(c_k). */
function sumOver({ nodes, weights }: Quadrature, f: (x: Fixed) => Fixed): Fixed {
  return sum(nodes.map((x, k) => times(weights[k], f(x))));
}
