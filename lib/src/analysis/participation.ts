/** How much of a motion of the ground goes into each mode.                                            [chopra2012, §13.1]
 *
 *  With r the displacement of the coordinates under a unit displacement of the ground and shapes scaled to xᵀ M x = 1, the participation factor is
 *  Γ = xᵀ M r and the effective mass Γ²; over all modes effective masses add up to rᵀ M r, the mass that the motion of the ground moves. */
import type { Mass } from "../core/system.js";
import type { Vec } from "../core/vec.js";
import { dot } from "../linalg/vec.js";
import type { Mode } from "./modes.js";

export interface Participation {
  /** Γ of each mode. */
  readonly factors: readonly number[];
  /** Γ² of each mode. */
  readonly effectiveMasses: readonly number[];
  /** rᵀ M r. */
  readonly total: number;
}

export function participation(
  mass: Pick<Mass, "apply">,
  modes: readonly Pick<Mode, "shape">[],
  influence: Vec,
): Participation {
  const momentum = new Float64Array(influence.length);
  mass.apply(influence, momentum);
  const factors = modes.map(({ shape }) => dot(shape, momentum));
  return { factors, effectiveMasses: factors.map((factor) => factor * factor), total: dot(influence, momentum) };
}
