/** Supports with prescribed displacements. The displacements of all nodes are u = q + Σ w_s s(t), one pattern w_s for each motion.
 *
 *  In frames and linear solids w_s is one at the prescribed directions and zero elsewhere: q is what the other nodes do, and feels
 *  −K w s − C w ṡ − M w s̈. At large strain that would leave V(q) of a solid whose supports have not moved, which may be torn; there the
 *  pattern goes on into the solid as it would at rest, so that V(q) is the energy of the deviation from that, and what the motion adds is a
 *  force that depends on time, ∇V(q) − ∇V(q + Σ w s). Where all supports have the same motion it vanishes. */

import { kinksOfAll } from "../../core/kinks.js";
import type { Sparsity } from "../../core/matrix.js";
import type { Signal } from "../../core/signal.js";
import type { Force, TimeLoad } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { smoothLoad } from "../../systems/loads.js";
import type { Dofs } from "../assembly/dofs.js";
import type { NodalSupport } from "./supports.js";

export interface Motion {
  readonly signal: Signal;
  /** w_s, of all nodes in use. */
  readonly pattern: Vec;
}

/** One motion for each signal, with the directions that it prescribes. */
export function motionsOf(supports: readonly NodalSupport[], dofs: Dofs<number>): Motion[] {
  const { place, directions, axes, nodes } = dofs;
  const bySignal = new Map<Signal, Vec>();
  for (const { nodes: moved, direction, motion } of supports) {
    const axis = axes.indexOf(direction);
    if (motion === null || axis < 0) continue;
    const pattern = bySignal.get(motion) ?? new Float64Array(nodes.length * directions);
    for (let k = 0; k < moved.length; k++) {
      const at = place[moved[k]];
      if (at >= 0) pattern[at * directions + axis] = 1;
    }
    bySignal.set(motion, pattern);
  }
  return [...bySignal].map(([signal, pattern]) => ({ signal, pattern }));
}

/** out += Σ w_s dᵏs/dtᵏ. */
export function addMotion(motions: readonly Motion[], k: number, t: number, out: Vec): void {
  for (const { signal, pattern } of motions) {
    const now = signal.derivative(k, t, 1);
    if (now !== 0) for (let i = 0; i < out.length; i++) out[i] += now * pattern[i];
  }
}

/** What acts on the free directions for a pattern of displacements, velocities or accelerations; null: nothing. */
export interface Reactions {
  readonly stiffness: ((w: Vec) => Vec) | null;
  readonly damping: ((w: Vec) => Vec) | null;
  readonly mass: ((w: Vec) => Vec) | null;
}

/** −K w s − C w ṡ − M w s̈, with all derivatives. */
export function prescribedLoad(motions: readonly Motion[], { stiffness, damping, mass }: Reactions): TimeLoad {
  const felt = motions.map(({ signal, pattern }) => ({
    signal,
    forces: [stiffness, damping, mass].map((part) => part?.(pattern) ?? null),
  }));
  // Where a path has a corner, its acceleration jumps: all kinks may be jumps.
  const { jumps: _, ...times } = kinksOfAll(motions.map(({ signal }) => signal));
  const load = smoothLoad((k, t, side, out) => {
    for (const { signal, forces } of felt) {
      forces.forEach((force, order) => {
        if (force === null) return;
        const now = signal.derivative(k + order, t, side);
        if (now !== 0) for (let i = 0; i < out.length; i++) out[i] -= now * force[i];
      });
    }
  });
  return { ...load, ...times };
}

/** A potential that can be looked at with its fixed directions anywhere. */
export interface MovedPotential {
  readonly pattern: Sparsity;
  /** ∇V and ∇²V at q with the supports at rest (t = null) or where they are. */
  gradient(t: number | null, q: Vec, out: Vec): void;
  tangent(t: number | null, q: Vec, out: Vec): void;
}

/** ∇V(q) − ∇V(q + Σ w s(t)). */
export function movedForce({ pattern, gradient, tangent }: MovedPotential): Force {
  const [still, moved] = [new Float64Array(pattern.size), new Float64Array(pattern.size)];
  const stiffness = new Float64Array(pattern.column.length);
  return {
    addTo(t, q, _v, out) {
      gradient(null, q, still);
      gradient(t, q, moved);
      for (let i = 0; i < out.length; i++) out[i] += still[i] - moved[i];
    },
    byPosition: {
      pattern,
      symmetric: true,
      values(t, q, _v, out) {
        tangent(null, q, out);
        tangent(t, q, stiffness);
        for (let j = 0; j < out.length; j++) out[j] -= stiffness[j];
      },
    },
    byVelocity: null,
  };
}
