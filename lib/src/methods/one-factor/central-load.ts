/** A load around a step point, as central differences of the motion need it.
 *
 *  Where it is smooth, differences of order four of its values at the point, and half a step and a step on either side, give
 *
 *      R = F + h²/12 F'' + h⁴/360 F'''' = (3 F_{±1} + 48 F_{±1/2} + 78 F)/180, each pair added,    h F',    h³ F'''
 *
 *  Where it has a kink no further than a step away, derivatives from either side of the point take their place. With the mean ⟨F⟩ of the two limits
 *  and their jump [F] the Taylor series of the motion from either side, which share q and v, add up to
 *
 *      δ²q/h² = ⟨q''⟩ + h/6 [q'''] + h²/12 ⟨q''''⟩ + h³/120 [q'''''] + …
 *      (q₊ − q₋)/2h = v + h/4 [q''] + h²/6 ⟨q'''⟩ + h³/48 [q''''] + …
 *
 *  so that R = ⟨F⟩ + h²/12 ⟨F''⟩ + h⁴/360 ⟨F''''⟩ + h/6 [F'] + h³/120 [F''']. Where a run starts there is only what comes after. */
import { derivativesOf } from "../../core/load-derivatives.js";
import { hasKinkNear, isKink, sidesOf } from "../../core/load-kinks.js";
import type { TimeLoad } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";

export interface CentralLoad {
  /** ⟨F⟩. */
  readonly F: Vec;
  readonly R: Vec;
  /** h ⟨F'⟩. */
  readonly slope: Vec;
  /** h³ ⟨F'''⟩. */
  readonly bend: Vec;
  /** hᵏ [F⁽ᵏ⁾], k from 0 to 4. */
  readonly jumps: readonly Vec[];
  /** Is one of these not zero? */
  hasJumps(): boolean;
  /** Looks at the load around t. */
  at(t: number): void;
  /** The same where a run starts. */
  atStart(t: number): void;
}

/** The derivatives that order six takes. */
const HIGHEST = 4;

export function centralLoad(load: TimeLoad | null, n: number, h: number): CentralLoad {
  const vectors = (count: number) => Array.from({ length: count }, () => new Float64Array(n));
  const [R, slope, bend, nothing] = vectors(4);
  const [far, near, F, next, last] = vectors(5);
  const samples = [far, near, F, next, last];
  const [before, after, jumps] = [vectors(HIGHEST + 1), vectors(HIGHEST + 1), vectors(HIGHEST + 1)];
  const kinks = load?.kinks ?? null;
  const derivative = load === null ? null : derivativesOf(load, h);
  const [behind, ahead] = sidesOf(h);

  const addDifferences = (t: number, { addTo }: TimeLoad) => {
    for (let k = 0; k < 5; k++) {
      samples[k].fill(0);
      addTo(t + ((k - 2) * h) / 2, nothing, nothing, samples[k]);
    }
    for (let i = 0; i < n; i++) {
      const [both, halves] = [far[i] + last[i], near[i] + next[i]];
      R[i] = (3 * both + 48 * halves + 78 * F[i]) / 180;
      slope[i] = (8 * (next[i] - near[i]) - (last[i] - far[i])) / 6;
      bend[i] = 4 * (last[i] - far[i] - 2 * (next[i] - near[i]));
    }
    for (let k = 0; k <= HIGHEST; k++) jumps[k].fill(0);
  };

  /** hᵏ F⁽ᵏ⁾. */
  const derivatives = (t: number, side: -1 | 1, out: readonly Vec[]) => {
    let scale = 1;
    for (let k = 0; k <= HIGHEST; k++) {
      out[k].fill(0);
      derivative?.(k, t, side, out[k]);
      for (let i = 0; i < n; i++) out[k][i] *= scale;
      scale *= h;
    }
  };

  const joined = (from: readonly Vec[], to: readonly Vec[]) => {
    for (let i = 0; i < n; i++) {
      for (let k = 0; k <= HIGHEST; k++) jumps[k][i] = to[k][i] - from[k][i];
      F[i] = (from[0][i] + to[0][i]) / 2;
      slope[i] = (from[1][i] + to[1][i]) / 2;
      bend[i] = (from[3][i] + to[3][i]) / 2;
      const [second, fourth] = [(from[2][i] + to[2][i]) / 2, (from[4][i] + to[4][i]) / 2];
      R[i] = F[i] + second / 12 + fourth / 360 + jumps[1][i] / 6 + jumps[3][i] / 120;
    }
  };

  let hasJumps = false;
  const look = (t: number, starts: boolean) => {
    if (load === null) return;
    hasJumps = false;
    if (kinks === null || !hasKinkNear(kinks, t, REACH * Math.abs(h))) {
      addDifferences(t, load);
      return;
    }
    derivatives(t, ahead, after);
    if (starts || !isKink(kinks, t, h)) joined(after, after);
    else {
      derivatives(t, behind, before);
      joined(before, after);
      hasJumps = true;
    }
  };
  return {
    F,
    R,
    slope,
    bend,
    jumps,
    hasJumps: () => hasJumps,
    at: (t) => look(t, false),
    atStart: (t) => look(t, true),
  };
}

/** Of the values that differences take, in steps, and of their rounding. */
const REACH = 1 + 1e-6;
