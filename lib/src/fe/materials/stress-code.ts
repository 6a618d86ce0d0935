/** The stress of a stored energy as code for loops over elements (symbolic/element-loop.ts): P at a displacement gradient, and Gonzalez's mean
 *  stress over a step, both as `hyperelastic-law.ts` has them,
 *
 *      P = 2W₁ F + 2W₂ (I₁ F − F C) + W_J cof F,
 *      P* = F̄ (S(Ē) + φ ΔE),   S = 2W₁ 1 + 2W₂ (I₁ 1 − C̄) + W_J cof C̄/J̄,   φ = (ΔW − S:ΔE)/ΔE:ΔE.
 *
 *  The slopes of W are expressions of the invariants, which are computed first, as further inputs. */
import type { Node } from "../../symbolic/dag.js";
import type { PointCode } from "../../symbolic/element-point.js";
import type { StoredEnergy } from "./material.js";
import { overStep } from "./mean-strain-code.js";
import { algebra, opened, secondInvariant, type Tensor } from "./point-algebra.js";
import { slopesAt } from "./stored-energy.js";
import { PLACE } from "./strain.js";

/** In the plane, `dimension` 2, nothing is displaced out of it. `inStages`: slopes are a stage of their own, so that those of several points can be computed together. Otherwise
 *  operations come in the order of the formula above, with which a product by C is the last one. */
export function stressCode({ expression }: StoredEnergy, dimension: 2 | 3, inStages: boolean): PointCode {
  const { graph, gradient, volume, inSpan, code } = opened(1, dimension);
  const { add, subtract, multiply, constant } = graph;
  const { dot, deformation, cofactor, symmetric, sumOf } = algebra(graph);
  const F = deformation(gradient(0));
  const inColumns = symmetric((I, J) => sumOf([0, 1, 2].map((i) => multiply(F[3 * i + I], F[3 * i + J]))));
  const [trace, minors] = [dot(F, F), cofactor(F)];
  const first = code.next();
  code.before([
    subtract(trace, constant(3)),
    secondInvariant(graph, trace, inColumns),
    subtract(dot(F.slice(0, 3), minors.slice(0, 3)), constant(1)),
  ]);
  const [cofactors, C, [square]] = [minors, inColumns, [trace]].map(code.before);
  const [w1, w2, wj] = slopesAt(graph, expression, first).map((slope) => slope && multiply(volume, slope));
  const twice = (w: Node) => multiply(constant(2), w);
  const settled = inStages ? code.settled() : same;
  // 2W₁ + 2W₂ I₁ along F.
  const along = settled(
    sumOf([...(w1 === null ? [] : [twice(w1)]), ...(w2 === null ? [] : [multiply(twice(w2), square)])]),
  );
  const [ofSecond, ofVolume] = [w2 && twice(w2), wj].map((w) => w && settled(w));
  const withVolume = (sum: Node, k: number) => (ofVolume === null ? sum : add(sum, multiply(ofVolume, cofactors[k])));
  const inProduct = (T: Tensor, k: number) => {
    const [i, J] = [Math.floor(k / 3), k % 3];
    return sumOf([0, 1, 2].map((K) => multiply(F[3 * i + K], T[PLACE[3 * K + J]])));
  };
  const stress = F.map((f, k) => {
    if (ofSecond === null) return withVolume(multiply(along, f), k);
    if (!inStages) return subtract(withVolume(multiply(along, f), k), multiply(ofSecond, inProduct(C, k)));
    const T = C.map((c, I) => subtract(I < 3 ? along : constant(0), multiply(ofSecond, c)));
    return withVolume(inProduct(T, k), k);
  });
  return code.done(inSpan(stress));
}

export function meanStressCode(energy: StoredEnergy, dimension: 2 | 3, inStages: boolean): PointCode {
  const { graph, code, inSpan, volume, F, change, finish } = overStep(energy, dimension);
  const { S, phi } = finish(inStages ? code.settled() : same);
  const { add, multiply } = graph;
  const { sumOf } = algebra(graph);
  const T = S.map((s, k) => multiply(volume, add(s, multiply(phi, change[k]))));
  const stress = F.map((_, k) => {
    const [i, I] = [Math.floor(k / 3), k % 3];
    return sumOf([0, 1, 2].map((M) => multiply(F[3 * i + M], T[PLACE[3 * M + I]])));
  });
  return code.done(inSpan(stress));
}

const same = (w: Node): Node => w;
