/** Triangles and tetrahedra, by their barycentric coordinates L₀ = 1 − Σ ξ, L_i = ξ_i. */
import type { Vec } from "../../core/vec.js";
import type { Family } from "../elements/families.js";
import type { ShapeFunctions } from "./shape.js";

/** N_i = L_i. */
export function linearSimplex({ dimension }: Family): ShapeFunctions {
  const nodes = dimension + 1;
  return {
    dimension,
    nodes,
    values(xi, out) {
      for (let i = 0; i < nodes; i++) out[i] = barycentric(xi, i, dimension);
    },
    gradients(_xi, out) {
      for (let i = 0; i < nodes; i++) for (let d = 0; d < dimension; d++) out[i * dimension + d] = slope(i, d);
    },
  };
}

/** N_i = L_i (2 L_i − 1) at the corners, 4 L_i L_j on the edges. */
export function quadraticSimplex({ dimension, edges }: Family): ShapeFunctions {
  const corners = dimension + 1;
  const L = (xi: ArrayLike<number>, i: number) => barycentric(xi, i, dimension);
  return {
    dimension,
    nodes: corners + edges.length,
    values(xi, out) {
      for (let i = 0; i < corners; i++) out[i] = L(xi, i) * (2 * L(xi, i) - 1);
      edges.forEach(([i, j], k) => {
        out[corners + k] = 4 * L(xi, i) * L(xi, j);
      });
    },
    gradients(xi, out: Vec) {
      for (let d = 0; d < dimension; d++) {
        for (let i = 0; i < corners; i++) out[i * dimension + d] = (4 * L(xi, i) - 1) * slope(i, d);
        edges.forEach(([i, j], k) => {
          out[(corners + k) * dimension + d] = 4 * (L(xi, i) * slope(j, d) + L(xi, j) * slope(i, d));
        });
      }
    },
  };
}

function barycentric(xi: ArrayLike<number>, i: number, dimension: number): number {
  if (i > 0) return xi[i - 1];
  let rest = 1;
  for (let d = 0; d < dimension; d++) rest -= xi[d];
  return rest;
}

/** ∂L_i/∂ξ_d. */
function slope(i: number, d: number): number {
  return i === 0 ? -1 : i === d + 1 ? 1 : 0;
}
