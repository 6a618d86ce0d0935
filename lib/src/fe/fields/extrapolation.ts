/** From the integration points to the nodes: the linear or multilinear field that is nearest to the values at the points, taken at the
 *  nodes. A bent element has its largest stress at the surface, where no point is. */
import type { Vec } from "../../core/vec.js";
import { elementType } from "../../mesh/element-types.js";
import type { Shape } from "../../mesh/shapes/shape.js";

/** Rows of nodes, columns of points. */
export function extrapolation({ type, stiffness: { points } }: Shape): Vec {
  const { family, nodes, edges } = elementType(type);
  const { corners, basis } = family;
  const middles = edges.map(([a, b]) => corners[a].map((x, d) => (x + corners[b][d]) / 2));
  const places = [...corners, ...middles].slice(0, nodes);
  // Too few points for the basis: they are all of one value.
  const chosen = points.length >= basis(points[0] as number[]).length ? basis : () => [1];
  const B = points.map((xi) => chosen(xi));
  const inverse = inverted(normalMatrix(B));
  return Float64Array.from(
    places.flatMap((place) => {
      const at = chosen(place);
      const weights = inverse.map((row) => row.reduce((sum, value, k) => sum + value * at[k], 0));
      return B.map((row) => row.reduce((sum, value, k) => sum + value * weights[k], 0));
    }),
  );
}

/** BᵀB. */
const normalMatrix = (B: readonly number[][]): number[][] =>
  B[0].map((_, i) => B[0].map((_, j) => B.reduce((sum, row) => sum + row[i] * row[j], 0)));

/** Gauss and Jordan's, for a few rows of a positive definite matrix. */
function inverted(matrix: readonly number[][]): number[][] {
  const n = matrix.length;
  const rows = matrix.map((row, i) => [...row, ...row.map((_, j) => (i === j ? 1 : 0))]);
  for (let p = 0; p < n; p++) {
    const pivot = rows[p][p];
    for (let j = 0; j < 2 * n; j++) rows[p][j] /= pivot;
    for (let i = 0; i < n; i++) {
      const factor = rows[i][p];
      if (i === p || factor === 0) continue;
      for (let j = 0; j < 2 * n; j++) rows[i][j] -= factor * rows[p][j];
    }
  }
  return rows.map((row) => row.slice(n));
}
