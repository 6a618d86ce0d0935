/** Tensors of a point as nodes of a graph, for code that loops over elements run (symbolic/element-loop.ts). */
import { emptyGraph, type Graph, type Node } from "../../symbolic/dag.js";
import type { PointCode } from "../../symbolic/element-point.js";
import { FIRST, PLACE, SECOND } from "./strain.js";

/** Nine numbers row by row, or the six of a symmetric tensor as in `strain.ts`. */
export type Tensor = readonly Node[];
/** Three numbers. */
type Vector = readonly Node[];

type Stage = { readonly input: number; readonly value: Node }[];

/** A graph with H of the states, the volume and ∂ξ/∂X as its first inputs. */
export function opened(states: 1 | 2, dimension: 2 | 3) {
  const graph = emptyGraph();
  const isOut = (k: number) => k % 3 >= dimension || k >= 3 * dimension;
  const gradient = (state: 0 | 1): Tensor => input(9 * state, 9).map((h, k) => (isOut(k) ? graph.constant(0) : h));
  const input = (first: number, count: number): Tensor =>
    Array.from({ length: count }, (_, k) => graph.input(first + k));
  const before: Stage[] = [[]];
  const volume = graph.input(9 * states);
  const map: Tensor = input(9 * states + 1, 9).map((g, k) => (isOut(k) ? graph.constant(0) : g));
  const firstFree = 9 * states + 10;
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
    /** For numbers of a stage that begins here. */
    settled(): (w: Node) => Node {
      code.nextStage();
      return (w) => code.before([w])[0];
    },
    done: (results: Tensor): PointCode => ({ graph, states, inputs: next(), before, results }),
  };
  const inSpan = (T: Tensor): Tensor => T.filter((_, k) => !isOut(k));
  return { graph, gradient, volume, map, inSpan, code };
}

export function algebra(graph: Graph) {
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
export function secondInvariant(graph: Graph, trace: Node, C: Tensor): Node {
  const { subtract, multiply, constant, power } = graph;
  return subtract(multiply(constant(0.5), subtract(power(trace, 2), algebra(graph).inner(C, C))), constant(3));
}

export function cofactorOfSymmetric({ subtract, multiply, power }: Graph, C: Tensor): Tensor {
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

/** S = 2W₁ 1 + 2W₂ (I₁ 1 − C) + W_J/J cof C from the slopes W₁, W₂ and W_J/J. */
export function greenStress(graph: Graph, slopes: readonly (Node | null)[], C: Tensor, K: Tensor): Tensor {
  const { add, subtract, multiply, constant, negate } = graph;
  const [w1, w2, perJ] = slopes.map((w) => w ?? constant(0));
  const trace = C.slice(0, 3).reduce(add);
  const twice = (a: Node) => multiply(constant(2), a);
  return C.map((c, k) => {
    const ofFirst = k > 2 ? constant(0) : twice(w1);
    const ofSecond = multiply(twice(w2), k > 2 ? negate(c) : subtract(trace, c));
    return add(add(ofFirst, ofSecond), multiply(perJ, K[k]));
  });
}

/** All entries whose row is not behind their column, from what gives those of a block. */
export function upperTriangle(
  dimension: 2 | 3,
  block: (k: number, l: number) => (i: number, j: number) => Node,
): Node[] {
  const width = dimension * dimension;
  const blocks = Array.from({ length: dimension }, (_, k) => Array.from({ length: dimension }, (_, l) => block(k, l)));
  return Array.from({ length: width }, (_, row) =>
    Array.from({ length: width - row }, (_, c) => {
      const column = row + c;
      const [k, l] = [row, column].map((index) => Math.floor(index / dimension));
      return blocks[k][l](row % dimension, column % dimension);
    }),
  ).flat();
}

export function vectorAlgebra(graph: Graph) {
  const { multiply } = graph;
  const { dot, sumOf } = algebra(graph);
  const vectorOf = (entry: (i: number) => Node): Vector => [0, 1, 2].map(entry);
  return {
    vectorOf,
    rows: (T: Tensor): Vector[] => [0, 1, 2].map((k) => T.slice(3 * k, 3 * k + 3)),
    times: (T: Tensor, v: Vector): Vector => vectorOf((i) => dot(T.slice(3 * i, 3 * i + 3), v)),
    symmetricTimes: (T: Tensor, v: Vector): Vector =>
      vectorOf((i) => sumOf([0, 1, 2].map((j) => multiply(T[PLACE[3 * i + j]], v[j])))),
    scaled: (a: Node, v: Vector): Vector => v.map((x) => multiply(a, x)),
    plus: (...all: readonly Vector[]): Vector => vectorOf((i) => sumOf(all.map((v) => v[i]))),
  };
}
