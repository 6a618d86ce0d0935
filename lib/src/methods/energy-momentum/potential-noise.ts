/** What V, as it is computed, jumps by from one place to the next: its rounding errors, which no derivative knows. Measured along a step, where it matters. */
import type { System } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";

/** So many short ways along the step, V being taken at both ends of each. */
const PROBES = 16;
/** The longest of them, in parts of the step: between its ends the trapezoidal rule is right to ε Δu³ V‴/12. The others are shorter, each by another part: where V is a whole
 *  number of roundings apart between the ends of one, it is not between those of all. */
const SHORT = 2 ** -16;
/** The largest ones are left out: a kink of V is met by one of them, or two. */
const OUTLIERS = 2;

/** The noise of V between q and q + du. Where V is not a number on the way, nothing is said. */
export function potentialNoise(system: System): (q: Vec, du: Vec) => number {
  const { dof } = system;
  const [a, b, slope, other] = Array.from({ length: 4 }, () => new Float64Array(dof));
  const jumps = new Float64Array(PROBES);
  return (q, du) => {
    for (let k = 0; k < PROBES; k++) {
      const part = (k + 1) / PROBES;
      for (let i = 0; i < dof; i++) {
        a[i] = q[i] + part * (1 - SHORT) * du[i];
        b[i] = q[i] + part * du[i];
      }
      system.gradient(a, slope);
      system.gradient(b, other);
      let expected = 0;
      for (let i = 0; i < dof; i++) expected += 0.5 * (slope[i] + other[i]) * (b[i] - a[i]);
      const jump = Math.abs(system.potential(b) - system.potential(a) - expected);
      jumps[k] = jump < Number.POSITIVE_INFINITY ? jump : 0;
    }
    jumps.sort();
    return jumps[PROBES - 1 - OUTLIERS];
  };
}
