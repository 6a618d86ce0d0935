/** A load around a step point, as central differences of the motion need it.
 *
 *  Where it is smooth, differences of order four of its values at the point, and half a step and a step on either side, give
 *
 *      R = F + h²/12 F'' + h⁴/360 F'''' = (3 F_{±1} + 48 F_{±1/2} + 78 F)/180, each pair added,    h F',    h³ F'''
 *
 *  Where it has a kink at the point or a step away, derivatives from either side of the point take their place. With the mean ⟨F⟩ of the two limits
 *  and their jump [F] the Taylor series of the motion from either side, which share q and v, add up to
 *
 *      δ²q/h² = ⟨q''⟩ + h/6 [q'''] + h²/12 ⟨q''''⟩ + h³/120 [q'''''] + …
 *      (q₊ − q₋)/2h = v + h/4 [q''] + h²/6 ⟨q'''⟩ + h³/48 [q''''] + …
 *
 *  so that R = ⟨F⟩ + h²/12 ⟨F''⟩ + h⁴/360 ⟨F''''⟩ + h/6 [F'] + h³/120 [F''']. Where a run starts there is only what comes after.
 *
 *  A kink between step points ends the piece at the point before the step does, and derivatives of that say nothing about what follows: records with samples closer
 *  than steps. There R and h F' are what they stand for, moments of the load over the steps on both sides,
 *
 *      m± = ∫₀¹ (1 − s) F(t ± s h) ds,    δ²q/h² = m₊ + m₋ = R,    (q₊ − q₋)/2h = v + h/2 (m₊ − m₋),  which is  h/6 h F',
 *
 *  but for terms in K h², piece by piece by Gauss' rule: of second order, whatever the load does within the steps. At a start m₋ = F − m₊, as of a straight line. */
import { derivativesOf } from "../../core/load-derivatives.js";
import { firstFrom, hasKinkNear, isKink, SLACK, sidesOf } from "../../core/load-kinks.js";
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

  const reach = Math.abs(h);
  /** m of one side. */
  const moment = (t: number, side: -1 | 1, { addTo }: TimeLoad, points: Vec, out: Vec) => {
    out.fill(0);
    let from = t;
    const end = t + side * reach;
    while (from !== end) {
      const to = nextOf(points, from, side, end, SLACK * reach);
      for (let k = 0; k < 3; k++) {
        const at = from + NODES[k] * (to - from);
        const weight = (WEIGHTS[k] * Math.abs(to - from) * (1 - Math.abs(at - t) / reach)) / reach;
        near.fill(0);
        addTo(at, nothing, nothing, near);
        for (let i = 0; i < n; i++) out[i] += weight * near[i];
      }
      from = to;
    }
  };
  const addMoments = (t: number, loaded: TimeLoad, points: Vec, starts: boolean) => {
    before[0].fill(0);
    after[0].fill(0);
    derivative?.(0, t, behind, before[0]);
    derivative?.(0, t, ahead, after[0]);
    moment(t, ahead, loaded, points, next);
    if (!starts) moment(t, behind, loaded, points, last);
    for (let i = 0; i < n; i++) {
      F[i] = starts ? after[0][i] : (before[0][i] + after[0][i]) / 2;
      if (starts) last[i] = F[i] - next[i];
      R[i] = next[i] + last[i];
      slope[i] = 3 * (next[i] - last[i]);
      bend[i] = 0;
    }
    for (let k = 0; k <= HIGHEST; k++) jumps[k].fill(0);
  };

  let hasJumps = false;
  const look = (t: number, starts: boolean) => {
    if (load === null) return;
    hasJumps = false;
    if (kinks === null || !hasKinkNear(kinks, t, (1 + SLACK) * reach)) {
      addDifferences(t, load);
      return;
    }
    if (hasKinkBetween(kinks, t, ahead, reach) || (!starts && hasKinkBetween(kinks, t, behind, reach))) {
      addMoments(t, load, kinks, starts);
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

/** Of Gauss' rule on (0, 1). */
const NODES = [(1 - Math.sqrt(0.6)) / 2, 0.5, (1 + Math.sqrt(0.6)) / 2];
const WEIGHTS = [5 / 18, 8 / 18, 5 / 18];

/** The first of the points beyond t on one side, by more than rounding, or the end if there is none before it. */
function nextOf(points: Vec, t: number, side: -1 | 1, end: number, slack: number): number {
  const k = side > 0 ? firstFrom(points, t + slack) : firstFrom(points, t - slack) - 1;
  const isBefore = k >= 0 && k < points.length && side * (end - points[k]) > slack;
  return isBefore ? points[k] : end;
}

/** Is there a kink on one side of t that is less than a step away, and not at t? */
function hasKinkBetween(kinks: Vec, t: number, side: -1 | 1, reach: number): boolean {
  const end = t + side * reach;
  return nextOf(kinks, t, side, end, SLACK * reach) !== end;
}
