/** Does an energy drift? A symplectic method keeps a modified energy, and the true one follows it within a band that shrinks with the step.
 *
 *  Drift. The run is cut into batches; a straight line is laid through their means. Its slope is judged by its standard error, widened by
 *  what neighbouring residuals have in common: (1 + ρ)/(1 − ρ) with their correlation ρ, so that a chaotic orbit that wanders through regions of
 *  different error is no trend. A slope that adds up to less than a tenth of the band is no drift. Where it adds up to more, the run is made four
 *  times as long, and again: an oscillation comes back, a drift goes on. It is one if it is beyond six standard errors (16 batches: one chance in
 *  30,000) and the band has grown with the length of the run.
 *  Bounded. A band of more than a tenth of the energies that flow must shrink like the step to half the method's order at least when the step is
 *  divided by 2, 4 and 8 over the same time. Where it does not, the energy is not bounded at this step: a close encounter was not resolved. */
import { lineThrough } from "./line.js";
import type { Motion } from "./motion.js";

export interface DriftTest {
  /** max − min over the energies that flow. */
  readonly band: number;
  /** Relative change per unit of time, and the error that it is known to. */
  readonly slope: number;
  readonly standardError: number;
  /** slope × time / band. */
  readonly share: number;
  /** The same over runs four and sixteen times as long, where a drift was suspected. */
  readonly longer?: readonly DriftTest[];
  /** Bands with the step divided by 1, 2, 4, 8, where the first is large, and the power of the step that they follow. */
  readonly bands?: readonly { readonly step: number; readonly band: number }[];
  readonly exponent?: number;
}

const BATCHES = 16;
const STANDARD_ERRORS = 6;
const SHARE = 0.1;
/** A band that is this part of the energies that flow is small. */
const SMALL_BAND = 0.1;
/** The fewest values: four a batch. */
export const FEWEST = 4 * BATCHES;

export function driftTest({ t, values }: Motion["energy"], energy: number): DriftTest {
  const length = Math.floor(values.length / BATCHES);
  const means = Array.from({ length: BATCHES }, (_, b) => {
    let sum = 0;
    for (let i = b * length; i < (b + 1) * length; i++) sum += (values[i] - values[0]) / energy;
    return { x: (t[b * length] + t[(b + 1) * length - 1]) / 2, y: sum / length };
  });
  const { slope, standardError } = lineThrough(means);
  const rho = correlation(means, slope);
  const band = (values.reduce((a, b) => Math.max(a, b)) - values.reduce((a, b) => Math.min(a, b))) / energy;
  const span = t[t.length - 1] - t[0];
  return {
    band,
    slope,
    standardError: standardError * Math.sqrt((1 + rho) / (1 - rho)),
    share: band === 0 ? 0 : Math.abs(slope * span) / band,
  };
}

/** Does what the slope adds up to matter? */
export const isSuspect = ({ share }: DriftTest) => share > SHARE;

/** Is what was suspected in a run a drift, after one that is so many times as long? */
export function goesOn(short: DriftTest, long: DriftTest, times: number): boolean {
  const isSure = Math.abs(long.slope) > STANDARD_ERRORS * long.standardError;
  return isSure && isSuspect(long) && long.band > (times / 2.5) * short.band;
}

export const isSmall = ({ band }: DriftTest) => band <= SMALL_BAND;

/** Do bands at the step divided by 1, 2, 4, 8 shrink with it? */
export function shrinks(
  bands: readonly { readonly step: number; readonly band: number }[],
  order: number,
): { readonly exponent: number; readonly bounded: boolean } {
  const { slope } = lineThrough(bands.map(({ step, band }) => ({ x: Math.log(step), y: Math.log(band) })));
  const [first, last] = [bands[0].band, bands[bands.length - 1].band];
  return { exponent: slope, bounded: slope > order / 2 && last < first / 2 };
}

/** Of neighbouring residuals, between 0 and 0.9. */
function correlation(means: readonly { readonly x: number; readonly y: number }[], slope: number): number {
  const mean = (of: (p: { x: number; y: number }) => number) => means.reduce((s, p) => s + of(p), 0) / means.length;
  const [mx, my] = [mean(({ x }) => x), mean(({ y }) => y)];
  const rest = means.map(({ x, y }) => y - my - slope * (x - mx));
  const variance = rest.reduce((sum, r) => sum + r * r, 0);
  const common = rest.slice(1).reduce((sum, r, i) => sum + r * rest[i], 0);
  return variance === 0 ? 0 : Math.min(0.9, Math.max(0, common / variance));
}
