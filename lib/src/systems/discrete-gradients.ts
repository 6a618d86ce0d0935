/** Gradients over a finite step for systems that are written as functions, of the simplest potentials: from a divided difference of what V is made of,
 *  (U(b) − U(a))/(b − a), simplified until nothing cancels. Of an expression `potentialOf` derives them. */
import type { DiscreteGradient } from "../core/system.js";
import { fullPattern } from "../linalg/sparsity.js";

/** A function U of one number, by its divided difference. */
export interface DividedDifference {
  /** (U(b) − U(a))/(b − a), U′(a) where they coincide. */
  secant(a: number, b: number): number;
  /** Its derivative by b. */
  slope(a: number, b: number): number;
}

/** The same with r (U′(b) − U′(a)) in addition, U′(a) being secant(a, a). */
function resistingDifference({ secant, slope }: DividedDifference, r: number): DividedDifference {
  return {
    secant: (a, b) => secant(a, b) + r * (secant(b, b) - secant(a, a)),
    slope: (a, b) => slope(a, b) + 2 * r * slope(b, b),
  };
}

/** V = U(u) of one coordinate. */
export function lineGradient(difference: DividedDifference): DiscreteGradient {
  const { secant, slope } = difference;
  return {
    ofDistances: false,
    resisting: (r) => lineGradient(resistingDifference(difference, r)),
    between(a, b, out) {
      out[0] = secant(a[0], b[0]);
    },
    tangent: {
      symmetric: true,
      pattern: fullPattern(1),
      values(a, b, out) {
        out[0] = slope(a[0], b[0]);
      },
    },
  };
}

/** V = U(ρ) + c·q in the plane, ρ = x² + y². Since ρ(b) − ρ(a) = (a + b)·(b − a), the gradient is secant × (a + b) + c: it
 *  points to the centre from the middle of the step, and leaves the angular momentum alone.  [labudde1974], [gonzalez1996] */
export function centralGradient(
  difference: DividedDifference,
  uniform: readonly [number, number] | null = null,
): DiscreteGradient {
  const { secant, slope } = difference;
  const [cx, cy] = uniform ?? [0, 0];
  return {
    ofDistances: uniform === null,
    resisting: (r) => centralGradient(resistingDifference(difference, r), uniform),
    between(a, b, out) {
      const s = secant(a[0] * a[0] + a[1] * a[1], b[0] * b[0] + b[1] * b[1]);
      out[0] = s * (a[0] + b[0]) + cx;
      out[1] = s * (a[1] + b[1]) + cy;
    },
    tangent: {
      symmetric: false,
      pattern: fullPattern(2),
      values(a, b, out) {
        const before = a[0] * a[0] + a[1] * a[1];
        const after = b[0] * b[0] + b[1] * b[1];
        const s = secant(before, after);
        const t = slope(before, after);
        const x = a[0] + b[0];
        const y = a[1] + b[1];
        out[0] = s + 2 * t * x * b[0];
        out[1] = 2 * t * x * b[1];
        out[2] = 2 * t * y * b[0];
        out[3] = s + 2 * t * y * b[1];
      },
    },
  };
}
