/** 10⁵ steps of a long chain: minutes, half an hour on a busy machine. */
import { expect, test } from "vitest";
import { run } from "../../src/core/run.js";
import { energyMomentum } from "../../src/methods/energy-momentum.js";
import { springChain } from "../../src/models/particles/spring-chain.js";
import { extremes } from "../../src/observers/extremes.js";

/** Rounding errors of 2000 masses at distances up to 300 from rest, 10⁵ times: 7.1e-13 and 2.0e-12 were measured. */
test.each([
  [{ momentum: "angular" }, 1e-12],
  [{}, 4e-12],
] as const)("2000 masses at large strain, %o", (options, bound) => {
  const chain = springChain({ masses: 2000, quartic: 0.8, cubic: 0.25, amplitude: 300 });
  const problem = { ...chain, v0: chain.v0.map((_, i) => Math.sin(1.7 * i) + Math.cos(0.01 * i)) };
  const observe = { extremes: extremes(problem.system.invariants) };
  const { status, observed } = run(problem, energyMomentum(options), { time: { step: 0.2, steps: 100_000 }, observe });
  expect(status).toBe("completed");
  const { min, max, initial } = observed.extremes[0];
  expect(Math.max(max - initial, initial - min) / initial).toBeLessThan(bound);
});
