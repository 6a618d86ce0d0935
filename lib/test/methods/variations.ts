import { expect } from "vitest";
import { run } from "../../src/core/run.js";
import type { Problem } from "../../src/core/system.js";
import type { Vec } from "../../src/core/vec.js";
import type { energyMomentum } from "../../src/methods/energy-momentum.js";
import { extremes } from "../../src/observers/extremes.js";

/** (max − min) of every invariant, relative to its size. */
export function variations(problem: Problem, method: ReturnType<typeof energyMomentum>, step: number, steps: number) {
  const observe = { extremes: extremes(problem.system.invariants) };
  const { status, observed, work } = run(problem, method, { time: { step, steps }, observe });
  const of = (name: string) => {
    const found = observed.extremes.find((extreme) => extreme.name.startsWith(name));
    if (found === undefined) throw new Error(`no ${name}`);
    return (found.max - found.min) / Math.max(Math.abs(found.initial), Math.abs(found.max));
  };
  return { status, of, work };
}

/** q and v of a state, to a tolerance. */
export function expectState(state: { q: Vec; v: Vec }, q: readonly number[], v: readonly number[], tolerance: number) {
  for (const [i, value] of q.entries()) expect(Math.abs(state.q[i] - value)).toBeLessThan(tolerance);
  for (const [i, value] of v.entries()) expect(Math.abs(state.v[i] - value)).toBeLessThan(tolerance);
}
