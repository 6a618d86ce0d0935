/** Does a quantity drift, or does it only oscillate? The motion is cut into blocks; the means of the blocks are fitted by a
 *  straight line, and its slope is judged by its own standard error. */
import type { Vec } from "../core/vec.js";

export interface Drift {
  /** Change per unit of time. */
  readonly slope: number;
  readonly standardError: number;
  /** max − min. */
  readonly band: number;
  /** slope × length of the run, relative to the band: about 0 for an oscillation, about 1 for a drift. */
  readonly share: number;
}

/** 40 blocks: long against an oscillation's period in any run worth looking at, many enough for a standard error. */
const BLOCKS = 40;

export function drift(t: Vec, values: Vec): Drift {
  const length = Math.floor(values.length / BLOCKS);
  if (length < 2) throw new RangeError(`drift needs at least ${2 * BLOCKS} values, and there are ${values.length}`);
  const x: number[] = [];
  const y: number[] = [];
  for (let b = 0; b < BLOCKS; b++) {
    let sum = 0;
    for (let i = b * length; i < (b + 1) * length; i++) sum += values[i] - values[0];
    x.push((t[b * length] + t[(b + 1) * length - 1]) / 2);
    y.push(sum / length);
  }
  const mx = x.reduce((s, v) => s + v, 0) / BLOCKS;
  const my = y.reduce((s, v) => s + v, 0) / BLOCKS;
  const sxx = x.reduce((s, v) => s + (v - mx) ** 2, 0);
  const slope = x.reduce((s, v, i) => s + (v - mx) * (y[i] - my), 0) / sxx;
  const variance = y.reduce((s, v, i) => s + (v - my - slope * (x[i] - mx)) ** 2, 0) / (BLOCKS - 2);
  let min = values[0];
  let max = values[0];
  for (const value of values) {
    if (value < min) min = value;
    if (value > max) max = value;
  }
  const band = max - min;
  const span = t[t.length - 1] - t[0];
  return {
    slope,
    standardError: Math.sqrt(variance / sxx),
    band,
    share: band === 0 ? 0 : Math.abs(slope * span) / band,
  };
}
