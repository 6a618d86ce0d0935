/** What coordinates without mass dissipate as they lag behind the loads on them, a1 φ̇ + φ = F (lagging-force.ts), between two times:
 *
 *      ∫ a1 φ̇ᵀK_mm⁻¹φ̇ dt = ∫ ψᵀK_mm⁻¹ψ dt/a1,   ψ = F − φ,   a1 ψ̇ = a1 Ḟ − ψ.
 *
 *  After a jump of F this power is as large as 1/a1 and over within a time of a1, perhaps long before a step ends. So it is not integrated as it stands. Between
 *  kinks d/dt ½ ψᵀK_mm⁻¹ψ = ψᵀK_mm⁻¹Ḟ − ψᵀK_mm⁻¹ψ/a1 and ∫ ψ dt = a1 Δφ, and with ΔF/Δt for Ḟ
 *
 *      ∫ ψᵀK_mm⁻¹ψ dt/a1 = a1 Δφᵀ K_mm⁻¹ ΔF/Δt − Δ ½ ψᵀK_mm⁻¹ψ:
 *
 *  exact for loads that are linear between their kinks, and of second order in Δt for others, however short a1 is. */

import { limitOf, withLimits } from "../core/load-jumps.js";
import { firstFrom } from "../core/load-kinks.js";
import type { TimeLoad } from "../core/system.js";
import type { Vec } from "../core/vec.js";
import { dot } from "../linalg/vec.js";
import type { Lag, laggingForce } from "./lagging-force.js";

export function lagDissipation(
  load: TimeLoad,
  phi: ReturnType<typeof laggingForce>,
  { time, t0, rows, dof }: Lag,
  flexibility: (force: Vec) => Vec,
): (from: number, to: number) => number {
  const limited = withLimits(load, time / 16);
  const [before, after] = [limitOf(limited, -1), limitOf(limited, 1)];
  const kinks = load.kinks ?? new Float64Array(0);
  const unread = new Float64Array(dof);
  const inRows = (full: Vec) => {
    const out = new Float64Array(dof);
    for (const row of rows) out[row] = full[row];
    return out;
  };
  const forceAt = (which: typeof before, t: number): Vec => {
    const full = new Float64Array(dof);
    which.addTo(t, unread, unread, full);
    return inRows(full);
  };
  /** φ; null where nothing lags. */
  const laggedAt = (t: number): Vec | null => {
    if (t <= t0) return forceAt(load, t0);
    const out = new Float64Array(dof);
    return phi(t, out) ? out : null;
  };
  const form = (x: Vec, y: Vec) => dot(x, flexibility(y));
  const minus = (x: Vec, y: Vec) => x.map((each, i) => each - y[i]);
  const ofPiece = (from: number, to: number): number => {
    const [early, late] = [laggedAt(from), laggedAt(to)];
    if (early === null || late === null) return 0;
    const [opening, closing] = [forceAt(after, from), forceAt(before, to)];
    const [ahead, behind] = [minus(opening, early), minus(closing, late)];
    const smooth = (time * form(minus(late, early), minus(closing, opening))) / (to - from);
    return smooth + (form(ahead, ahead) - form(behind, behind)) / 2;
  };
  return (from, to) => {
    let sum = 0;
    let start = Math.max(from, t0);
    for (let k = firstFrom(kinks, start); start < to; k++) {
      const end = k < kinks.length ? Math.min(to, kinks[k]) : to;
      if (end <= start) continue;
      sum += ofPiece(start, end);
      start = end;
    }
    return sum;
  };
}
