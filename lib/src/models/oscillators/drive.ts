/** What drives and slows an oscillator of one degree of freedom. */
import { cos } from "../../core/elementary.js";
import { real } from "../../core/parameter.js";
import type { Force, TimeLoad } from "../../core/system.js";
import { fromRows } from "../../linalg/matrix.js";
import { viscousForce } from "../../systems/linear.js";
import { timeLoad } from "../../systems/loads.js";

export const driveParameters = {
  damping: real(0, "coefficient c of the dashpot force −c u̇, N s/m", { min: 0 }),
  force: real(0, "amplitude of the load F cos(Ω t), N"),
  frequency: real(1, "its angular frequency Ω, rad/s", { min: 0 }),
} as const;

/** −c v; null for c = 0. */
export function dashpot(damping: number): Force | null {
  return damping === 0 ? null : viscousForce(fromRows([[damping]]));
}

/** F cos(Ω t); null for F = 0. */
export function cosineLoad(force: number, frequency: number): TimeLoad | null {
  if (force === 0) return null;
  return timeLoad((t, out) => {
    out[0] += force * cos(frequency * t);
  });
}
