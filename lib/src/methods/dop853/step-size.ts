/** How long the next step may be.                                                          [hairer1993, ch. II.4] */
import { pow } from "../../core/elementary.js";
import { minOf } from "../../core/vec.js";

const SAFETY = 0.9;
const GROW = 6;
const SHRINK = 1 / 3;

/** The part of a step with this error that one with the error tolerated would be. */
const wanted = (error: number): number => (error === 0 ? GROW : SAFETY * pow(error, -1 / 8));

/** After a step that was accepted, as it was tried or after others were rejected. */
export const following = (taken: number, error: number, rejected: boolean): number =>
  taken * Math.min(rejected ? 1 : GROW, Math.max(SHRINK, wanted(error)));

/** Instead of one that was rejected. */
export const shortened = (taken: number, error: number): number =>
  taken * Math.max(error === Number.POSITIVE_INFINITY ? 0.1 : SHRINK, Math.min(0.9, wanted(error)));

/** Is it below what times are rounded by? */
export const isTooShort = (h: number, t: number): boolean => !(h > 4 * Number.EPSILON * Math.abs(t)) || h < 1e-290;

/** The size of the motion with a step that is only tried. From rest it is unknown and the trial tells it; later a wild trial
 *  must not excuse its own error. */
export function grownScale(known: number, tried: number): number {
  return known === Number.MIN_VALUE ? Math.max(known, tried) : Math.max(known, Math.min(tried, 100 * known));
}

/** A step that resolves the quickest of the motion's own times: |q|/|v|, |v|/|a|, √(|q|/|a|). */
export function firstStep(q: number, v: number, a: number, span: number, tolerance: number): number {
  const tiny = 1e-100;
  const times = [q / v, v / a, Math.sqrt(q / a)].filter((time) => time > tiny && time < 1 / tiny);
  const quickest = times.length === 0 ? span / 100 : minOf(times);
  return Math.min(span, quickest * pow(tolerance, 1 / 8));
}
