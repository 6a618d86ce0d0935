/** The compensated load as another solver reads it: one value a step, and no one there to start it anew where the load has a kink.
 *                                                                                [derived in docs/topics/higher-order.md]
 *  Where F' jumps by ΔF' at a step point, the velocity v̂ that belongs to the motion jumps by V₁ΔF' (V₁ ≈ (1/6 − β) h² M⁻¹). A single value p
 *  added to F̂ there is an impulse h p: p = M̂ V₁ΔF'/h makes the scheme's velocity jump by as much. Besides, F̂ itself is the mean of
 *  its two limits. For a record without damping that is F̂ₙ + (1/6 − β) δ²Fₙ; at its ends δ² = 0. Displacements at later step points are
 *  then of fourth order for any β, as with two-sided limits; the one at the kink itself is off by β h² M̂⁻¹p, of third order. */

import { derivativesOf } from "../../core/load-derivatives.js";
import { isKink } from "../../core/load-kinks.js";
import type { TimeLoad } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { multiplyAdd } from "../../linalg/matrix.js";
import { apply } from "../../linalg/square.js";
import { compensatedLoad, type SidedLoad } from "./compensated-newmark.js";
import type { Compensation } from "./compensation.js";

export interface StepPoints {
  readonly t0: number;
  readonly h: number;
  readonly steps: number;
}

/** F̂ at t0, t0 + h, … t0 + steps h. */
export function sampledLoad(load: TimeLoad, parts: Compensation, points: StepPoints): Vec[] {
  const n = parts.mass.pattern.size;
  const jump = parts.velocity?.loads[1] ?? null;
  const velocities = new Float64Array(n);
  const kick: Kick = (slopes, out) => {
    if (jump === null) return;
    apply(n, jump, slopes, velocities);
    multiplyAdd(parts.mass, velocities, 1 / points.h, out);
  };
  return samplesOf(load, compensatedLoad(load, parts, n, points.h), kick, n, points);
}

/** Adds the p that belongs to a jump of the load's slope to out. */
export type Kick = (slopes: Vec, out: Vec) => void;

export function samplesOf(
  load: TimeLoad,
  sided: SidedLoad,
  kick: Kick,
  n: number,
  { t0, h, steps }: StepPoints,
): Vec[] {
  const derivative = derivativesOf(load, h);
  const { kinks } = load;
  const slopes = new Float64Array(n);
  return Array.from({ length: steps + 1 }, (_, k) => {
    const t = t0 + k * h;
    const first = k === 0;
    const last = k === steps;
    const sum = new Float64Array(n);
    sided.addSide(t, first ? 1 : -1, sum);
    sided.addSide(t, last ? -1 : 1, sum);
    for (let i = 0; i < n; i++) sum[i] /= 2;
    if (kinks === null || first || last || !isKink(kinks, t, h)) return sum;
    slopes.fill(0);
    derivative(1, t, -1, slopes);
    for (let i = 0; i < n; i++) slopes[i] = -slopes[i];
    derivative(1, t, 1, slopes);
    kick(slopes, sum);
    return sum;
  });
}
