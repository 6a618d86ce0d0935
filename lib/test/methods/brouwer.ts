/** Brouwer's law: what rounding does to energy and momenta is a random walk.                     [brouwer1937] */
import { expect } from "vitest";
import { type Growth, growthOf, type RoundingOptions, roundingRuns } from "../../src/analysis/rounding-growth.js";
import { type Conserved, type Method, refusal } from "../../src/core/method.js";
import type { Problem } from "../../src/core/system.js";
import { type Scheme, schemes } from "../contracts/schemes.js";

/** The methods that conserve something of a planet's motion, with compensated sums. */
export function conserving(problem: Problem): Scheme[] {
  return schemes.filter(
    ({ method }) =>
      method.parameters.summation === "compensated" &&
      (keeps(method, "energy") || keeps(method, "angular-momentum")) &&
      refusal(method, problem.system) === null,
  );
}

export const keeps = (method: Method, what: Conserved): boolean => method.claims.conserves.includes(what);

/** Of 16 starts. */
export function growth(starts: readonly Problem[], method: Method, options: RoundingOptions) {
  const runs = roundingRuns(starts, method, options, 16);
  expect(runs).toHaveLength(16);
  return (name: string): Growth => growthOf(runs, name);
}

/** A walk has the exponent ½, a drift 1. Three standard errors are left to chance; 0.1 to the finite length: the first of the
 *  three decades may still be flat with the rounding of a single state, or grow faster while windows average the walk. */
export function expectWalk({ exponent, standardError, rms }: Growth, what: string): void {
  expect(exponent, `${what}: n^${exponent.toFixed(2)} ± ${standardError.toFixed(2)}, ${rms}`).toBeLessThan(
    0.5 + 3 * standardError + 0.1,
  );
}
