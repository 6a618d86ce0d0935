/** Viscous damping of solids and frames: in proportion to mass and stiffness at rest (Rayleigh), by modes, and by dashpots. The stiffness at rest
 *  turns with nobody: damping in proportion to it also resists the rotation of a body as a whole. */
import type { Matrix } from "../../core/matrix.js";
import type { Mass } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { combination } from "../../linalg/matrix.js";
import { modalDamping, type ProportionalDamping, rayleighDamping } from "../../systems/damping.js";

export interface DampedParts {
  readonly damping: ProportionalDamping | null;
  readonly mass: Pick<Mass, "matrix">;
  /** K at rest, of the degrees of freedom, and its product with displacements of all nodes. */
  stiffness(): Matrix;
  /** The dashpots' viscosity; null: none. */
  readonly dashpots: Matrix | null;
}

/** C; null: nothing is damped. */
export function viscosityOf({ damping, mass, stiffness, dashpots }: DampedParts): Matrix | null {
  const spread =
    damping === null
      ? null
      : damping.kind === "modal"
        ? modalDamping(mass, stiffness(), damping.ratio)
        : rayleighDamping(mass, stiffness(), damping.mass, damping.stiffness);
  const parts = [spread, dashpots].filter((part) => part !== null);
  if (parts.length <= 1) return parts[0] ?? null;
  return combination([1, 1], parts);
}

/** C w for a motion w of the supports: modes know nothing of those. */
export function dampingOf(
  damping: ProportionalDamping | null,
  mass: (w: Vec) => Vec,
  stiffness: (w: Vec) => Vec,
  dashpots: ((w: Vec) => Vec) | null,
): ((w: Vec) => Vec) | null {
  const rayleigh = damping?.kind === "rayleigh" ? damping : null;
  if (rayleigh === null && dashpots === null) return null;
  return (w) => {
    const sum = dashpots?.(w) ?? null;
    if (rayleigh === null) return sum as Vec;
    const inertial = mass(w);
    const elastic = stiffness(w);
    return inertial.map((m, i) => rayleigh.mass * m + rayleigh.stiffness * elastic[i] + (sum?.[i] ?? 0));
  };
}
