/** The secant term that makes the force of a step do exactly the work ΔV.      [krenk2014, eq. (30)], [gonzalez1996]
 *
 *      g* = g_q + η c,    η = (ΔV − Δu·g_q)/(Δu·c)
 *
 *  Its direction c is Δg in the paper. Then Δu·c passes through zero wherever the stiffness is indefinite, the step has no
 *  solution or several, and smaller steps do not help. By default c is therefore Δu itself, less what it has of the
 *  translations that leave V as it is (translations.ts): that part would change the linear momentum.
 *
 *  The term is never left out because Δu·c is small: energy lost in one step is not found again in the next. It is left out
 *  where Δu·c is zero, that is where nothing moves; where (c = Δg) it is a rounding error; and where the numerator is, if V can
 *  only be had as a difference. Then the error of g_q is below the rounding of V, and oscillates. How much of a difference of
 *  potentials is rounding is measured, where the numerator is more than an ulp of them: V is evaluated once more, beside the start of the step, and what
 *  it changes beyond its slope is noise, at either end. That may be nothing by chance, and is where constants cancel in V, as in 1 − cos x for small x: two
 *  ulps of x are then less than one of the constants. So where an iteration has come to rest above what it takes for rounding, the noise of V is measured along the
 *  whole step (potential-noise.ts). */
import type { Matrix } from "../../core/matrix.js";
import type { System } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { multiply } from "../../linalg/matrix.js";
import { areEqual, axpy, copy, dot, norm2, scale, subtract } from "../../linalg/vec.js";
import { NOISE } from "../../stepping/code/limits.js";
import type { Ends } from "./ends.js";
import { potentialNoise } from "./potential-noise.js";

export interface SecantTerm {
  /** A step begins. */
  open(): void;
  /** V is no longer what it was. */
  forget(): void;
  /** Adds η c to g_q. */
  addTo(q0: Vec, q1: Vec, du: Vec, gq: Vec): void;
  /** Adds 2 η dc/dq₁ to `out`, where `places` and `diagonal` say; writes the rest c dηᵀ. `slope` is d(2 g_q)/dq₁. */
  differentiate(slope: Matrix, places: Int32Array, diagonal: Int32Array, out: Vec): void;
  readonly rest: { readonly left: Vec; readonly right: Vec };
  /** Adds to `out` the sizes of terms that cancel in η c: V at both ends. */
  addSizes(out: Vec): void;
  /** Adds to `out` what the rounding of ΔV leaves in the force. */
  addRounding(out: Vec): void;
  /** Measures the noise of V along the step, once in each; is it more than was known? */
  measureAlong(): boolean;
  /** What g_q does beyond ΔV is taken away by η c: what rounding leaves of that; and what ΔV is off by, where its terms cancel. */
  unknownWork(q0: Vec, q1: Vec): number;
}

/** ε_g of Table I, relative to the factors of Δu·Δg. */
const NEARLY_ORTHOGONAL = 1e-12;

const ETA = 0;
const BELOW = 1;
const UNCERTAINTY = 2;
const CHANGE = 3;
/** |V| at both ends, where ΔV is their difference; else 0. */
const SIZE = 4;

/** The noise of V beside the start of the step, and along the step. */
const [BESIDE, ALONG] = [1, 2];

export function secantTerm(
  system: System,
  ends: Ends,
  denominator: "increment" | "force",
  directions: readonly Vec[],
): SecantTerm {
  const n = system.dof;
  const { discreteGradient } = system;
  const alongForce = denominator === "force";
  const withoutTranslations = freeTranslations(system, directions, ends);
  const c = new Float64Array(n);
  const right = new Float64Array(n);
  const increment = new Float64Array(n);
  const quartic = new Float64Array(n);
  const between = new Float64Array(n);
  const product = new Float64Array(n);
  const nearby = new Float64Array(n);
  const numbers = new Float64Array(5);

  // V at the start and its noise serve all trials of a step.
  const atStart = new Float64Array(n).fill(Number.NaN);
  const known = new Float64Array(3);
  const noiseAlong = potentialNoise(system);
  // The increment along which the noise has been measured. Another iterate may be far away, where V is large and so is its noise.
  const measured = new Float64Array(n);
  const isMeasuredAlong = () => known[ALONG] > 0 && areAlike(increment, measured);
  /** What V jumps by beside the start of the step, beyond its slope, and where that has been measured along the step. */
  const noise = (): number => {
    if (Number.isNaN(known[BESIDE])) {
      const expected = moveAside(atStart, ends.start.gradient, nearby);
      known[BESIDE] = Math.abs(system.potential(nearby) - known[0] - expected);
    }
    return isMeasuredAlong() ? Math.max(known[BESIDE], known[ALONG]) : known[BESIDE];
  };
  /** V(q₁) − V(q₀), and what is uncertain of it: an ulp of each, and NOISE. */
  const plainChange = (q0: Vec, q1: Vec): number => {
    if (!areEqual(atStart, q0)) {
      copy(q0, atStart);
      known[0] = system.potential(q0);
      known[BESIDE] = Number.NaN;
      known[ALONG] = 0;
    }
    const after = system.potential(q1);
    numbers[SIZE] = Math.abs(known[0]) + Math.abs(after);
    numbers[UNCERTAINTY] = Number.EPSILON * numbers[SIZE];
    return after - known[0];
  };

  /** ΔV between the ends as they are rounded: by the system's own difference where it has one, since that of two sums cancels; but
   *  between ends so far apart that its terms cancel more than those two, as the factors of exp(50 x) exp(−49 x) do, by the two. */
  const change = (q0: Vec, q1: Vec): number => {
    if (discreteGradient === null) return plainChange(q0, q1);
    if (discreteGradient.mayCancel === true && discreteGradient.rounding !== undefined) {
      discreteGradient.rounding(q0, q1, between);
      let cancelled = 0;
      for (let i = 0; i < n; i++) cancelled += between[i] * Math.abs(q1[i] - q0[i]);
      const plain = plainChange(q0, q1);
      if (numbers[UNCERTAINTY] + NOISE * noise() < cancelled) return plain;
    }
    numbers[UNCERTAINTY] = numbers[SIZE] = 0;
    discreteGradient.between(q0, q1, between);
    let sum = 0;
    for (let i = 0; i < n; i++) sum += between[i] * (q1[i] - q0[i]);
    return sum;
  };

  return {
    rest: { left: c, right },
    open() {
      // What an earlier step has found where it did not converge must not be seen, or a restart would not repeat its digits.
      if (known[ALONG] > 0) atStart.fill(Number.NaN);
    },
    forget: () => atStart.fill(Number.NaN),
    addTo(q0, q1, du, gq) {
      const done = keep(du, gq, increment, quartic);
      if (alongForce) subtract(ends.end.gradient, ends.start.gradient, c);
      else withoutTranslations(du, c);
      const product = dot(du, c);
      const least = alongForce ? NEARLY_ORTHOGONAL * Math.sqrt(dot(du, du) * dot(c, c)) : 0;
      const below = Math.abs(product) > least ? product : 0;
      numbers[CHANGE] = below === 0 ? 0 : change(q0, q1);
      const missing = below === 0 ? 0 : numbers[CHANGE] - done;
      // Divided by a small Δu, a difference of potentials that is all rounding would push at random.
      if (numbers[SIZE] > 0 && Math.abs(missing) > numbers[UNCERTAINTY]) numbers[UNCERTAINTY] += NOISE * noise();
      // Where V is not a number the step has no energy, and is none: η is not a number either.
      const isRounding = Math.abs(missing) <= numbers[UNCERTAINTY] && numbers[UNCERTAINTY] < Number.POSITIVE_INFINITY;
      const eta = below === 0 || isRounding ? 0 : missing / below; // (39)
      numbers[ETA] = eta;
      numbers[BELOW] = below;
      if (eta !== 0) axpy(eta, c, gq); // (38)
    },
    addSizes(out) {
      if (numbers[ETA] !== 0) addSizes(numbers[SIZE] / Math.abs(numbers[BELOW]), c, out);
    },
    differentiate(slope, places, diagonal, out) {
      const eta = numbers[ETA];
      const below = numbers[BELOW];
      right.fill(0);
      if (below === 0) return;
      // dη = (g₁ − g_q − (d g_q)ᵀ Δu − η d(Δu·c))/(Δu·c), and d(Δu·c) is Δg + K₁ Δu or 2 c.
      multiply(slope, increment, product);
      for (let i = 0; i < n; i++) right[i] = ends.end.gradient[i] - quartic[i] - product[i] / 2;
      if (alongForce) {
        const { stiffness } = ends.end;
        for (let j = 0; j < places.length; j++) out[places[j]] += 2 * eta * stiffness.values[j];
        multiply(stiffness, increment, product);
        for (let i = 0; i < n; i++) right[i] -= eta * (c[i] + product[i]);
      } else {
        for (let i = 0; i < n; i++) out[diagonal[i]] += 2 * eta;
        for (let i = 0; i < n; i++) right[i] -= 2 * eta * c[i];
      }
      for (let i = 0; i < n; i++) right[i] /= below;
    },
    addRounding(out) {
      if (numbers[BELOW] === 0) return;
      // The end is rounded, and V with it.
      let uncertainty = numbers[UNCERTAINTY];
      for (let i = 0; i < n; i++) uncertainty += Number.EPSILON * Math.abs(quartic[i] * ends.end.q[i]);
      const share = uncertainty / Math.abs(numbers[BELOW]);
      for (let i = 0; i < n; i++) out[i] += share * Math.abs(c[i]);
    },
    measureAlong() {
      if (numbers[BELOW] === 0 || numbers[SIZE] === 0 || isMeasuredAlong()) return false;
      const before = noise();
      known[ALONG] = noiseAlong(ends.start.q, increment);
      copy(increment, measured);
      numbers[UNCERTAINTY] = Number.EPSILON * numbers[SIZE] + NOISE * noise();
      return noise() > before;
    },
    unknownWork(q0, q1) {
      let unknown = 0;
      for (let i = 0; i < n; i++) {
        unknown += Number.EPSILON * Math.abs(increment[i]) * (Math.abs(quartic[i]) + Math.abs(numbers[ETA] * c[i]));
      }
      if (discreteGradient?.mayCancel !== true || numbers[BELOW] === 0) return unknown;
      return unknown + Math.abs(numbers[CHANGE] - (system.potential(q1) - system.potential(q0)));
    },
  };
}

/** Do they differ by no more than a part in a thousand? Beside a wall V changes by much more than its argument. */
function areAlike(x: Vec, y: Vec): boolean {
  let [square, apart] = [0, 0];
  for (let i = 0; i < x.length; i++) {
    square += x[i] * x[i];
    apart += (x[i] - y[i]) ** 2;
  }
  return 2 ** 20 * apart <= square;
}

/** Into `out`: the neighbour of q, two ulps away; by how much a slope lets V change on the way. */
function moveAside(q: Vec, slope: Vec, out: Vec): number {
  let expected = 0;
  for (let i = 0; i < q.length; i++) {
    const x = q[i];
    const next = x + 2 * Number.EPSILON * x;
    out[i] = next;
    expected += slope[i] * (next - x);
  }
  return expected;
}

/** Copies Δu and g_q; returns their product. */
function keep(du: Vec, gq: Vec, increment: Vec, quartic: Vec): number {
  let done = 0;
  for (let i = 0; i < du.length; i++) {
    const way = du[i];
    const force = gq[i];
    increment[i] = way;
    quartic[i] = force;
    done += way * force;
  }
  return done;
}

/** out += factor |c|, entry by entry. */
function addSizes(factor: number, c: Vec, out: Vec): void {
  for (let i = 0; i < out.length; i++) out[i] += factor * Math.abs(c[i]);
}

/** What x has of the translations along which no force acts at either end is taken away. Where V has walls, a force may act along some:
 *  then those across it are left, as along an inclined plane. */
function freeTranslations(system: System, directions: readonly Vec[], ends: Ends) {
  const count = directions.length;
  const [shift, before, after] = Array.from({ length: 3 }, () => new Float64Array(count));
  /** The unit vector of the force in the space of the translations, less what it has of another; zero if there is none. */
  const normalOf = (force: Vec, other: Vec | null, out: Vec) => {
    let terms = system.cancellingTerms ?? 0;
    for (let i = 0; i < force.length; i++) terms += Math.abs(force[i]);
    for (let k = 0; k < count; k++) out[k] = dot(directions[k], force);
    const whole = norm2(out);
    if (other !== null) axpy(-dot(other, out), other, out);
    const length = norm2(out);
    if (whole > FORCELESS * terms && length > PARALLEL * whole) scale(1 / length, out);
    else out.fill(0);
  };
  return (x: Vec, out: Vec) => {
    copy(x, out);
    if (count === 0) return;
    normalOf(ends.start.gradient, null, before);
    normalOf(ends.end.gradient, before, after);
    for (let k = 0; k < count; k++) shift[k] = dot(directions[k], x);
    // Two forces that are not parallel leave no translation that can be relied on; one alone, of a wall that is reached or left, leaves those across it.
    if (norm2(before) > 0 && norm2(after) > 0) return;
    axpy(-dot(before, shift), before, shift);
    axpy(-dot(after, shift), after, shift);
    for (let k = 0; k < count; k++) axpy(-shift[k], directions[k], out);
  };
}

/** A force along a translation, relative to its terms, that is none; and an angle between two that is none. */
const FORCELESS = 1e-12;
const PARALLEL = 1e-10;
