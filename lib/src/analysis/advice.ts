/** Which step, and which scheme: the longest step of each method that keeps the errors of all modes of interest within a
 *  tolerance and no motion growing, and what a unit of time then costs.
 *
 *  The tolerance holds for the period, |T̄/T − 1|, and for the amplitude that a cycle of the motion gains or loses by the
 *  scheme, 2π |ζ̄ − ζ|; of what does not oscillate, for its rate of decay. A mode counts as resolved only while its numerical phase
 *  stays below half a turn a step. What loads and the length of a run add is in advice-for-run.ts. */
import type { FixedStepMethod } from "../core/method.js";
import { maxOf } from "../core/vec.js";
import { modeAmplification } from "./amplification.js";
import type { Mode, ModesOfSystem } from "./modes.js";
import { type SchemeOfMode, schemeOfMode } from "./scheme-of-mode.js";
import { schemeOfSystem } from "./scheme-of-system.js";
import { stepLimitOf } from "./stability-limit.js";

export interface Advice {
  readonly method: FixedStepMethod;
  /** The longest step within the tolerance; null where none of use was found. */
  readonly step: number | null;
  /** The longest step under which nothing grows; null: no limit, 0: none. */
  readonly limit: number | null;
  /** Products with the stiffness, a unit of time: solves are counted by the entries of the factor. Null without a step. */
  readonly cost: number | null;
  /** What binds: the mode (counted from 0) whose error is the tolerance, the stability of the highest mode, the peaks under the loads, or
   *  the times at which the load has its samples. */
  readonly because:
    | { readonly kind: "period" | "amplitude" | "decay"; readonly mode: number }
    | { readonly kind: "stability" | "peaks" | "samples" }
    | null;
}

export type Sized = Pick<Mode, "frequency" | "damping">;

/** Modes as advice needs them. */
export type Spectrum = Pick<ModesOfSystem, "complex"> & { readonly modes: readonly Sized[]; readonly highest: Sized };

export interface AdviceOptions {
  readonly tolerance: number;
  /** A solve with the factor, in products with the stiffness. */
  readonly solveCost: number;
}

/** Next to the limit the energy of the highest mode swings by 1/(1 − r²) at a share r of it: 5 here. */
const MARGIN = 0.9;

export function advise(
  methods: readonly FixedStepMethod[],
  found: Spectrum,
  { tolerance, solveCost }: AdviceOptions,
): Advice[] {
  const advice = methods.map((method): Advice => {
    const limit = stepLimitOf(method, found);
    const longest = longestStep(method, found, tolerance);
    if (longest === null || limit === 0) return { method, step: null, limit, cost: null, because: null };
    const bound = limit !== null && MARGIN * limit < longest.step;
    const step = bound ? MARGIN * limit : longest.step;
    const because = bound ? ({ kind: "stability" } as const) : longest.because;
    return { method, step, limit, cost: costOf(method, found, step, solveCost), because };
  });
  return ranked(advice);
}

export const ranked = (advice: readonly Advice[]): Advice[] =>
  [...advice].sort((a, b) => (a.cost ?? Infinity) - (b.cost ?? Infinity));

/** A unit of time in products with the stiffness. */
export function costOf(method: FixedStepMethod, { highest }: Spectrum, step: number, solveCost: number): number {
  const workAt = (damping: number) => modeAmplification(method, highest.frequency * step, damping).work;
  const { gradients } = workAt(highest.damping);
  // Explicit methods solve with M and C: with the mass alone where damping is proportional to it.
  const { factorizations, iterations } = workAt(0);
  const implicit = factorizations > 0 || iterations > 0;
  return (Math.max(1, gradients) * (implicit ? 1 + solveCost : 1)) / step;
}

interface Longest {
  readonly step: number;
  readonly because: Advice["because"];
}

/** Where damping couples modes, steps found mode by mode are shortened until the modes of the whole system agree. */
function longestStep(method: FixedStepMethod, { modes, complex }: Spectrum, tolerance: number): Longest | null {
  if (complex === null) return longestOfModes(method, modes, tolerance);
  const oscillating = complex.modes.filter(({ root }) => root.imaginary > 0);
  const fastest = maxOf(complex.modes.map(({ frequency }) => frequency));
  const first = oscillating.length === 0 ? null : longestOfModes(method, oscillating, tolerance);
  let { step, because }: Longest = first ?? { step: 1 / fastest, because: null };
  for (let turn = 0; turn < SHORTENINGS; turn++, step /= SHORTENING) {
    const seen = schemeOfSystem(method, complex.reduced, complex.modes, step);
    const kinds = seen.map((each, i) => {
      const { frequency, damping } = complex.modes[i];
      return frequency > 0 ? misses(each, damping, tolerance) : null;
    });
    const mode = kinds.reduce((last, kind, i) => (kind === null ? last : i), -1);
    const kind = kinds[mode] ?? null;
    if (kind === null) return { step, because };
    because = { kind, mode };
  }
  return null;
}

const SHORTENING = 1.15;
const SHORTENINGS = 40;

/** Errors grow with the step: the first step of a geometric row that fails, then bisection. */
function longestOfModes(method: FixedStepMethod, modes: readonly Sized[], tolerance: number): Longest | null {
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

function misses(seen: SchemeOfMode, damping: number, tolerance: number): "period" | "amplitude" | "decay" | null {
  const { periodError, rateError, damping: ratio } = seen;
  if (damping >= 1) return rateError !== null && Math.abs(rateError) <= tolerance ? null : "decay";
  if (periodError === null || ratio === null || !(Math.abs(periodError) <= tolerance)) return "period";
  return 2 * Math.PI * Math.abs(ratio - damping) <= tolerance ? null : "amplitude";
}
