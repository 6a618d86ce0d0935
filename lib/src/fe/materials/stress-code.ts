/** The stress of a stored energy as code for loops over elements (symbolic/element-loop.ts): P at a displacement gradient, and Gonzalez's mean
 *  stress over a step, both as `hyperelastic-law.ts` has them,
 *
 *      P = 2W₁ F + 2W₂ (I₁ F − F C) + W_J cof F,
 *      P* = F̄ (S(Ē) + φ ΔE),   S = 2W₁ 1 + 2W₂ (I₁ 1 − C̄) + W_J cof C̄/J̄,   φ = (ΔW − S:ΔE)/ΔE:ΔE.
 *
 *  The slopes of W are expressions of the invariants, which are computed first, as further inputs. */
import { emptyGraph, type Graph, type Node } from "../../symbolic/dag.js";
import type { StressCode } from "../../symbolic/element-loop.js";
import type { StoredEnergy } from "./material.js";
import { differenceAt, slopesAt } from "./stored-energy.js";
import { FIRST, PLACE, SECOND } from "./strain.js";

/** Tensors as nodes: nine of them row by row, or the six of a symmetric one as in `strain.ts`. */
type Tensor = readonly Node[];

/** In the plane, `dimension` 2, nothing is displaced out of it. */
export function stressCode({ expression }: StoredEnergy, dimension: 2 | 3): StressCode {
  const { graph, gradient, code } = opened(1, dimension);
  const { add, subtract, multiply, constant } = graph;
  const { dot, deformation, cofactor, symmetric, sumOf } = algebra(graph);
  const F = deformation(gradient(0));
  const volume = graph.input(9);
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
  code.nextStage();
  // 2W₁ + 2W₂ I₁ along F.
  const [along] = code.before([
    sumOf([...(w1 === null ? [] : [twice(w1)]), ...(w2 === null ? [] : [multiply(twice(w2), square)])]),
  ]);
  const [ofSecond, ofVolume] = [w2 && twice(w2), wj].map((w) => w && code.before([w])[0]);
  const T = C.map((c, k) => {
    const ofC = ofSecond === null ? constant(0) : multiply(ofSecond, c);
    return k < 3 ? subtract(along, ofC) : graph.negate(ofC);
  });
  const stress = F.map((f, k) => {
    const [i, J] = [Math.floor(k / 3), k % 3];
    const ofStrain =
      ofSecond === null ? multiply(along, f) : sumOf([0, 1, 2].map((K) => multiply(F[3 * i + K], T[PLACE[3 * K + J]])));
    return ofVolume === null ? ofStrain : add(ofStrain, multiply(ofVolume, cofactors[k]));
  });
  return code.done(stress);
}

export function meanStressCode({ expression }: StoredEnergy, dimension: 2 | 3): StressCode {
  const { graph, gradient, code } = opened(2, dimension);
  const { add, subtract, multiply, divide, constant, power, choose } = graph;
  const { dot, inner, deformation, cofactor, determinant, symmetric, sumOf, greenStrain, volumeChange } =
    algebra(graph);
  const half = (a: Node) => multiply(constant(0.5), a);
  const [Ha, Hb] = [gradient(0), gradient(1)];
  const volume = graph.input(18);
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
  const trace = sumOf(C.slice(0, 3));
  const slopes = slopesAt(graph, expression, atMean);
  code.nextStage();
  const [difference] = code.before([differenceAt(graph, expression, ends)]);
  const [w1, w2, perJ] = [slopes[0], slopes[1], slopes[2] && divide(slopes[2], J)].map((w) => w && code.before([w])[0]);
  const S = C.map((c, k) => {
    const ofVolume = perJ === null ? constant(0) : multiply(perJ, K[k]);
    const ofFirst = w1 === null || k > 2 ? constant(0) : twice(w1);
    const ofSecond = w2 === null ? constant(0) : multiply(twice(w2), k > 2 ? graph.negate(c) : subtract(trace, c));
    return add(add(ofFirst, ofSecond), ofVolume);
  });
  const square = inner(change, change);
  const missing = subtract(difference, inner(S, change));
  const phi = choose(graph.compare("less", constant(0), square), divide(missing, square), constant(0));
  const T = S.map((s, k) => multiply(volume, add(s, multiply(phi, change[k]))));
  const stress = F.map((_, k) => {
    const [i, I] = [Math.floor(k / 3), k % 3];
    return sumOf([0, 1, 2].map((M) => multiply(F[3 * i + M], T[PLACE[3 * M + I]])));
  });
  return code.done(stress);
}

type Stage = { readonly input: number; readonly value: Node }[];

/** A graph with H of the states and the volume as its first inputs. */
function opened(states: 1 | 2, dimension: 2 | 3) {
  const graph = emptyGraph();
  const isOut = (k: number) => k % 3 >= dimension || k >= 3 * dimension;
  const gradient = (state: 0 | 1): Tensor => input(9 * state, 9).map((h, k) => (isOut(k) ? graph.constant(0) : h));
  const input = (first: number, count: number): Tensor =>
    Array.from({ length: count }, (_, k) => graph.input(first + k));
  const before: Stage[] = [[]];
  const firstFree = 9 * states + 1;
  const next = () => firstFree + before.flat().length;
  const code = {
    next,
    /** What is computed first, as inputs of what comes then. */
    before(values: Tensor): Tensor {
      const first = next();
      values.forEach((value, k) => {
        before[before.length - 1].push({ input: first + k, value });
      });
      return input(first, values.length);
    },
    /** What is computed before comes after all so far. */
    nextStage() {
      before.push([]);
    },
    done: (stress: Tensor): StressCode => ({ graph, states, inputs: next(), before, stress }),
  };
  return { graph, gradient, code };
}

function algebra(graph: Graph) {
  const { add, subtract, multiply, constant } = graph;
  const half = (a: Node) => multiply(constant(0.5), a);
  const sumOf = (terms: readonly Node[]): Node => terms.reduce(add, constant(0));
  const dot = (A: Tensor, B: Tensor): Node => sumOf(A.map((a, k) => multiply(a, B[k])));
  const deformation = (H: Tensor): Tensor => H.map((h, k) => (k % 4 === 0 ? add(constant(1), h) : h));
  const minor = (F: Tensor, a: number, b: number, c: number, d: number) =>
    subtract(multiply(F[a], F[b]), multiply(F[c], F[d]));
  const cofactor = (F: Tensor): Tensor => [
    minor(F, 4, 8, 5, 7),
    minor(F, 5, 6, 3, 8),
    minor(F, 3, 7, 4, 6),
    minor(F, 2, 7, 1, 8),
    minor(F, 0, 8, 2, 6),
    minor(F, 1, 6, 0, 7),
    minor(F, 1, 5, 2, 4),
    minor(F, 2, 3, 0, 5),
    minor(F, 0, 4, 1, 3),
  ];
  const determinant = (F: Tensor): Node => dot(F.slice(0, 3), cofactor(F).slice(0, 3));
  const symmetric = (entry: (I: number, J: number) => Node): Tensor => Array.from(FIRST, (I, k) => entry(I, SECOND[k]));
  const inner = (A: Tensor, B: Tensor): Node =>
    add(dot(A.slice(0, 3), B.slice(0, 3)), multiply(constant(2), dot(A.slice(3), B.slice(3))));
  return {
    sumOf,
    dot,
    deformation,
    cofactor,
    determinant,
    symmetric,
    inner,
    /** (H + Hᵀ + HᵀH)/2. */
    greenStrain: (H: Tensor): Tensor =>
      symmetric((I, J) => {
        const square = sumOf([0, 1, 2].map((i) => multiply(H[3 * i + I], H[3 * i + J])));
        return I === J ? add(H[4 * I], half(square)) : half(add(add(H[3 * I + J], H[3 * J + I]), square));
      }),
    /** det(1 + H) − 1. */
    volumeChange(H: Tensor): Node {
      const minors = sumOf([minor(H, 0, 4, 1, 3), minor(H, 4, 8, 5, 7), minor(H, 0, 8, 2, 6)]);
      return add(add(sumOf([H[0], H[4], H[8]]), minors), determinant(H));
    },
  };
}

/** I₂ − 3 from I₁ and C: ½ (I₁² − C:C) − 3. */
function secondInvariant(graph: Graph, trace: Node, C: Tensor): Node {
  const { subtract, multiply, constant, power } = graph;
  return subtract(multiply(constant(0.5), subtract(power(trace, 2), algebra(graph).inner(C, C))), constant(3));
}

function cofactorOfSymmetric({ subtract, multiply, power }: Graph, C: Tensor): Tensor {
  const [a, b, c, d, e, f] = C;
  return [
    subtract(multiply(b, c), power(e, 2)),
    subtract(multiply(a, c), power(f, 2)),
    subtract(multiply(a, b), power(d, 2)),
    subtract(multiply(e, f), multiply(d, c)),
    subtract(multiply(d, f), multiply(a, e)),
    subtract(multiply(d, e), multiply(b, f)),
  ];
}
