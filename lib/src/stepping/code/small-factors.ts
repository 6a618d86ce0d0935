/** Factors of the matrices of few unknowns as formulas, without exchange of rows. One that is not good makes the iteration slow, and nothing else. */
import type { Graph, Node } from "../../symbolic/dag.js";
import { formulas } from "./formulas.js";
import { NEAR_SINGULAR } from "./limits.js";

export interface Factor {
  /** Is no pivot near zero, beside the diagonal? */
  readonly isRegular: Node;
  solve(r: readonly Node[]): Node[];
  /** The same from the matrix itself, where that is quicker than to wait for the factor. */
  solveFirst?(r: readonly Node[]): Node[];
}

function isRegular(graph: Graph, pivot: Node, beside: Node): Node {
  const { number, size, isLess } = formulas(graph);
  return isLess(graph.multiply(number(NEAR_SINGULAR), size(beside)), size(pivot));
}

const areRegular = (graph: Graph, pivots: readonly Node[], J: readonly (readonly Node[])[]): Node =>
  pivots.map((pivot, i) => isRegular(graph, pivot, J[i][i])).reduce(formulas(graph).both);

/** J⁻¹ of one or two unknowns: one division, where elimination waits for two. */
export function adjugate(graph: Graph, J: readonly (readonly Node[])[], keep: (value: Node) => Node): Factor {
  const { add, subtract, multiply, divide, negate, power } = graph;
  if (J.length === 1) {
    const inverse = keep(power(J[0][0], -1));
    return { isRegular: isRegular(graph, J[0][0], J[0][0]), solve: ([r]) => [multiply(r, inverse)] };
  }
  const [[a, b], [c, d]] = J;
  const determinant = subtract(multiply(a, d), multiply(b, c));
  const inverse = power(determinant, -1);
  const entries = [d, negate(b), negate(c), a].map((entry) => keep(multiply(entry, inverse)));
  return {
    isRegular: keep(isRegular(graph, determinant, multiply(a, d))),
    solve: ([r, s]) => [
      add(multiply(entries[0], r), multiply(entries[1], s)),
      add(multiply(entries[2], r), multiply(entries[3], s)),
    ],
    // Products with r do not wait for the determinant.
    solveFirst: ([r, s]) => [
      divide(subtract(multiply(d, r), multiply(b, s)), determinant),
      divide(subtract(multiply(a, s), multiply(c, r)), determinant),
    ],
  };
}

/** J = L D Lᵀ without exchange of rows. A factor that is not good makes the iteration slow, and nothing else. */
export function ldlt(graph: Graph, J: readonly (readonly Node[])[], keep: (value: Node) => Node): Factor {
  const { subtract, multiply, power } = graph;
  const n = J.length;
  const L: Node[][] = Array.from({ length: n }, () => []);
  const pivots: Node[] = [];
  const D: Node[] = [];
  const inverse: Node[] = [];
  for (let j = 0; j < n; j++) {
    let pivot = J[j][j];
    for (let k = 0; k < j; k++) pivot = subtract(pivot, multiply(multiply(L[j][k], L[j][k]), D[k]));
    D.push(pivot);
    pivots.push(pivot);
    inverse.push(power(pivot, -1));
    for (let i = j + 1; i < n; i++) {
      let entry = J[i][j];
      for (let k = 0; k < j; k++) entry = subtract(entry, multiply(multiply(L[i][k], L[j][k]), D[k]));
      L[i][j] = multiply(entry, inverse[j]);
    }
  }
  const lower = L.map((row) => row.map(keep));
  const inverses = inverse.map(keep);
  return {
    isRegular: areRegular(graph, pivots.map(keep), J),
    solve(r) {
      const y: Node[] = [];
      for (let i = 0; i < n; i++)
        y[i] = lower[i].reduce((rest, entry, k) => subtract(rest, multiply(entry, y[k])), r[i]);
      const z = y.map((entry, i) => multiply(entry, inverses[i]));
      for (let i = n - 1; i >= 0; i--) {
        for (let k = i + 1; k < n; k++) z[i] = subtract(z[i], multiply(lower[k][i], z[k]));
      }
      return z;
    },
  };
}

/** J = L U without exchange of rows. */
export function lu(graph: Graph, J: readonly (readonly Node[])[], keep: (value: Node) => Node): Factor {
  const { subtract, multiply, power } = graph;
  const n = J.length;
  const M = J.map((row) => [...row]);
  const inverse: Node[] = [];
  for (let k = 0; k < n; k++) {
    inverse[k] = power(M[k][k], -1);
    for (let i = k + 1; i < n; i++) {
      M[i][k] = multiply(M[i][k], inverse[k]);
      for (let j = k + 1; j < n; j++) M[i][j] = subtract(M[i][j], multiply(M[i][k], M[k][j]));
    }
  }
  const factor = M.map((row, i) => row.map((entry, j) => (i === j ? entry : keep(entry))));
  const inverses = inverse.map(keep);
  return {
    isRegular: areRegular(
      graph,
      M.map((row, i) => keep(row[i])),
      J,
    ),
    solve(r) {
      const y: Node[] = [];
      for (let i = 0; i < n; i++) {
        y[i] = r[i];
        for (let k = 0; k < i; k++) y[i] = subtract(y[i], multiply(factor[i][k], y[k]));
      }
      for (let i = n - 1; i >= 0; i--) {
        for (let k = i + 1; k < n; k++) y[i] = subtract(y[i], multiply(factor[i][k], y[k]));
        y[i] = multiply(y[i], inverses[i]);
      }
      return y;
    },
  };
}
