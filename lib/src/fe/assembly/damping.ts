/** Viscous damping of solids and frames: in proportion to mass and stiffness at rest (Rayleigh), by modes, and by dashpots. The stiffness at rest
 *  does not turn with the body: damping in proportion to it also resists the rotation of a body as a whole. */
import type { Matrix } from "../../core/matrix.js";
import type { Mass } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { combination, multiply } from "../../linalg/matrix.js";
import { modalDamping, type ProportionalDamping, rayleighDamping } from "../../systems/damping.js";

export interface DampedParts {
  readonly damping: ProportionalDamping | null;
  readonly mass: Pick<Mass, "matrix">;
  /** K at rest, of the degrees of freedom, and its product with displacements of all nodes. */
  stiffness(): Matrix;
  /** The dashpots' viscosity; null: none. */
  readonly dashpots: Matrix | null;
}

/** C of damping by modes; null: there is none. */
export function modalViscosity({ damping, mass, stiffness }: Omit<DampedParts, "dashpots">): Matrix | null {
  return damping?.kind === "modal" ? modalDamping(mass, stiffness(), damping.ratio) : null;
}

/** C; null: nothing is damped. */
export function viscosityOf(damped: DampedParts, modal = modalViscosity(damped)): Matrix | null {
  const { damping, mass, stiffness, dashpots } = damped;
  const spread =
    damping?.kind === "rayleigh" ? rayleighDamping(mass, stiffness(), damping.mass, damping.stiffness) : modal;
  const parts = [spread, dashpots].filter((part) => part !== null);
  if (parts.length <= 1) return parts[0] ?? null;
  return combination([1, 1], parts);
}

/** −C r, of the displacements r to which a pattern w of the supports carries a body. */
export const againstModes =
  (modal: Matrix, reach: (w: Vec) => Vec) =>
  (w: Vec): Vec => {
    const out = new Float64Array(modal.pattern.size);
    multiply(modal, reach(w), out);
    return out.map((x) => -x);
  };

/** C w for a motion w of the supports. Modes are those of the body whose supports stand still: a body that follows them slowly is damped by
 *  none, so that `modal` is −C r with the displacements r to which they carry it. */
export function dampingOf(
  damping: ProportionalDamping | null,
  mass: (w: Vec) => Vec,
  stiffness: (w: Vec) => Vec,
  dashpots: ((w: Vec) => Vec) | null,
  modal: ((w: Vec) => Vec) | null,
): ((w: Vec) => Vec) | null {
  const rayleigh = damping?.kind === "rayleigh" ? damping : null;
  const others = [dashpots, modal].filter((part) => part !== null);
  if (rayleigh === null && others.length === 0) return null;
  return (w) => {
    const parts = others.map((part) => part(w));
    const sum = parts.length === 0 ? null : parts.reduce((total, part) => total.map((x, i) => x + part[i]));
    if (rayleigh === null) return sum as Vec;
    const inertial = mass(w);
    const elastic = stiffness(w);
    return inertial.map((m, i) => rayleigh.mass * m + rayleigh.stiffness * elastic[i] + (sum?.[i] ?? 0));
  };
}
