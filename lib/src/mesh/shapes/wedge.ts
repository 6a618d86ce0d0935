/** The wedge with six nodes: a triangle's linear functions times (1 ∓ ζ)/2. */
import type { ShapeFunctions } from "./shape.js";

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
