/** Runs whose cost is bounded. A method that chooses its own steps may need any number of them: a reference on a motion that is stiff or runs
 *  away in finite time, a grid on which the motion leaves the region that was meant. Bounds are counts of steps, so that a certificate is the
 *  same on every machine. */
import type { Method } from "../../core/method.js";
import type { Observers } from "../../core/observer.js";
import { begin, type Run, type RunOptions } from "../../core/run.js";
import type { Problem } from "../../core/system.js";

/** The most steps. A reference takes a dozen gradients in each, of so many unknowns; a method's own run is what is to be measured, and may be
 *  longer; a comparison with the reference is run a dozen times; a span of time is run some hundred times over, and crossings of a grid grow with the number of unknowns. */
const LIMITS = {
  reference: (dof: number) => Math.ceil(1e6 / Math.max(10, dof)),
  comparison: (dof: number) => 100_000 + 10_000 * dof,
  run: (dof: number) => Math.ceil(1e7 / Math.max(10, dof)),
  span: (dof: number) => 20_000 + 2_000 * dof,
} as const;

/** The run; its status is `running` where it was given up. Methods with fixed steps are told how many to take, and take them. */
export function runWithinBounds<const O extends Observers = Record<never, never>>(
  problem: Problem,
  method: Method,
  options: RunOptions<O>,
  of: keyof typeof LIMITS,
): Run<O> {
  const { dof } = problem.system;
  const runner = begin(problem, method, options);
  if (method.clock === "fixed") while (runner.advance(Number.MAX_SAFE_INTEGER));
  else runner.advance(LIMITS[of](dof));
  return runner.result();
}
