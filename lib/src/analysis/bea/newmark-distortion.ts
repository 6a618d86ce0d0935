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
  type FormSeries,
  type LinearForm,
  on,
  opposite,
  substitute,
  times,
  timesSeries,
} from "./linear-form.js";
import { BETA, constant, GAMMA, NOTHING, negative, type Polynomial, product, sum, UNIT } from "./polynomial.js";

export interface Distortion {
  /** q̈ as a series in the step, in words on q, v = q̇ and the derivatives of f. */
  readonly acceleration: FormSeries;
  /** The scheme's velocity in the same terms. */
  readonly velocity: FormSeries;
}

/** Up to and including h to the power `order`. */
export function newmarkDistortion(order: number): Distortion {
  const found = known.get(order) ?? distortionOf(order);
  known.set(order, found);
  return found;
}

/** Order eight takes a second. */
const known = new Map<number, Distortion>();

function distortionOf(order: number): Distortion {
  const { m, n } = generatingSeries(order);
  const original = add(add(opposite(times(on("q"), UNIT, "H")), opposite(times(on("v"), UNIT, "G"))), on("f0"));
  const acceleration: LinearForm[] = [original];
  const derivative = derivativesAlong(acceleration);
  // Of what is multiplied by hᵏ, k ≥ 1, lower powers are needed than the one that is sought, and those are known.
  for (let power = 1; power <= order; power++) {
    let next = EMPTY;
    for (let k = 1; k <= power; k++) {
      next = add(next, times(derivative(k + 2, power - k), negative(m[k])));
      next = add(next, times(derivative(k + 1, power - k), negative(n[k]), "G"));
    }
    acceleration.push(next);
  }
  const velocity = Array.from({ length: order + 1 }, (_, power) => {
    let total = power === 0 ? on("v") : EMPTY;
    for (let k = 1; k <= power; k++) total = add(total, times(derivative(k + 1, power - k), n[k]));
    return total;
  });
  return { acceleration, velocity };
}

/** The part of q⁽ʲ⁾ with hᵖ along q̈ = acceleration, of which the powers up to p are there when it is asked for: each is found once. */
function derivativesAlong(acceleration: readonly LinearForm[]): (j: number, p: number) => LinearForm {
  const parts = new Map<string, LinearForm>();
  const part = (j: number, p: number): LinearForm => {
    if (j <= 1) return p === 0 ? on(j === 0 ? "q" : "v") : EMPTY;
    if (j === 2) return acceleration[p];
    const key = `${j},${p}`;
    const found = parts.get(key) ?? rate(j - 1, p);
    parts.set(key, found);
    return found;
  };
  /** d/dt of the parts of q⁽ʲ⁾. */
  const rate = (j: number, p: number): LinearForm => {
    const series = Array.from({ length: p + 1 }, (_, i) => part(j, i));
    return timeDerivative(series, acceleration, p + 1)[p];
  };
  return part;
}

/** The distorted vector field of [takacs2024, (32)]: q̇ and v̇ in terms of q, the scheme's own velocity v and f. */
export function newmarkField(order: number): { readonly position: FormSeries; readonly velocity: FormSeries } {
  const length = order + 1;
  const { acceleration, velocity } = newmarkDistortion(order);
  // q̇ = v − (v̂ − q̇), with q̇ put in again and again.
  const excess = addSeries(velocity, [opposite(on("v"))], length);
  let position: FormSeries = [on("v")];
  const replace = (target: string): FormSeries => (target === "v" ? position : [on(target)]);
  for (let round = 2; round <= length; round++) {
    position = addSeries([on("v")], timesSeries(substitute(excess, replace, round), negative(UNIT)), round);
  }
  const rate = timeDerivative(velocity, acceleration, length);
  return { position, velocity: substitute(rate, replace, length) };
}

/** d/dt of words on q, v and f. */
function timeDerivative(series: FormSeries, acceleration: FormSeries, length: number): FormSeries {
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
