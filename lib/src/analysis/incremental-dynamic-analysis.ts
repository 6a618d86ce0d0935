/** Incremental dynamic analysis: the demand on a structure (a peak drift) under each of several ground motions, scaled to higher and higher
 *  intensities; and, across the motions, the demand that 16, 50 and 84 of a hundred stay below at an intensity.          [vamvatsikos2002]
 *
 *  A run that collapses or fails otherwise has an infinite demand: it counts among those that are larger, and a percentile that would lie among such runs is
 *  a gap, where the curve ends. */
import { minOf } from "../core/vec.js";
import { ABOVE, BELOW, percentile } from "./percentile.js";

/** One run; `demand` NaN or infinite where it failed. */
export interface IncrementalRun {
  readonly record: string;
  readonly intensity: number;
  readonly demand: number;
}

export interface IncrementalCurve {
  readonly record: string;
  /** Ascending, and as long as `demand`; runs that failed are left out. */
  readonly intensity: readonly number[];
  readonly demand: readonly number[];
  /** The lowest intensity at which a run failed; ∞ if none did. */
  readonly failedFrom: number;
}

export interface IncrementalDynamicAnalysis {
  readonly curves: readonly IncrementalCurve[];
  /** Intensities, and the demands there; NaN where they are infinite. */
  readonly levels: readonly number[];
  readonly median: readonly number[];
  readonly below: readonly number[];
  readonly above: readonly number[];
}

/** Levels at which curves are compared that have none in common. */
const LEVELS = 40;

export function incrementalDynamicAnalysis(runs: readonly IncrementalRun[]): IncrementalDynamicAnalysis {
  const byRecord = new Map<string, IncrementalRun[]>();
  for (const each of runs) {
    if (!Number.isFinite(each.intensity)) continue;
    const known = byRecord.get(each.record);
    if (known === undefined) byRecord.set(each.record, [each]);
    else known.push(each);
  }
  const curves = [...byRecord].map(([record, own]) => curveOf(record, own));
  const levels = levelsOf([...byRecord.values()]);
  const demands = levels.map((level) => curves.map((curve) => demandAt(curve, level)));
  const at = (p: number) =>
    demands.map((each) => {
      // Where a record has no run, the others alone would say something else.
      const value = each.some(Number.isNaN) ? Number.NaN : percentile(each, p);
      return Number.isFinite(value) ? value : Number.NaN;
    });
  return { curves, levels, median: at(0.5), below: at(BELOW), above: at(ABOVE) };
}

function curveOf(record: string, runs: readonly IncrementalRun[]): IncrementalCurve {
  const sorted = [...runs].sort((a, b) => a.intensity - b.intensity);
  const held = sorted.filter(({ demand }) => Number.isFinite(demand));
  const failed = sorted.find(({ demand }) => !Number.isFinite(demand));
  return {
    record,
    intensity: held.map(({ intensity }) => intensity),
    demand: held.map(({ demand }) => demand),
    failedFrom: failed?.intensity ?? Number.POSITIVE_INFINITY,
  };
}

/** The intensities that all records have; where these are not all there are, equal parts of the range in which all have some. */
function levelsOf(records: readonly (readonly IncrementalRun[])[]): number[] {
  const lists = records.map((runs) => [...new Set(runs.map(({ intensity }) => intensity))].sort((a, b) => a - b));
  const [first = []] = lists;
  if (lists.every((list) => list.length === first.length && list.every((x, k) => x === first[k]))) return first;
  const top = minOf(lists.map((list) => list.at(-1) ?? 0));
  return Array.from({ length: LEVELS }, (_, k) => (top * (k + 1)) / LEVELS);
}

/** Linear between the runs, from no demand at no intensity; ∞ from the first that failed on. */
function demandAt({ intensity, demand, failedFrom }: IncrementalCurve, level: number): number {
  if (level >= failedFrom) return Number.POSITIVE_INFINITY;
  const after = intensity.findIndex((x) => x >= level);
  // Between the last run that held and the first that failed the outcome is unknown; the next run decides.
  if (after === -1) return failedFrom < Number.POSITIVE_INFINITY ? Number.POSITIVE_INFINITY : Number.NaN;
  if (intensity[after] === level) return demand[after];
  const [x0, y0] = after === 0 ? [0, 0] : [intensity[after - 1], demand[after - 1]];
  return y0 + ((demand[after] - y0) * (level - x0)) / (intensity[after] - x0);
}

/** How many motions pass a limit at each intensity; runs that failed have passed it. */
export function exceedancesOf(runs: readonly IncrementalRun[], limit: number) {
  const levels = new Map<number, { count: number; exceeding: number }>();
  for (const { intensity, demand } of runs) {
    const level = levels.get(intensity) ?? { count: 0, exceeding: 0 };
    level.count++;
    if (!(demand < limit)) level.exceeding++;
    levels.set(intensity, level);
  }
  return [...levels].sort(([a], [b]) => a - b).map(([intensity, level]) => ({ intensity, ...level }));
}
