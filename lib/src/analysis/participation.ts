/** How much of a motion of the ground goes into each mode.                                            [chopra2012, §13.1]
 *
 *  With r the displacement of the coordinates under a unit displacement of the ground and shapes scaled to xᵀ M x = 1, the participation factor is
 *  Γ = xᵀ M r and the effective mass Γ²; over all modes effective masses add up to (M r)ᵀ M⁻¹ (M r), the mass that the motion of the ground moves. */
import type { Mass } from "../core/system.js";
import type { Vec } from "../core/vec.js";
import { dot } from "../linalg/vec.js";
import type { Mode } from "./modes.js";

export interface Participation {
  /** Γ of each mode. */
  readonly factors: readonly number[];
  /** Γ² of each mode. */
  readonly effectiveMasses: readonly number[];
  /** Of all modes together. */
  readonly total: number;
}

/** `influence`: r, of the coordinates. */
export function participation(
  mass: Pick<Mass, "apply" | "solve">,
  modes: readonly Pick<Mode, "shape">[],
  influence: Vec,
): Participation {
  const inertia = new Float64Array(influence.length);
  mass.apply(influence, inertia);
  return participationOf(mass, modes, inertia);
}

/** `inertia`: M r on the coordinates. Where masses couple these to supports, that is more than the matrix of the coordinates knows. */
export function participationOf(
  mass: Pick<Mass, "solve">,
  modes: readonly Pick<Mode, "shape">[],
  inertia: Vec,
): Participation {
  const factors = modes.map(({ shape }) => dot(shape, inertia));
  const moved = new Float64Array(inertia.length);
  mass.solve(inertia, moved);
  return { factors, effectiveMasses: factors.map((factor) => factor * factor), total: dot(inertia, moved) };
}
