/** Wedges, by the barycentric coordinates L_i of their triangle and the height z = 1 ∓ ζ over the other triangle. */
import type { Family } from "../elements/families.js";
import type { ShapeFunctions } from "./shape.js";

/** N_a = L_i z/2. */
export const linearWedge: ShapeFunctions = {
  dimension: 3,
  nodes: 6,
  values(xi, out) {
    for (let a = 0; a < 6; a++) out[a] = corner(xi, a % 3) * height(xi, a);
  },
  gradients(xi, out) {
    for (let a = 0; a < 6; a++) {
      const i = a % 3;
      out[3 * a] = (i === 0 ? -1 : i === 1 ? 1 : 0) * height(xi, a);
      out[3 * a + 1] = (i === 0 ? -1 : i === 2 ? 1 : 0) * height(xi, a);
      out[3 * a + 2] = (a < 3 ? -0.5 : 0.5) * corner(xi, i);
    }
  },
};

const corner = (xi: ArrayLike<number>, i: number) => (i === 0 ? 1 - xi[0] - xi[1] : xi[i - 1]);
const height = (xi: ArrayLike<number>, a: number) => (a < 3 ? 1 - xi[2] : 1 + xi[2]) / 2;

/** N_a = L_i z (2 L_i + z − 3)/2 at corners, 2 L_i L_j z on edges of the triangles, L_i (1 − ζ²) on the edges between them. */
export function quadraticWedge({ edges }: Family): ShapeFunctions {
  const slope = (i: number, d: number) => (i === 0 ? -1 : i === d + 1 ? 1 : 0);
  return {
    dimension: 3,
    nodes: 6 + edges.length,
    values(xi, out) {
      for (let a = 0; a < 6; a++) {
        const [L, z] = [corner(xi, a % 3), 2 * height(xi, a)];
        out[a] = (L * z * (2 * L + z - 3)) / 2;
      }
      edges.forEach(([a, b], k) => {
        const L = corner(xi, a % 3);
        out[6 + k] = b === a + 3 ? L * (1 - xi[2] * xi[2]) : 4 * L * corner(xi, b % 3) * height(xi, a);
      });
    },
    gradients(xi, out) {
      for (let a = 0; a < 6; a++) {
        const [i, L, z] = [a % 3, corner(xi, a % 3), 2 * height(xi, a)];
        for (let d = 0; d < 2; d++) out[3 * a + d] = (slope(i, d) * z * (4 * L + z - 3)) / 2;
        out[3 * a + 2] = ((a < 3 ? -1 : 1) * L * (2 * L + 2 * z - 3)) / 2;
      }
      edges.forEach(([a, b], k) => {
        const [i, j, at] = [a % 3, b % 3, 3 * (6 + k)];
        const [L, K] = [corner(xi, i), corner(xi, j)];
        const between = b === a + 3;
        for (let d = 0; d < 2; d++) {
          const flat = slope(i, d) * K + slope(j, d) * L;
          out[at + d] = between ? slope(i, d) * (1 - xi[2] * xi[2]) : 4 * flat * height(xi, a);
        }
        out[at + 2] = between ? -2 * L * xi[2] : (a < 3 ? -2 : 2) * L * K;
      });
    },
  };
}
