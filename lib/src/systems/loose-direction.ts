/** Where a structure with a singular stiffness moves without resistance. The pivot that vanishes is that of whichever row came last; what
 *  moves is the null vector, found by inverse iteration with a stiffness that is a billionth stiffer. */
import type { Sparsity } from "../core/matrix.js";
import { startingVector } from "../core/random.js";
import type { WithThreads } from "../core/threads.js";
import type { Vec } from "../core/vec.js";
import { analyze } from "../linalg/factorization.js";
import { entryAt } from "../linalg/sparsity.js";
import { normInf, scale } from "../linalg/vec.js";

/** The degree of freedom that moves most; null where even that has no factor. */
export function looseDirection(pattern: Sparsity, values: Vec, helped: WithThreads = {}): number | null {
  const { size } = pattern;
  const places = Array.from({ length: size }, (_, i) => entryAt(pattern, i, i));
  const largest = places.reduce((most, at) => Math.max(most, at < 0 ? 0 : Math.abs(values[at])), 0);
  const stiffened = values.slice();
  for (const at of places) if (at >= 0) stiffened[at] += 1e-9 * largest;
  const factors = analyze(pattern, true, helped);
  if (factors.factor(stiffened) !== null) return null;
  // Any start will do that is not across the null vector.
  const x = startingVector(size).map((each) => 1 + 0.5 * each);
  for (let k = 0; k < 3; k++) {
    if (factors.solve(x, x) !== null) return null;
    scale(1 / normInf(x), x);
  }
  return x.reduce((best, each, i) => (Math.abs(each) > Math.abs(x[best]) ? i : best), 0);
}
