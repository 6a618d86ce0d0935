/** The force where a stage is, and not where its position is rounded to. They differ by K δ to first order, δ being what the position was
 *  rounded by. Errors of that size, an ulp of q times the stiffness, have a mean that is not quite zero (some 10⁻⁴ of an ulp), and over 10⁶
 *  steps momenta drift by it; with K δ in the residual what is left is smaller by a factor h (docs/topics/rounding.md).
 *
 *  K is taken from the matrix of the step, J = m M + c K, as it was assembled last. Before there is one in a step, nothing is added: what
 *  an earlier step left must not be seen, or a restart would not repeat its digits. */
import type { Sparsity } from "../core/matrix.js";
import type { System } from "../core/system.js";
import type { Vec } from "../core/vec.js";
import { multiply } from "../linalg/matrix.js";
import { comesInTriples } from "../linalg/triples.js";
import { addRoundedPlace } from "./stage-loops.js";

export interface PlaceRounding {
  /** J has been assembled, with these m and c. */
  enter(m: number, c: number): void;
  /** A new step begins. */
  forget(): void;
  /** out += weight · factor K δ, if J is known; entry by entry, and where factor K δ is no more than rounding of the force. `out` may be the force; its entries
   *  begin at `first`. */
  addTo(delta: Vec, factor: number, force: Vec, weight: number, out: Vec, first?: number): void;
}

/** In units of ε. More than this has nothing to do with rounding: J is that of a stiffer place, or the step is so long that q is a difference of
 *  large numbers. A residual must not be made small by it. */
export const MOST_ROUNDING = 8 * Number.EPSILON;

/** `values`: where J is assembled. */
export function placeRounding({ dof, mass }: System, pattern: Sparsity, values: Vec): PlaceRounding {
  const { diagonal } = mass;
  const triples = comesInTriples(pattern);
  const [product, inertia] = [new Float64Array(dof), new Float64Array(dof)];
  const J = { pattern, values };
  const made = new Float64Array(2);
  return {
    enter(m, c) {
      made[0] = m;
      made[1] = c;
    },
    forget() {
      made[1] = 0;
    },
    addTo(delta, factor, force, weight, out, first = 0) {
      const m = made[0];
      const c = made[1];
      if (c === 0) return;
      if (diagonal !== null && !triples) {
        addRoundedPlace(pattern, values, diagonal, m, delta, factor / c, MOST_ROUNDING, force, weight, out, first);
        return;
      }
      multiply(J, delta, product);
      if (m !== 0) {
        mass.apply(delta, inertia);
        for (let i = 0; i < dof; i++) product[i] -= m * inertia[i];
      }
      for (let i = 0; i < dof; i++) {
        const change = (factor / c) * product[i];
        if (Math.abs(change) <= MOST_ROUNDING * Math.abs(force[i])) out[first + i] += weight * change;
      }
    },
  };
}
