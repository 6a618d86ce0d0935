/** The problems of the experiment on rounding, and what is stored of a measurement. */
import type { Problem } from "noether";
import { bowlStarts, chainStarts, keplerStarts, outerSolarStarts, troughStarts, wallStarts } from "noether/analysis";

export interface Experiment {
  readonly starts: (count: number) => Problem[];
  /** Some 300 steps an orbit; 87 for Jupiter; some 20 of the fastest oscillation in the trough, 5 of the spring at the wall, 20 to 60 in the bowl, 4 of the stiffest motion of a chain. */
  readonly step: number;
  /** In steps: 26 orbits, 94 of Jupiter; where only what is conserved exactly is followed, some states. */
  readonly window: number;
}

export const EXPERIMENTS: Readonly<Record<string, Experiment>> = {
  kepler: { starts: keplerStarts, step: 0.02, window: 8192 },
  "outer-solar-system": { starts: outerSolarStarts, step: 50, window: 8192 },
  trough: { starts: troughStarts, step: 0.1, window: 20 },
  bowl: { starts: bowlStarts, step: 0.1, window: 8192 },
  chain: { starts: (count) => chainStarts(count, 10), step: 0.4, window: 20 },
  wall: { starts: wallStarts, step: 0.3, window: 20 },
};

/** One line of results/brouwer.jsonl. */
export interface Measurement {
  readonly method: string;
  readonly problem: string;
  readonly step: number;
  readonly steps: number;
  readonly starts: number;
  readonly window: number;
  readonly seconds: number;
  /** After how many steps. */
  readonly sampled: readonly number[];
  readonly growth: Readonly<Record<string, QuantityGrowth>>;
}

export interface QuantityGrowth {
  readonly exponent: number;
  readonly standard_error: number;
  /** Over the starts, relative. */
  readonly rms: readonly number[];
}
