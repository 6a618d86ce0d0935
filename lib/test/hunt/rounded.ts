/** Vectors that carry the size of what they were made of, entry by entry.
 *
 *  An equation of a scheme is a sum of terms that has to vanish. Computed in double precision it does not, and how much may be left
 *  is not a matter of taste: every term is rounded to ε of its own size, and so is everything it was computed from. A `Rounded`
 *  has beside its value the sum of the absolute values of all that went into it; ε times that is its rounding, and an equation is
 *  fulfilled when its value is no more than TOLERATED roundings of its own entry. What counts:
 *
 *    a number of the state        its absolute value
 *    an increment q₁ − q₀         |q₀| + |q₁|; with compensated sums |Δq| alone, since what the sum rounds away is carried along
 *    a sum Σ c x                  Σ |c| size(x), so that terms that cancel leave their rounding behind: M ε|v|/h of an acceleration that
 *                                 is recovered from velocities, M ε|q|/h² of one recovered from positions
 *    a product A x                |A| size(x), row by row
 *    a force at a place Q         |∇V| + |∇²V(Q)| size(Q) + what cancels inside ∇V, and the same for loads and damping
 *
 *  No norms: an entry that is small beside its neighbours is held to its own rounding. */
import type { Matrix } from "../../src/core/matrix.js";
import type { Vec } from "../../src/core/vec.js";

export interface Rounded {
  readonly value: Vec;
  /** At least |value|. */
  readonly size: Vec;
}

/** Some operations a term, some dozens of terms: a scheme that is solved to rounding stays well below. */
export const TOLERATED = 100;

export const known = (value: Vec): Rounded => ({ value, size: value.map(Math.abs) });

export const zero = (n: number): Rounded => ({ value: new Float64Array(n), size: new Float64Array(n) });

/** Σ c x. */
export function sum(...terms: readonly (readonly [number, Rounded])[]): Rounded {
  const out = zero(terms[0][1].value.length);
  for (const [factor, { value, size }] of terms) {
    for (let i = 0; i < value.length; i++) {
      out.value[i] += factor * value[i];
      out.size[i] += Math.abs(factor) * size[i];
    }
  }
  return out;
}

/** The same value, made of more than it shows: terms that cancelled where it was computed. */
export function madeOf(x: Rounded, ...others: readonly (readonly [number, Rounded])[]): Rounded {
  return { value: x.value, size: sum([1, x], ...others).size };
}

/** A x. */
export function product({ pattern, values }: Matrix, x: Rounded): Rounded {
  const out = zero(pattern.size);
  for (let i = 0; i < pattern.size; i++) {
    for (let k = pattern.rowStart[i]; k < pattern.rowStart[i + 1]; k++) {
      out.value[i] += values[k] * x.value[pattern.column[k]];
      out.size[i] += Math.abs(values[k]) * x.size[pattern.column[k]];
    }
  }
  return out;
}

/** x·y with the size of its products. */
export function inner(x: Rounded, y: Rounded): { readonly value: number; readonly size: number } {
  let value = 0;
  let size = 0;
  for (let i = 0; i < x.value.length; i++) {
    value += x.value[i] * y.value[i];
    size += x.size[i] * Math.abs(y.value[i]) + Math.abs(x.value[i]) * y.size[i];
  }
  return { value, size };
}

/** How many roundings the worst entry is off. What is not a number is off without bound. */
export function roundings({ value, size }: Rounded): number {
  let worst = 0;
  for (let i = 0; i < value.length; i++) {
    if (!Number.isFinite(value[i])) return Number.POSITIVE_INFINITY;
    // Below the smallest normal number rounding is no longer relative.
    const unit = Number.EPSILON * size[i] + 2 ** -1022;
    worst = Math.max(worst, Math.abs(value[i]) / unit);
  }
  return worst;
}
