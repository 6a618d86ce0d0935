/** What Newmark's method really solves: its distorted equation, to any order in the step, for any β and γ.     [takacs2024, §3]
 *
 *  A motion q(t) that the scheme reproduces at its steps obeys, with E = exp(h d/dt),
 *
 *      â + G v̂ + H q = f,    â = (E − 1)²/h² / N q,    v̂ = (E − 1)(1 + γ(E − 1))/h / N q,    N = 1 + (γ + ½)(E − 1) + β(E − 1)²,
 *
 *  where v̂ and â are the velocity and the acceleration that the scheme carries. As series,  â = Σ mₖ hᵏ q⁽ᵏ⁺²⁾  and  v̂ = Σ nₖ hᵏ q⁽ᵏ⁺¹⁾,
 *  so that  q̈ = f − G q̇ − H q − Σ hᵏ (mₖ q⁽ᵏ⁺²⁾ + nₖ G q⁽ᵏ⁺¹⁾),  k ≥ 1.  Putting the equation into its own right side again and again gives
 *  one order a time. Nothing is assumed about G and H but that they are matrices: words keep their order. */
import { type Fraction, fraction } from "./fraction.js";
import {
  add,
  addSeries,
  EMPTY,
  type LinearForm,
  on,
  opposite,
  raised,
  type Series,
  substitute,
  times,
  timesSeries,
} from "./linear-form.js";
import { BETA, constant, GAMMA, NOTHING, negative, type Polynomial, product, sum, UNIT } from "./polynomial.js";

export interface Distortion {
  /** q̈ as a series in the step, in words on q, v = q̇ and the derivatives of f. */
  readonly acceleration: Series;
  /** The scheme's velocity in the same terms. */
  readonly velocity: Series;
}

/** Up to and including h to the power `order`. */
export function newmarkDistortion(order: number): Distortion {
  const length = order + 1;
  const { m, n } = generatingSeries(order);
  const original = add(add(opposite(times(on("q"), UNIT, "H")), opposite(times(on("v"), UNIT, "G"))), on("f0"));
  let acceleration: Series = [original];
  for (let round = 1; round <= order; round++) {
    // Of what is multiplied by hᵏ, k ≥ 1, the powers below hʳ are needed, and those are known.
    const derivatives = derivativesOf(acceleration, round + 2, round);
    let next: Series = [original];
    for (let k = 1; k <= round; k++) {
      const inertia = timesSeries(derivatives[k + 2], negative(m[k]));
      const damping = timesSeries(derivatives[k + 1], negative(n[k]), "G");
      next = addSeries(next, raised(addSeries(inertia, damping, round), k), round + 1);
    }
    acceleration = next;
  }
  const derivatives = derivativesOf(acceleration, order + 1, length);
  let velocity: Series = [on("v")];
  for (let k = 1; k <= order; k++) {
    velocity = addSeries(velocity, raised(timesSeries(derivatives[k + 1], n[k]), k), length);
  }
  return { acceleration, velocity };
}

/** The distorted vector field of [takacs2024, (32)]: q̇ and v̇ in terms of q, the scheme's own velocity v and f. */
export function newmarkField(order: number): { readonly position: Series; readonly velocity: Series } {
  const length = order + 1;
  const { acceleration, velocity } = newmarkDistortion(order);
  // q̇ = v − (v̂ − q̇), with q̇ put in again and again.
  const excess = addSeries(velocity, [opposite(on("v"))], length);
  let position: Series = [on("v")];
  const replace = (target: string): Series => (target === "v" ? position : [on(target)]);
  for (let round = 2; round <= length; round++) {
    position = addSeries([on("v")], timesSeries(substitute(excess, replace, round), negative(UNIT)), round);
  }
  const rate = derivative(velocity, acceleration, length);
  return { position, velocity: substitute(rate, replace, length) };
}

/** q⁽ᵏ⁾ for k = 0 … highest along q̈ = acceleration. */
function derivativesOf(acceleration: Series, highest: number, length: number): Series[] {
  const all: Series[] = [[on("q")], [on("v")], acceleration];
  while (all.length <= highest) all.push(derivative(all[all.length - 1], acceleration, length));
  return all;
}

/** d/dt of words on q, v and f. */
function derivative(series: Series, acceleration: Series, length: number): Series {
  return substitute(
    series,
    (target) => {
      if (target === "q") return [on("v")];
      if (target === "v") return acceleration;
      return [on(`f${Number(target.slice(1)) + 1}`)];
    },
    length,
  );
}

/** mₖ and nₖ as polynomials in β and γ. */
export function generatingSeries(order: number): {
  readonly m: readonly Polynomial[];
  readonly n: readonly Polynomial[];
} {
  const length = order + 1;
  // (E − 1)/θ and its square, as series in θ = h d/dt.
  const e = Array.from({ length }, (_, k) => constant(reciprocalFactorial(k + 1)));
  const square = multiply(e, e);
  const shifted = (series: readonly Polynomial[], by: number) =>
    [...new Array<Polynomial>(by).fill(NOTHING), ...series].slice(0, length);
  const half = constant(fraction(1, 2));
  const denominator = e.map((_, k) => {
    const linear = product(sum(GAMMA, half), shifted(e, 1)[k]);
    return sum(sum(k === 0 ? UNIT : NOTHING, linear), product(BETA, shifted(square, 2)[k]));
  });
  const numerator = e.map((coefficient, k) => sum(coefficient, product(GAMMA, shifted(square, 1)[k])));
  return { m: divide(square, denominator), n: divide(numerator, denominator) };

  function multiply(a: readonly Polynomial[], b: readonly Polynomial[]): Polynomial[] {
    return a.map((_, k) => a.slice(0, k + 1).reduce((total, x, i) => sum(total, product(x, b[k - i])), NOTHING));
  }
}

/** The quotient of two series; the divisor begins with 1. */
function divide(above: readonly Polynomial[], below: readonly Polynomial[]): Polynomial[] {
  const out: Polynomial[] = [];
  above.forEach((coefficient, k) => {
    out.push(out.reduce((rest, x, i) => sum(rest, negative(product(x, below[k - i]))), coefficient));
  });
  return out;
}

function reciprocalFactorial(k: number): Fraction {
  let factorial = 1n;
  for (let i = 2; i <= k; i++) factorial *= BigInt(i);
  return fraction(1n, factorial);
}

/** No terms: a field without this power of the step. */
export const isEmpty = (form: LinearForm | undefined): boolean => (form ?? EMPTY).size === 0;
