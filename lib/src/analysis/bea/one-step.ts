/** The distorted field of any Runge–Kutta method, plain or partitioned, in elementary differentials.   [hairer2006, IX.9.1]
 *
 *  The step is a series of trees, y₁ = y + Σ hⁿ a(τ)/σ(τ) F(τ), and so is the field that it follows, f̃ = Σ hⁿ⁻¹ b(τ)/σ(τ) F(τ). They are bound by
 *
 *      a(τ) = Σⱼ ∂ʲ⁻¹b (τ)/j!,      ∂c (τ) = Σ c(θ) b(τ∖θ) over the trees with one edge removed,
 *
 *  in which b(τ) stands alone once, and only values of smaller trees besides. */
import { type Fraction, fraction, fractionText, isZero, minus, ONE, plus, times, ZERO } from "./fraction.js";
import { type Kind, splittings, symmetry, type Tree, treesOf, treeText } from "./trees.js";

/** Coefficients for nodes of each kind; f for ẏ = f(y), q and v for q̇ = v, v̇ = g(q). */
export type RationalTableau = Readonly<
  Partial<Record<Kind, { readonly A: readonly (readonly Fraction[])[]; readonly b: readonly Fraction[] }>>
>;

export interface DistortedTerm {
  readonly tree: Tree;
  /** In front of the elementary differential and h^(order − 1). */
  readonly coefficient: Fraction;
}

/** The terms of order up to `order` of the component `root`, those that vanish left out. */
export function distortedField(tableau: RationalTableau, order: number, root: Kind = "f"): DistortedTerm[] {
  const known = new Map<string, Fraction>();
  const b = (tree: Tree): Fraction => {
    const before = known.get(tree.key);
    if (before !== undefined) return before;
    let value = elementaryWeight(tableau, tree);
    let factorial = 1n;
    for (let j = 2; j <= tree.order; j++) {
      factorial *= BigInt(j);
      value = plus(value, minus(times(fraction(1n, factorial), derivative(j - 1, tree))));
    }
    known.set(tree.key, value);
    return value;
  };
  /** ∂ʲ b (τ). */
  const derivative = (j: number, tree: Tree): Fraction =>
    j === 0
      ? b(tree)
      : splittings(tree).reduce((sum, [rest, fallen]) => plus(sum, times(derivative(j - 1, rest), b(fallen))), ZERO);
  return Array.from({ length: order }, (_, k) => treesOf(k + 1, root))
    .flat()
    .map((tree) => ({ tree, coefficient: times(b(tree), fraction(1n, symmetry(tree))) }))
    .filter(({ coefficient }) => !isZero(coefficient));
}

/** Σ bᵢ over the stages, each weighted by what its branches have collected. */
function elementaryWeight(tableau: RationalTableau, tree: Tree): Fraction {
  const { b } = of(tableau, tree.kind);
  const stages = stageWeights(tableau, tree, b.length);
  return b.reduce((sum, weight, i) => plus(sum, times(weight, stages[i])), ZERO);
}

function stageWeights(tableau: RationalTableau, { branches }: Tree, count: number): Fraction[] {
  const inner = branches.map((branch) => ({ A: of(tableau, branch.kind).A, g: stageWeights(tableau, branch, count) }));
  return Array.from({ length: count }, (_, i) =>
    inner.reduce(
      (product, { A, g }) =>
        times(
          product,
          g.reduce((sum, value, j) => plus(sum, times(A[i][j], value)), ZERO),
        ),
      ONE,
    ),
  );
}

function of(tableau: RationalTableau, kind: Kind) {
  const part = tableau[kind];
  if (part === undefined) throw new RangeError(`this method has no coefficients for nodes of kind ${kind}`);
  return part;
}

const whole = fraction(1);
const none = fraction(0);
const half = fraction(1, 2);

/** Methods whose distorted fields are in textbooks. */
export const oneStepMethods = {
  "explicit Euler": { f: { A: [[none]], b: [whole] } },
  "implicit Euler": { f: { A: [[whole]], b: [whole] } },
  "implicit midpoint": { f: { A: [[half]], b: [whole] } },
  trapezoidal: {
    f: {
      A: [
        [none, none],
        [half, half],
      ],
      b: [half, half],
    },
  },
  "Störmer–Verlet": {
    q: {
      A: [
        [none, none],
        [half, half],
      ],
      b: [half, half],
    },
    v: {
      A: [
        [half, none],
        [half, none],
      ],
      b: [half, half],
    },
  },
} as const satisfies Readonly<Record<string, RationalTableau>>;

/** `f - 1/2 h f' f + …`. */
export function distortedFieldText(terms: readonly DistortedTerm[]): string {
  return terms
    .map(({ tree, coefficient }, at) => {
      const negative = coefficient.above < 0n;
      const size = fractionText(negative ? minus(coefficient) : coefficient);
      const power = tree.order === 1 ? "" : tree.order === 2 ? "h " : `h^${tree.order - 1} `;
      const sign = at === 0 ? (negative ? "-" : "") : negative ? " - " : " + ";
      return `${sign}${size === "1" ? "" : `${size} `}${power}${treeText(tree)}`;
    })
    .join("");
}
