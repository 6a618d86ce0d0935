/** The tangent of a stored energy at a point as code: how the stress P of `stress-code.ts`, taken along the reference coordinates, changes with the derivatives of
 *  the displacements by them. For two of their directions k and l, with g_k = ∂ξ_k/∂X, f = F g, c = cof F g, y = (I₁ F − F C) g and w = W_J/J,
 *
 *      K_kl = f_k ⊗ (4W₁₁ f_l + 4W₁₂ y_l + 2W₁_J c_l) + y_k ⊗ (4W₁₂ f_l + 4W₂₂ y_l + 2W₂_J c_l) + c_k ⊗ (2W₁_J f_l + 2W₂_J y_l + W_JJ c_l)
 *             + 2W₁ (g_k·g_l) 1 + 2W₂ (2 f_k ⊗ f_l − f_l ⊗ f_k + (I₁ g_k·g_l − f_k·f_l) 1 − (g_k·g_l) F Fᵀ) + w (c_k ⊗ c_l − c_l ⊗ c_k). */
import type { Node } from "../../symbolic/dag.js";
import type { PointCode } from "../../symbolic/element-point.js";
import type { StoredEnergy } from "./material.js";
import { algebra, opened, secondInvariant, upperTriangle, vectorAlgebra } from "./point-algebra.js";
import { curvaturesAt, slopesAt } from "./stored-energy.js";
import { PLACE } from "./strain.js";

/** The upper triangle, row by row; rows and columns are directions of the reference element, in each of them those of space. */
export function tangentCode({ expression }: StoredEnergy, dimension: 2 | 3): PointCode {
  const { graph, gradient, volume, map, code } = opened(1, dimension);
  const { add, subtract, multiply, divide, constant } = graph;
  const { dot, deformation, cofactor, symmetric, sumOf } = algebra(graph);
  const { times, symmetricTimes, scaled, plus, rows } = vectorAlgebra(graph);
  const F = deformation(gradient(0));
  const columns = symmetric((I, J) => sumOf([0, 1, 2].map((i) => multiply(F[3 * i + I], F[3 * i + J]))));
  const [trace, minors] = [dot(F, F), cofactor(F)];
  const first = code.next();
  code.before([
    subtract(trace, constant(3)),
    secondInvariant(graph, trace, columns),
    subtract(dot(F.slice(0, 3), minors.slice(0, 3)), constant(1)),
  ]);
  const g = rows(map);
  const B = symmetric((i, j) => dot(F.slice(3 * i, 3 * i + 3), F.slice(3 * j, 3 * j + 3)));
  const along = g.map((own) => times(F, own));
  const across = g.map((own) => code.before(times(minors, own)));
  const second = along.map((own) =>
    code.before(plus(scaled(trace, own), scaled(constant(-1), symmetricTimes(B, own)))),
  );
  const straight = along.map(code.before);
  const [[I1], left] = [[trace], B].map(code.before);
  const J = graph.input(first + 2);
  const scale = (factor: number, w: Node | null) => w && multiply(constant(factor), multiply(volume, w));
  const slopes = slopesAt(graph, expression, first);
  const curvatures = curvaturesAt(graph, expression, first);
  const settled = code.settled();
  const known = (w: Node | null): Node => (w === null ? constant(0) : settled(w));
  const [w1, w2, turn] = [
    scale(2, slopes[0]),
    scale(2, slopes[1]),
    slopes[2] && divide(multiply(volume, slopes[2]), add(constant(1), J)),
  ].map(known);
  const [w11, w12, w1j, w22, w2j, wjj] = curvatures.map((w, k) => known(scale([4, 4, 2, 4, 2, 1][k], w)));
  return code.done(
    upperTriangle(dimension, (k, l) => {
      const [f, y, c] = [straight, second, across].map((all) => all[l]);
      const ofFirst = plus(scaled(add(w11, multiply(constant(2), w2)), f), scaled(w12, y), scaled(w1j, c));
      const ofSecond = plus(scaled(w12, f), scaled(w22, y), scaled(w2j, c));
      const ofVolume = plus(scaled(w1j, f), scaled(w2j, y), scaled(add(wjj, turn), c));
      const gg = dot(g[k], g[l]);
      const same = add(multiply(w1, gg), multiply(w2, subtract(multiply(I1, gg), dot(straight[k], f))));
      return (i, j) => {
        const products = [
          multiply(straight[k][i], ofFirst[j]),
          multiply(second[k][i], ofSecond[j]),
          multiply(across[k][i], ofVolume[j]),
          graph.negate(multiply(multiply(w2, f[i]), straight[k][j])),
          graph.negate(multiply(multiply(turn, c[i]), across[k][j])),
          graph.negate(multiply(multiply(w2, gg), left[PLACE[3 * i + j]])),
        ];
        return sumOf(i === j ? [...products, same] : products);
      };
    }),
  );
}
