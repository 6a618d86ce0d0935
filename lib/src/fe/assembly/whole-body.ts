/** The energies of a solid or a frame with its moving supports: those of the displacements u and velocities u̇ of all nodes in use. */
import { kinksOfAll } from "../../core/kinks.js";
import type { Matrix } from "../../core/matrix.js";
import type { View } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import type { Whole } from "../../core/whole.js";
import { multiply } from "../../linalg/matrix.js";
import { dot } from "../../linalg/vec.js";
import type { ProportionalDamping } from "../../systems/damping.js";
import type { LagOfCondensed } from "../../systems/massless.js";
import { addMotion, type Motion } from "../boundary/prescribed-motion.js";
import { type Dofs, spread } from "./dofs.js";

export interface WholeBody {
  readonly dofs: Dofs<number>;
  readonly motions: readonly Motion[];
  /** Where coordinates were eliminated: all that are free. */
  readonly view: View | null;
  /** Where some of these lag behind the loads on them. */
  readonly lag: LagOfCondensed | null;
  /** ½ u̇ᵀM u̇. */
  kinetic(rate: Vec): number;
  /** V(u). */
  stored(u: Vec): number;
  /** ½ uᵀK u with the stiffness at rest, and ½ u̇ᵀC u̇ of the dashpots. */
  elastic(u: Vec): number;
  dashpots(rate: Vec): number;
  readonly damping: ProportionalDamping | null;
  /** Of damping by modes: C of all free directions, and where each motion carries these (null: the free coordinates are measured from there). */
  readonly modal: { readonly viscosity: Matrix; readonly reach: readonly Vec[] | null } | null;
}

export function wholeBody(body: WholeBody): Whole {
  const { dofs, motions, view, lag, kinetic, stored, elastic, dashpots, damping, modal } = body;
  const [q, v, product] = Array.from({ length: 3 }, () => new Float64Array(dofs.free.length));
  const u = new Float64Array(dofs.nodes.length * dofs.directions);
  /** Displacements (k = 0) or velocities (1). */
  const nodal = (k: 0 | 1, t: number): Vec => {
    u.fill(0);
    spread(dofs.free, k === 0 ? q : v, u);
    addMotion(motions, k, t, u);
    return u;
  };
  /** What damping by modes takes out, of the motion relative to where the supports carry the body. */
  const modalPower = (t: number, viscosity: Matrix, reach: readonly Vec[] | null): number => {
    reach?.forEach((carried, k) => {
      const speed = motions[k].signal.derivative(1, t, 1);
      for (let i = 0; i < v.length; i++) v[i] -= speed * carried[i];
    });
    multiply(viscosity, v, product);
    return dot(v, product);
  };
  const moveTo = (t: number, freeQ: Vec, freeV: Vec, seen = view) => {
    if (seen === null) {
      q.set(freeQ);
      v.set(freeV);
    } else seen.expand({ t, q: freeQ, v: freeV }, q, v);
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
    kinks: kinksOfAll(motions.map(({ signal }) => signal)).kinks,
    ...(lag !== null && { lagging: lag.dissipated }),
    dissipation(t, freeQ, freeV) {
      moveTo(t, freeQ, freeV, lag?.still ?? view);
      const rate = nodal(1, t);
      const { mass, stiffness } = damping?.kind === "rayleigh" ? damping : { mass: 0, stiffness: 0 };
      const spreadOut = (mass === 0 ? 0 : mass * kinetic(rate)) + (stiffness === 0 ? 0 : stiffness * elastic(rate));
      const power = 2 * (spreadOut + dashpots(rate));
      return modal === null ? power : power + modalPower(t, modal.viscosity, modal.reach);
    },
  };
}
