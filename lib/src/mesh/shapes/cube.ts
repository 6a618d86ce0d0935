/** Lines, quadrilaterals and hexahedra: products of linear functions, and the serendipity functions with nodes on the edges. */
import type { Family } from "../elements/families.js";
import type { ShapeFunctions } from "./shape.js";

/** N_a = Π (1 + s_i ξ_i)/2. */
export function multilinear({ dimension, corners }: Family): ShapeFunctions {
  return {
    dimension,
    nodes: corners.length,
    values(xi, out) {
      corners.forEach((s, a) => {
        out[a] = halves(s, xi, -1);
      });
    },
    gradients(xi, out) {
      corners.forEach((s, a) => {
        for (let d = 0; d < dimension; d++) out[a * dimension + d] = (s[d] / 2) * halves(s, xi, d);
      });
    },
  };
}

/** N_a = Π (1 + s_i ξ_i)/2 · (Σ s_i ξ_i − d + 1) at corners, (1 − ξ_k²) Π_{i≠k} (1 + s_i ξ_i)/2 on edges along k. */
export function serendipity({ dimension, corners, edges }: Family): ShapeFunctions {
  const middles = edges.map(([i, j]) => {
    const s = corners[i].map((x, d) => (x + corners[j][d]) / 2);
    return { s, along: s.indexOf(0) };
  });
  const reach = (s: readonly number[], xi: ArrayLike<number>) => {
    let sum = 1 - dimension;
    for (let d = 0; d < dimension; d++) sum += s[d] * xi[d];
    return sum;
  };
  return {
    dimension,
    nodes: corners.length + edges.length,
    values(xi, out) {
      corners.forEach((s, a) => {
        out[a] = halves(s, xi, -1) * reach(s, xi);
      });
      middles.forEach(({ s, along }, k) => {
        out[corners.length + k] = (1 - xi[along] * xi[along]) * halves(s, xi, along);
      });
    },
    gradients(xi, out) {
      for (let d = 0; d < dimension; d++) {
        corners.forEach((s, a) => {
          out[a * dimension + d] = s[d] * ((halves(s, xi, d) / 2) * reach(s, xi) + halves(s, xi, -1));
        });
        middles.forEach(({ s, along }, k) => {
          out[(corners.length + k) * dimension + d] =
            d === along
              ? -2 * xi[along] * halves(s, xi, along)
              : (1 - xi[along] * xi[along]) * (s[d] / 2) * halves(s, xi, along, d);
        });
      }
    },
  };
}

/** Π (1 + s_i ξ_i)/2 over all directions but the ones left out. */
function halves(s: readonly number[], xi: ArrayLike<number>, without: number, and = -1): number {
  let result = 1;
  for (let d = 0; d < s.length; d++) if (d !== without && d !== and) result *= (1 + s[d] * xi[d]) / 2;
  return result;
}
