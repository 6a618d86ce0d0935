/** How long a step may be before a mode grows: the first instability as ω h rises, found on a grid and then by bisection. */
import type { FixedStepMethod } from "../core/method.js";
import { modeAmplification } from "./amplification.js";
import type { ModesOfSystem } from "./modes.js";
import { isStable } from "./scheme-of-mode.js";
import { stepLimitOfSystem } from "./scheme-of-system.js";

/** From far below any accuracy worth having to where an implicit scheme has long taken its limit. */
const LOWEST = 1e-2;
const HIGHEST = 1e3;
/** Instabilities narrower than this share of ω h are not seen: fine where schemes have their limits, coarse elsewhere. */
const spacing = (Omega: number) => (Omega > 0.5 && Omega < 10 ? 1.01 : 1.08);

/** The largest ω h up to which the mode of this damping ratio does not grow; null: there is no such limit; 0: it grows at
 *  every step. */
export function stabilityLimit(method: FixedStepMethod, damping = 0): number | null {
  const stable = (Omega: number) => isStable(modeAmplification(method, Omega, damping));
  if (!stable(LOWEST)) return 0;
  let below = LOWEST;
  for (let above = LOWEST; above < HIGHEST; below = above) {
    above *= spacing(above);
    if (!stable(above)) return boundary(stable, below, above);
  }
  return null;
}

function boundary(stable: (Omega: number) => boolean, from: number, to: number): number {
  let [below, above] = [from, to];
  for (let turn = 0; turn < 48; turn++) {
    const middle = (below + above) / 2;
    if (stable(middle)) below = middle;
    else above = middle;
  }
  return below;
}

interface Sized {
  readonly frequency: number;
  readonly damping: number;
}

/** The longest step under which none of the modes grows. Limits depend on the damping ratio alone, and little: the highest
 *  mode, the least and the most damped are looked at. */
export function stepLimit(method: FixedStepMethod, modes: readonly Sized[]): number | null {
  const moving = modes.filter(({ frequency }) => frequency > 0);
  const most = (size: (mode: Sized) => number) => moving.reduce((a, b) => (size(b) > size(a) ? b : a));
  if (moving.length === 0) return null;
  const telling = new Set([most((m) => m.frequency), most((m) => m.damping), most((m) => -m.damping)]);
  let limit = Infinity;
  for (const { frequency, damping } of telling) {
    const phase = stabilityLimit(method, damping);
    if (phase !== null) limit = Math.min(limit, phase / frequency);
  }
  return limit === Infinity ? null : limit;
}

/** Where damping couples modes, steps are tried from and to these shares of the time of the fastest motion. */
const SHORTEST = 0.2;
const LONGEST = 30;

/** The longest step under which nothing grows, of a system whose modes are known; where damping couples them, of the system as a whole. */
export function stepLimitOf(
  method: FixedStepMethod,
  {
    modes,
    highest,
    complex,
  }: Pick<ModesOfSystem, "complex"> & { readonly modes: readonly Sized[]; readonly highest: Sized },
): number | null {
  const modal = stepLimit(method, [...modes, highest]);
  if (complex === null || modal === 0) return modal;
  const { reduced, fastest } = complex;
  const from = SHORTEST / fastest;
  const to = modal ?? LONGEST / fastest;
  const limit = stepLimitOfSystem(method, reduced, Math.min(from, to), to);
  return modal === null && limit === to ? null : limit;
}
