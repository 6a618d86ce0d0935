/** Holds the energy of a conservative system where rounding would let it wander.
 *
 *  A step that keeps the energy exactly still rounds: positions, velocities, and what Newton's iteration could not see. Each error
 *  is a few ulps; over 10⁵ steps they add up to a walk of 10⁻¹², or to a drift where they have a preferred sign. So the
 *  energy at the end of a step is compared with that of the start of the run, and the change of velocity Δv of the step is
 *  scaled by 1 + ε to make up for the difference:
 *
 *      ε Δv·M v₁ = E₀ − E₁
 *
 *  Along Δv, because what the forces of the step may not change, ε times them does not change either: linear momentum, and
 *  angular momentum but for a part of ε of the size of the rotation in half a step. ε Δv is never more than a few ulps of the
 *  largest velocity, and zero while the difference is within the rounding of the energies themselves, or too large to be
 *  rounding at all: nothing larger can be hidden. A scheme that loses energy goes on losing it. */
import { isConservative, type Problem } from "../core/system.js";
import type { Vec } from "../core/vec.js";
import { dot, normInf } from "../linalg/vec.js";

export interface EnergyHold {
  /** The energy to be held. */
  readonly memory: readonly Vec[];
  /** Do these energies miss the one to be held by more than their own rounding, and by less than could be no rounding? */
  misses(kinetic: number, potential: number): boolean;
  /** Corrects v, the velocity at the end q of a step in which it changed by dv. */
  settle(q: Vec, v: Vec, dv: Vec): void;
}

/** Below this the difference of two energies says nothing. */
const BLUR = 2 * Number.EPSILON;
/** And above this, relative to the energy, it is no rounding: a loss, or a state that has nothing to do with the run's start. */
const LOSS = 2 ** -33;
/** What a step may be corrected by, relative to the largest velocity. */
const MOST = 16 * Number.EPSILON;

/** Nothing is held where something does work. */
export function energyHold({ system, q0, v0 }: Problem): EnergyHold {
  const { mass, potential } = system;
  const momentum = new Float64Array(system.dof);
  if (!isConservative(system)) return { memory: [], misses: () => false, settle() {} };
  mass.apply(v0, momentum);
  const held = Float64Array.of(dot(v0, momentum) / 2 + potential(q0));
  const misses = (kinetic: number, stored: number): boolean => {
    const missing = Math.abs(held[0] - (kinetic + stored));
    const size = kinetic + Math.abs(stored);
    return missing > BLUR * size && missing < LOSS * size;
  };
  return {
    memory: [held],
    misses,
    settle(q, v, dv) {
      mass.apply(v, momentum);
      const kinetic = dot(v, momentum) / 2;
      const stored = potential(q);
      if (!misses(kinetic, stored)) return;
      const power = dot(momentum, dv);
      const largest = (MOST * normInf(v)) / normInf(dv);
      if (power === 0 || !Number.isFinite(largest)) return;
      const share = Math.max(-largest, Math.min(largest, (held[0] - (kinetic + stored)) / power));
      for (let i = 0; i < v.length; i++) v[i] += share * dv[i];
    },
  };
}
