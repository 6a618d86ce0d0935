/** How far the motion of supports reaches into a solid at large strain: as far as it would slowly and at rest, K w = 0 on the free
 *  directions. A solid all of whose supports have the same prescribed displacement moves with them, without strain. */

import type { Mass } from "../../core/system.js";
import type { WithThreads } from "../../core/threads.js";
import type { Vec } from "../../core/vec.js";
import { analyze } from "../../linalg/factorization.js";
import { combination, diagonalOf } from "../../linalg/matrix.js";
import type { Dofs } from "../assembly/dofs.js";
import type { AtRest } from "../assembly/linearised.js";
import type { Motion } from "./prescribed-motion.js";

/** Motions that no support restrains may be rigid: then K has no inverse, and a little of M stands in. */
const SHARE_OF_MASS = 1e-9;

export interface Carried {
  readonly motions: readonly Motion[];
  /** Do all of them leave the solid without strain? */
  readonly rigid: boolean;
}

export function carried(
  motions: readonly Motion[],
  rest: AtRest,
  mass: Mass,
  dofs: Dofs,
  helped: WithThreads,
): Carried {
  const whole = motions.map(({ signal, pattern }) => ({ signal, pattern: rigidly(pattern, dofs) }));
  if (whole.every(({ pattern }) => pattern !== null)) return { motions: whole as Motion[], rigid: true };
  const reach = reachOf(rest, mass, helped);
  return {
    rigid: false,
    motions: motions.map(({ signal, pattern }, k) => {
      const known = whole[k].pattern;
      if (known !== null) return { signal, pattern: known };
      const reached = pattern.slice();
      const free = reach(pattern);
      dofs.free.forEach((at, i) => {
        reached[at] = free[i];
      });
      return { signal, pattern: reached };
    }),
  };
}

/** Where the free directions would be, slowly and at rest, with the supports displaced by a pattern w: −K⁻¹ K w. */
export function reachOf(
  { matrix: stiffnessOf, force }: AtRest,
  mass: Pick<Mass, "matrix">,
  helped: WithThreads,
): (w: Vec) => Vec {
  const stiffness = stiffnessOf();
  const scale = largest(diagonalOf(stiffness)) / largest(diagonalOf(mass.matrix));
  const matrix = combination([1, SHARE_OF_MASS * scale], [stiffness, mass.matrix]);
  const factorization = analyze(matrix.pattern, true, helped);
  factorization.factor(matrix.values);
  return (w) => {
    const pull = force(w);
    factorization.solve(pull, pull);
    return pull.map((x) => -x);
  };
}

/** The pattern of a solid that moves along as a whole; null where something else is fixed in a direction that is prescribed. */
function rigidly(pattern: Vec, { directions, dof }: Dofs): Vec | null {
  const out = pattern.slice();
  for (let d = 0; d < directions; d++) {
    let prescribed = 0;
    let fixed = 0;
    for (let at = d; at < dof.length; at += directions) {
      if (pattern[at] !== 0) prescribed++;
      else if (dof[at] < 0) fixed++;
    }
    if (prescribed === 0) continue;
    if (fixed > 0) return null;
    for (let at = d; at < dof.length; at += directions) out[at] = 1;
  }
  return out;
}

const largest = (values: Vec) => values.reduce((max, x) => Math.max(max, Math.abs(x)), 0);
