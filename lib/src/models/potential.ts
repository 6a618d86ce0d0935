/** Systems that move in a potential, M a + ∇V(q) = f, written down with as little as possible. */
import {
  type DiscreteGradient,
  energyOf,
  type Force,
  type Invariant,
  type Mass,
  type NonlinearSystem,
  type Tangent,
} from "../core/system.js";
import type { Vec } from "../core/vec.js";

export interface PotentialParts {
  readonly labels: readonly string[];
  readonly mass: Mass;
  potential(q: Vec): number;
  gradient(q: Vec, out: Vec): void;
  readonly tangent: Tangent | null;
  readonly discreteGradient?: DiscreteGradient | null;
  readonly load?: Force | null;
  readonly damping?: Force | null;
  /** What is conserved besides the energy, which is listed when nothing does work. */
  readonly conserved?: readonly Invariant[];
}

export function potentialSystem(parts: PotentialParts): NonlinearSystem {
  const { labels, mass, potential, gradient, tangent, load = null, damping = null, conserved = [] } = parts;
  const { discreteGradient = null } = parts;
  const dof = labels.length;
  const energy = load === null && damping === null ? [energyOf({ dof, mass, potential })] : [];
  return {
    kind: "nonlinear",
    dof,
    labels,
    mass,
    potential,
    gradient,
    tangent,
    discreteGradient,
    load,
    damping,
    invariants: [...energy, ...conserved],
  };
}
