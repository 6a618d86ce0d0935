/** What Gonzalez's mean stress over a step is made of, as code: S(Ē), ΔE and φ of `hyperelastic-law.ts`. */
import type { Node } from "../../symbolic/dag.js";
import type { StoredEnergy } from "./material.js";
import { algebra, cofactorOfSymmetric, greenStress, opened, type Tensor } from "./point-algebra.js";
import { differenceAt, slopesAt } from "./stored-energy.js";

export function overStep({ expression }: StoredEnergy, dimension: 2 | 3) {
  const { graph, gradient, volume, map, inSpan, code } = opened(2, dimension);
  const { add, subtract, multiply, divide, constant, power, choose } = graph;
  const { dot, inner, deformation, cofactor, determinant, symmetric, sumOf, greenStrain, volumeChange } =
    algebra(graph);
  const half = (a: Node) => multiply(constant(0.5), a);
  const [Ha, Hb] = [gradient(0), gradient(1)];
  const middle = deformation(Ha.map((a, k) => half(add(a, Hb[k]))));
  const move = Ha.map((a, k) => subtract(Hb[k], a));
  const product = (A: Tensor, B: Tensor, I: number, J: number) =>
    sumOf([0, 1, 2].map((i) => multiply(A[3 * i + I], B[3 * i + J])));
  // C̄ = F̄ᵀF̄ + DᵀD/4 and ΔE = sym(F̄ᵀD), exactly.
  const strained = symmetric((I, J) =>
    I === J ? product(middle, move, I, I) : half(add(product(middle, move, I, J), product(middle, move, J, I))),
  );
  const mean = symmetric((I, J) =>
    add(product(middle, middle, I, J), multiply(constant(0.25), product(move, move, I, J))),
  );
  const cofactors = cofactorOfSymmetric(graph, mean);
  const root = power(sumOf([0, 3, 5].map((k) => multiply(mean[k], cofactors[k]))), 0.5);
  const atMean = code.next();
  code.before([
    subtract(sumOf(mean.slice(0, 3)), constant(3)),
    subtract(sumOf(cofactors.slice(0, 3)), constant(3)),
    subtract(root, constant(1)),
  ]);
  // From the first end, and the change to the second.
  const E = greenStrain(Ha);
  const [ofStrain, ofChange] = [sumOf(E.slice(0, 3)), sumOf(strained.slice(0, 3))];
  const four = (a: Node) => multiply(constant(4), a);
  const twice = (a: Node) => multiply(constant(2), a);
  const ends = code.next();
  code.before([
    twice(ofStrain),
    add(four(ofStrain), twice(subtract(power(ofStrain, 2), inner(E, E)))),
    volumeChange(Ha),
    twice(ofChange),
    four(
      subtract(
        add(ofChange, multiply(add(ofStrain, half(ofChange)), ofChange)),
        add(inner(E, strained), half(inner(strained, strained))),
      ),
    ),
    add(dot(cofactor(middle), move), multiply(constant(0.25), determinant(move))),
  ]);
  const [F, change, C, K, [J]] = [middle, strained, mean, cofactors, [root]].map(code.before);
  const slopes = slopesAt(graph, expression, atMean);
  const ofEnergy = differenceAt(graph, expression, ends);
  return {
    ...{ graph, code, inSpan, map, volume, F, Hb, C, K, J, change, atMean },
    /** W₁, W₂ and W_J/J, S, ΔE:ΔE and φ from slopes and a difference of W that `settled` has gone through. */
    finish(settled: (w: Node) => Node) {
      const difference = settled(ofEnergy);
      const [w1, w2, perJ] = [slopes[0], slopes[1], slopes[2] && divide(slopes[2], J)].map((w) => w && settled(w));
      const S = greenStress(graph, [w1, w2, perJ], C, K);
      const square = inner(change, change);
      const missing = subtract(difference, inner(S, change));
      const phi = choose(graph.compare("less", constant(0), square), divide(missing, square), constant(0));
      return { w1, w2, perJ, S, square, phi };
    },
  };
}
