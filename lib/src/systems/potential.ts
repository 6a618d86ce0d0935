/** Systems that move in a potential, M a + ∇V(q) = f, written down with as little as possible. */
import {
  type Constraints,
  type DiscreteGradient,
  type Expressed,
  energyOf,
  type Force,
  type Friction,
  type Invariant,
  type LocalTerms,
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
  gradientRounding?(q: Vec, out: Vec): void;
  readonly tangent: Tangent | null;
  readonly discreteGradient?: DiscreteGradient | null;
  /** V as an expression, if it was compiled from one. */
  readonly expression?: Expressed;
  /** V as a sum of terms in few coordinates, if it is one. */
  readonly terms?: LocalTerms | undefined;
  /** Of the force of a potential with conditions on the position: the lowest derivative that may jump. */
  readonly conditions?: () => number | null;
  readonly load?: Force | null;
  readonly damping?: Force | null;
  readonly friction?: Friction;
  readonly constraints?: Constraints;
  /** What is conserved besides the energy, which is listed when nothing does work. */
  readonly conserved?: readonly Invariant[];
}

export function potentialSystem(parts: PotentialParts): NonlinearSystem {
  const { labels, mass, potential, gradient, tangent, load = null, damping = null, conserved = [] } = parts;
  const { gradientRounding, discreteGradient = null, expression, terms, conditions, constraints } = parts;
  const friction = parts.friction?.contacts.length === 0 ? undefined : parts.friction;
  const dof = labels.length;
  const energy =
    load === null && damping === null && friction === undefined ? [energyOf({ dof, mass, potential })] : [];
  return {
    kind: "nonlinear",
    dof,
    labels,
    mass,
    potential,
    gradient,
    ...(gradientRounding !== undefined && { gradientRounding }),
    tangent,
    discreteGradient,
    ...(expression !== undefined && { expression }),
    ...(terms !== undefined && { terms }),
    ...(conditions !== undefined && { conditions }),
    load,
    damping,
    ...(friction !== undefined && { friction }),
    ...(constraints !== undefined && { constraints }),
    invariants: [...energy, ...conserved],
  };
}
