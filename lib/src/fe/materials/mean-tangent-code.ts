/** How Gonzalez's mean stress over a step, P* = F̄ (S + φ ΔE), changes with the end of it, as code in the manner of `tangent-code.ts`: the symmetric part of
 *
 *      K_kl = f̄_k ⊗ (2W₁₁ f_l + 2W₁₂ y_l + W₁_J z_l + 2W₂ f_l) + ȳ_k ⊗ (2W₁₂ f_l + 2W₂₂ y_l + W₂_J z_l) + z̄_k ⊗ (W₁_J f_l + W₂_J y_l + ½ (W_JJ + w) z_l)
 *             + ē_k ⊗ r_l + ½ (g_k S* g_l) 1 + (½ φ − W₂) ((g_k·g_l) F̄ Fᵀ + f̄_l ⊗ f_k) − ½ w ((g_k Z g_l) F̄ Z Fᵀ + z̄_l ⊗ z_k),
 *
 *  which is ½ 1 ⊗ S* + F̄ M F with M of `hyperelastic-law.ts`. Z = J C̄⁻¹, Y = I₁ 1 − C̄, w = W_J/J; f = F g, y = F Y g, z = F Z g, e = F ΔE g, r = F ρ g, with F of the middle
 *  where there is a bar and of the end where there is none. */
import type { Graph, Node } from "../../symbolic/dag.js";
import type { PointCode } from "../../symbolic/element-point.js";
import { SMALLEST_CHANGE } from "./hyperelastic-law.js";
import type { StoredEnergy } from "./material.js";
import { overStep } from "./mean-strain-code.js";
import {
  algebra,
  cofactorOfSymmetric,
  greenStress,
  type Tensor,
  upperTriangle,
  vectorAlgebra,
} from "./point-algebra.js";
import { curvaturesAt, slopesAt } from "./stored-energy.js";
import { PLACE } from "./strain.js";

/** The upper triangle, row by row. */
export function meanTangentCode(energy: StoredEnergy, dimension: 2 | 3): PointCode {
  const { expression } = energy;
  const { graph, code, map, volume, F, Hb, C, K, J, change, atMean, finish } = overStep(energy, dimension);
  const { add, subtract, multiply, divide, constant, choose, negate } = graph;
  const { dot, inner, deformation, cofactor, symmetric, sumOf } = algebra(graph);
  const { times, symmetricTimes, scaled, plus, rows } = vectorAlgebra(graph);
  const half = (a: Node) => multiply(constant(0.5), a);
  const twice = (a: Node) => multiply(constant(2), a);
  const g = rows(map);
  const end = deformation(Hb);
  const Cb = symmetric((I, K) => sumOf([0, 1, 2].map((i) => multiply(end[3 * i + I], end[3 * i + K]))));
  const Kb = cofactorOfSymmetric(graph, Cb);
  const Jb = dot(end.slice(0, 3), cofactor(end).slice(0, 3));
  const atEnd = code.next();
  code.before([
    subtract(sumOf(Cb.slice(0, 3)), constant(3)),
    subtract(sumOf(Kb.slice(0, 3)), constant(3)),
    subtract(Jb, constant(1)),
  ]);
  const [strain, cofactors, [volumeRatio]] = [Cb, Kb, [Jb]].map(code.before);
  const scale = (w: Node | null) => w && multiply(volume, w);
  const slopesThere = slopesAt(graph, expression, atEnd).map(scale);
  const curvatures = curvaturesAt(graph, expression, atMean).map(scale);
  const settled = code.settled();
  const known = (w: Node | null): Node => (w === null ? constant(0) : settled(w));
  const { w2: ofSecond, perJ, S, square, phi } = finish((w) => settled(multiply(volume, w)));
  const [w2, w] = [ofSecond, perJ].map((own) => own ?? constant(0));
  const [w11, w12, w1j, w22, w2j, wjj] = curvatures.map(known);
  const there = [slopesThere[0], slopesThere[1], slopesThere[2] && divide(slopesThere[2], volumeRatio)].map(known);
  const [perRatio] = code.before([divide(constant(1), J)]);
  code.nextStage();
  const trace = sumOf(C.slice(0, 3));
  const Z = K.map((k) => multiply(perRatio, k));
  const Y = C.map((c, k) => (k > 2 ? negate(c) : subtract(trace, c)));
  const ofJ = half(add(wjj, w));
  // ½ D:ΔE, and ρ, which is left out where it is made of rounding.
  const [t, a, b] = [sumOf(change.slice(0, 3)), inner(Y, change), inner(Z, change)];
  const ofOne = sumOf([twice(multiply(w11, t)), twice(multiply(w12, a)), multiply(w1j, b)]);
  const ofY = sumOf([twice(multiply(w12, t)), twice(multiply(w22, a)), multiply(w2j, b)]);
  const ofZ = sumOf([multiply(w1j, t), multiply(w2j, a), multiply(ofJ, b)]);
  const turned = sandwich(graph, Z, change);
  const Send = greenStress(graph, there, strain, cofactors);
  const isLarge = graph.compare("less", constant(SMALLEST_CHANGE ** 2), square);
  const rho = S.map((s, k) => {
    const one = k > 2 ? constant(0) : add(ofOne, twice(multiply(w2, t)));
    const halfD = sumOf([
      one,
      multiply(ofY, Y[k]),
      multiply(ofZ, Z[k]),
      negate(multiply(twice(w2), change[k])),
      negate(multiply(w, turned[k])),
    ]);
    const rest = subtract(subtract(subtract(Send[k], s), halfD), twice(multiply(phi, change[k])));
    return choose(isLarge, divide(rest, square), constant(0));
  });
  const [inverse, bend, stress, [excess]] = [Z, rho, S, [phi]].map(code.before);
  code.nextStage();
  const ofMiddle = (T: Tensor | null) =>
    g.map((own) => code.before(times(F, T === null ? own : symmetricTimes(T, own))));
  const ofEnd = (T: Tensor | null) =>
    g.map((own) => code.before(times(end, T === null ? own : symmetricTimes(T, own))));
  const [fm, ym, zm, em] = [null, Y, inverse, change].map(ofMiddle);
  const [fe, ye, ze, re] = [null, Y, inverse, bend].map(ofEnd);
  const total = stress.map((s, k) => add(s, multiply(excess, change[k])));
  const Sg = g.map((own) => code.before(symmetricTimes(total, own)));
  const Zg = g.map((own) => code.before(symmetricTimes(inverse, own)));
  const productOf = (T: Tensor | null): Tensor =>
    code.before(
      [0, 1, 2].flatMap((i) => {
        const row = F.slice(3 * i, 3 * i + 3);
        const through = T === null ? row : symmetricTimes(T, row);
        return [0, 1, 2].map((j) => dot(through, end.slice(3 * j, 3 * j + 3)));
      }),
    );
  const [G, N] = [null, inverse].map(productOf);
  code.nextStage();
  const back = subtract(half(excess), w2);
  const right = [0, 1, 2].map((l) => ({
    f: plus(scaled(twice(add(w11, w2)), fe[l]), scaled(twice(w12), ye[l]), scaled(w1j, ze[l])),
    y: plus(scaled(twice(w12), fe[l]), scaled(twice(w22), ye[l]), scaled(w2j, ze[l])),
    z: plus(scaled(w1j, fe[l]), scaled(w2j, ye[l]), scaled(ofJ, ze[l])),
  }));
  const entry = (k: number, l: number, i: number, j: number): Node => {
    const products = [
      multiply(fm[k][i], right[l].f[j]),
      multiply(ym[k][i], right[l].y[j]),
      multiply(zm[k][i], right[l].z[j]),
      multiply(em[k][i], re[l][j]),
      multiply(multiply(back, fm[l][i]), fe[k][j]),
      negate(multiply(half(multiply(w, zm[l][i])), ze[k][j])),
      multiply(multiply(back, dot(g[k], g[l])), G[3 * i + j]),
      negate(multiply(half(multiply(w, dot(g[k], Zg[l]))), N[3 * i + j])),
    ];
    return sumOf(i === j ? [...products, half(dot(g[k], Sg[l]))] : products);
  };
  return code.done(upperTriangle(dimension, (k, l) => (i, j) => half(add(entry(k, l, i, j), entry(l, k, j, i)))));
}

/** Z T Z. */
function sandwich(graph: Graph, Z: Tensor, T: Tensor): Tensor {
  const { multiply } = graph;
  const { symmetric, sumOf } = algebra(graph);
  const through = [0, 1, 2].map((i) =>
    [0, 1, 2].map((j) => sumOf([0, 1, 2].map((k) => multiply(Z[PLACE[3 * i + k]], T[PLACE[3 * k + j]])))),
  );
  return symmetric((i, j) => sumOf([0, 1, 2].map((k) => multiply(through[i][k], Z[PLACE[3 * k + j]]))));
}
