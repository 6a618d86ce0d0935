/** Which step, and which scheme: the longest step of each method that keeps the errors of all modes of interest within a
 *  tolerance and no mode growing, and what a unit of time then costs.
 *
 *  The tolerance holds for the period, |T̄/T − 1|, and for the amplitude that a cycle of the motion gains or loses by the
 *  scheme, 2π |ξ̄ − ζ|. A mode counts as resolved only while its numerical phase stays below half a turn a step. */

import type { FixedStepMethod } from "../core/method.js";
import { maxOf } from "../core/vec.js";
import { modeAmplification } from "./amplification.js";
import type { Mode, ModesOfSystem } from "./modes.js";
import { type SchemeOfMode, schemeOfMode } from "./scheme-of-mode.js";
import { stepLimit } from "./stability-limit.js";

export interface Advice {
  readonly method: FixedStepMethod;
  /** The longest step within the tolerance; null where none of use was found. */
  readonly step: number | null;
  /** The longest step under which no mode grows; null: no limit, 0: none. */
  readonly limit: number | null;
  /** Products with the stiffness, a unit of time: solves are counted by the entries of the factor. Null without a step. */
  readonly cost: number | null;
  /** What binds: the mode (counted from 0) whose error is the tolerance, or the stability of the highest mode. */
  readonly because:
    | { readonly kind: "period" | "amplitude"; readonly mode: number }
    | { readonly kind: "stability" }
    | null;
}

type Sized = Pick<Mode, "frequency" | "damping">;

export interface AdviceOptions {
  readonly tolerance: number;
  /** A solve with the factor, in products with the stiffness. */
  readonly solveCost: number;
}

export function advise(
  methods: readonly FixedStepMethod[],
  { modes, highest }: Pick<ModesOfSystem, "highest"> & { readonly modes: readonly Sized[] },
  { tolerance, solveCost }: AdviceOptions,
): Advice[] {
  const moving = modes.filter(({ frequency }) => frequency > 0);
  const advice = methods.map((method): Advice => {
    const limit = stepLimit(method, [...moving, highest]);
    const found = longestStep(method, modes, tolerance);
    if (found === null || limit === 0) return { method, step: null, limit, cost: null, because: null };
    const bound = limit !== null && limit < found.step;
    const step = bound ? limit : found.step;
    const because = bound ? ({ kind: "stability" } as const) : found.because;
    return { method, step, limit, cost: stepCost(method, highest.frequency * step, solveCost) / step, because };
  });
  return advice.sort((a, b) => (a.cost ?? Infinity) - (b.cost ?? Infinity));
}

/** One step in products with the stiffness. */
function stepCost(method: FixedStepMethod, Omega: number, solveCost: number): number {
  const { work } = modeAmplification(method, Omega, 0);
  const implicit = work.factorizations > 0 || work.iterations > 0;
  return Math.max(1, work.gradients) * (implicit ? 1 + solveCost : 1);
}

interface Longest {
  readonly step: number;
  readonly because: Advice["because"];
}

/** Errors grow with the step: the first step of a geometric row that fails, then bisection. */
function longestStep(method: FixedStepMethod, modes: readonly Sized[], tolerance: number): Longest | null {
  const fastest = maxOf(modes.map(({ frequency }) => frequency));
  if (!(fastest > 0)) return null;
  const failing = (step: number): Advice["because"] => {
    for (let k = modes.length - 1; k >= 0; k--) {
      const { frequency, damping } = modes[k];
      if (frequency === 0) continue;
      const kind = misses(schemeOfMode(method, frequency, damping, step), damping, tolerance);
      if (kind !== null) return { kind, mode: k };
    }
    return null;
  };
  const most = Math.PI / fastest;
  let below = 1e-4 / fastest;
  if (failing(below) !== null) return null;
  let above = below;
  let because: Advice["because"] = null;
  while (above < most && because === null) {
    below = above;
    above = Math.min(above * 1.25, most);
    because = failing(above);
  }
  if (because === null) return { step: most, because: null };
  for (let turn = 0; turn < 40; turn++) {
    const middle = (below + above) / 2;
    const reason = failing(middle);
    if (reason === null) below = middle;
    else {
      above = middle;
      because = reason;
    }
  }
  return { step: below, because };
}

function misses(seen: SchemeOfMode, damping: number, tolerance: number): "period" | "amplitude" | null {
  const { periodError, damping: ratio } = seen;
  if (periodError === null || ratio === null || !(Math.abs(periodError) <= tolerance)) return "period";
  return 2 * Math.PI * Math.abs(ratio - damping) <= tolerance ? null : "amplitude";
}
