/** How coordinates without mass lag behind the forces on them, where damping a1 K makes their equations of first order:
 *
 *      a1 φ̇ + φ = F(t),   φ(t) = e^{−(t − t0)/a1} F(t0) + ∫ e^{−(t − τ)/a1} F(τ) dτ/a1   from t0 to t.
 *
 *  It depends on time alone. At t0 it has settled, φ = F; before t0 there is no lag. The integral is taken by Gauss's rule of five points over
 *  parts that are short beside a1, between kinks of the force, halved until the halves tell no more than the whole. What is older than 40 a1 is
 *  less than rounding. Parts that end on a fixed grid are kept for later times: φ has the same digits whichever times were asked for before. */

import { exp } from "../core/elementary.js";
import { firstFrom } from "../core/load-kinks.js";
import { once } from "../core/once.js";
import type { TimeLoad } from "../core/system.js";
import type { Vec } from "../core/vec.js";

export interface Lag {
  /** a1. */
  readonly time: number;
  /** When the force begins to act. */
  readonly t0: number;
  /** Of the coordinates that lag. */
  readonly rows: Int32Array;
  readonly dof: number;
}

/** Writes φ(t) into the rows of out that lag; false: it is F(t), before t0 or where a1 is too short beside t to tell. */
export function laggingForce(load: TimeLoad, lag: Lag): (t: number, out: Vec) => boolean {
  const { time, t0, rows, dof } = lag;
  const kinks = load.kinks ?? new Float64Array(0);
  const full = new Float64Array(dof);
  const unread = new Float64Array(dof);
  const forceAt = (t: number): Vec => {
    full.fill(0);
    load.addTo(t, unread, unread, full);
    return full;
  };
  let largest = 0;
  /** ∫ e^{−(end − τ)/a1} F dτ/a1 by one rule. */
  const rule = (from: number, to: number, end: number): Vec => {
    const sum = new Float64Array(rows.length);
    for (const [place, weight] of gaussPoints()) {
      // By differences: a time that is rounded says little about a share of a1.
      const age = (to - end - (1 - place) * (to - from)) / time;
      const factor = (exp(age) * weight * (to - from)) / time;
      const force = forceAt(from + place * (to - from));
      for (let k = 0; k < rows.length; k++) {
        sum[k] += factor * force[rows[k]];
        largest = Math.max(largest, Math.abs(force[rows[k]]));
      }
    }
    return sum;
  };
  const addHalves = (from: number, to: number, end: number, once: Vec, halvings: number, out: Vec): void => {
    const middle = (from + to) / 2;
    const halves = [rule(from, middle, end), rule(middle, to, end)];
    let change = 0;
    for (let k = 0; k < once.length; k++) change = Math.max(change, Math.abs(halves[0][k] + halves[1][k] - once[k]));
    if (halvings > 0 && change > TOLERANCE * largest) {
      addHalves(from, middle, end, halves[0], halvings - 1, out);
      addHalves(middle, to, end, halves[1], halvings - 1, out);
    } else for (let k = 0; k < once.length; k++) out[k] += halves[0][k] + halves[1][k];
  };
  const addPart = (from: number, to: number, out: Vec): void => {
    let start = from;
    for (let k = firstFrom(kinks, from); start < to; k++) {
      const stop = k < kinks.length ? Math.min(to, kinks[k]) : to;
      if (stop <= start) continue;
      const count = Math.ceil((PARTS * (stop - start)) / time);
      for (let i = 0; i < count; i++) {
        const [left, right] = [i, i + 1].map((j) => start + ((stop - start) * j) / count);
        largest = 0;
        addHalves(left, right, to, rule(left, right, to), MOST_HALVINGS, out);
      }
      start = stop;
    }
  };

  const spacing = time / 2;
  const gridAt = (n: number) => t0 + n * spacing;
  const kept = new Map<number, Vec>();
  /** The part between two times of the grid, as it is at its end. */
  const keptPart = (n: number): Vec => {
    let part = kept.get(n);
    if (part === undefined) {
      part = new Float64Array(rows.length);
      addPart(gridAt(n), gridAt(n + 1), part);
      if (kept.size >= 2 * REACH) for (const old of [...kept.keys()].slice(0, REACH)) kept.delete(old);
      kept.set(n, part);
    }
    return part;
  };
  let last = Number.NaN;
  const now = new Float64Array(rows.length);
  const evaluate = (t: number): void => {
    const n = Math.floor((t - t0) / spacing);
    now.fill(0);
    addPart(gridAt(n), t, now);
    const first = Math.max(0, n - REACH);
    for (let m = first; m < n; m++) {
      const factor = exp((gridAt(m + 1) - t) / time);
      const part = keptPart(m);
      for (let k = 0; k < now.length; k++) now[k] += factor * part[k];
    }
    if (first > 0) return;
    const factor = exp((t0 - t) / time);
    const settled = forceAt(t0);
    for (let k = 0; k < now.length; k++) now[k] += factor * settled[rows[k]];
  };
  return (t, out) => {
    if (t < t0 || time < SHORTEST * Math.max(Math.abs(t), Math.abs(t0))) return false;
    if (t !== last) evaluate(t);
    last = t;
    for (let k = 0; k < rows.length; k++) out[rows[k]] = now[k];
    return true;
  };
}

/** Gauss's five points in (0, 1), with their weights. */
const gaussPoints = once((): readonly (readonly [number, number])[] => [
  [0.5, 64 / 225],
  ...[-1, 1].flatMap((side) =>
    [-1, 1].map((which): readonly [number, number] => [
      (1 + (side * Math.sqrt(5 + 2 * which * Math.sqrt(10 / 7))) / 3) / 2,
      (322 - 13 * which * Math.sqrt(70)) / 1800,
    ]),
  ),
]);

/** In so many parts a1 is cut at least. */
const PARTS = 8;
const MOST_HALVINGS = 12;
/** Of what one part may miss, relative to the force. */
const TOLERANCE = 1e-14;
/** Times of the grid in 40 a1. */
const REACH = 80;
/** a1 relative to the time, below which differences of times have too few digits. */
const SHORTEST = 1e-9;
