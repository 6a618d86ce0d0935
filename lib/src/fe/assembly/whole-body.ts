/** The energies of a solid or a frame with its moving supports: those of the displacements u and velocities u̇ of all nodes in use. */
import type { Matrix } from "../../core/matrix.js";
import type { View } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import type { Whole } from "../../core/whole.js";
import { multiply } from "../../linalg/matrix.js";
import { dot } from "../../linalg/vec.js";
import type { ProportionalDamping } from "../../systems/damping.js";
import { addMotion, type Motion } from "../boundary/prescribed-motion.js";
import { type Dofs, spread } from "./dofs.js";

export interface WholeBody {
  readonly dofs: Dofs<number>;
  readonly motions: readonly Motion[];
  /** Where coordinates were eliminated: all that are free. */
  readonly view: View | null;
  /** ½ u̇ᵀM u̇. */
  kinetic(rate: Vec): number;
  /** V(u). */
  stored(u: Vec): number;
  /** ½ uᵀK u with the stiffness at rest, and ½ u̇ᵀC u̇ of the dashpots. */
  elastic(u: Vec): number;
  dashpots(rate: Vec): number;
  readonly damping: ProportionalDamping | null;
  /** C of all free directions; null: nothing is damped. */
  readonly viscosity: Matrix | null;
}

export function wholeBody(body: WholeBody): Whole {
  const { dofs, motions, view, kinetic, stored, elastic, dashpots, damping, viscosity } = body;
  const [q, v, product] = Array.from({ length: 3 }, () => new Float64Array(dofs.free.length));
  const u = new Float64Array(dofs.nodes.length * dofs.directions);
  /** Displacements (k = 0) or velocities (1); of supports that stand still where t is null. */
  const nodal = (k: 0 | 1, t: number | null): Vec => {
    u.fill(0);
    spread(dofs.free, k === 0 ? q : v, u);
    if (t !== null) addMotion(motions, k, t, u);
    return u;
  };
  const moveTo = (t: number, freeQ: Vec, freeV: Vec) => {
    if (view === null) {
      q.set(freeQ);
      v.set(freeV);
    } else view.expand({ t, q: freeQ, v: freeV }, q, v);
  };
  return {
    kinetic(t, freeQ, freeV) {
      moveTo(t, freeQ, freeV);
      return kinetic(nodal(1, t));
    },
    potential(t, freeQ, freeV) {
      moveTo(t, freeQ, freeV);
      return stored(nodal(0, t));
    },
    dissipation(t, freeQ, freeV) {
      moveTo(t, freeQ, freeV);
      if (damping?.kind === "modal" && viscosity !== null) {
        // Modes are those of the body whose supports stand still: only the dashpots know that they move.
        multiply(viscosity, v, product);
        return dot(v, product) + 2 * (dashpots(nodal(1, t)) - dashpots(nodal(1, null)));
      }
      const rate = nodal(1, t);
      const { mass, stiffness } = damping?.kind === "rayleigh" ? damping : { mass: 0, stiffness: 0 };
      const spreadOut = (mass === 0 ? 0 : mass * kinetic(rate)) + (stiffness === 0 ? 0 : stiffness * elastic(rate));
      return 2 * (spreadOut + dashpots(rate));
    },
  };
}
