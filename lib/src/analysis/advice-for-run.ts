/** Advice that holds in the run that follows it: steps that divide its length, that put the samples of its loads at their ends, under which
 *  the largest displacements come out within the tolerance, and which the method accepts on this very system.
 *
 *  A period error of one per cent moves a resonance, and with it a peak, by far more than one per cent: what loads do is not read off
 *  errors of modes but computed, in the modes of interest [forced-peaks.ts], with every scheme and step that is advised. */
import { InputError } from "../core/failure.js";
import type { FixedStepMethod } from "../core/method.js";
import type { Problem } from "../core/system.js";
import { type Advice, type AdviceOptions, advise, costOf, ranked } from "./advice.js";
import { type ForcedMotion, fitted, forcedMotion, peakError, peaksUnder } from "./forced-peaks.js";
import { linearised, type ModesOfSystem } from "./modes.js";
import { growthOfSystem, isBounded } from "./scheme-of-system.js";

export interface RunAdviceOptions extends AdviceOptions {
  /** When the run ends; null: not known, and loads are not looked at. */
  readonly end: number | null;
  /** Told after every method what part of them has been looked at. */
  readonly progress?: (done: number) => void;
}

/** Beyond this size a method is not asked whether it accepts a step: that takes a factorization each. */
const ASKED_UP_TO = 10_000;
const SHORTENINGS = 24;

export function adviseForRun(
  methods: readonly FixedStepMethod[],
  problem: Problem,
  found: ModesOfSystem,
  options: RunAdviceOptions,
): Advice[] {
  const { end, tolerance, solveCost, progress } = options;
  const forced = end === null ? null : forcedMotion(problem, found, end);
  return ranked(
    methods.map((method, k) => {
      progress?.(k / methods.length);
      const [advice] = advise([method], found, options);
      const { step, because } = held(advice, problem, found, { end, tolerance, forced });
      const cost = step === null ? null : costOf(advice.method, found, step, solveCost);
      return { ...advice, step, because, cost };
    }),
  );
}

interface Circumstances {
  readonly end: number | null;
  readonly tolerance: number;
  readonly forced: ForcedMotion | null;
}

/** The step, shortened until all of it holds. */
function held(
  { method, step: longest, because: reason }: Advice,
  problem: Problem,
  found: ModesOfSystem,
  { end, tolerance, forced }: Circumstances,
): Pick<Advice, "step" | "because"> {
  if (longest === null) return { step: null, because: reason };
  const { system, t0 } = problem;
  const load = system.kind === "linear" ? system.load : null;
  const fit = (most: number) => (end === null || !(end > t0) ? roundedDown(most) : fitted(load, t0, end, most));
  let because = reason;
  let step = fit(longest);
  if (step < 0.99 * longest && load?.kinks != null) because = { kind: "samples" };
  for (let turn = 0; turn < SHORTENINGS; turn++, step = fit(step / 1.2)) {
    if (!isAccepted(method, problem, found, step)) because = { kind: "stability" };
    else if (forced !== null && peakError(forced, peaksUnder(method, forced, step)) > tolerance)
      because = { kind: "peaks" };
    else return { step, because };
  }
  return { step: null, because };
}

/** Does the method take this step on this system, without growth where damping couples modes? */
function isAccepted(method: FixedStepMethod, problem: Problem, { complex }: ModesOfSystem, step: number): boolean {
  if (problem.system.dof > ASKED_UP_TO) return true;
  try {
    method.prepare(problem, step, null).check?.();
  } catch (error) {
    if (error instanceof InputError) return false;
    throw error;
  }
  return complex === null || isBounded(growthOfSystem(method, linearised(problem), step));
}

/** To four digits, as it will be typed. */
function roundedDown(value: number): number {
  const unit = 10 ** (Math.floor(Math.log10(value)) - 3);
  return Number((Math.floor(value / unit) * unit).toPrecision(4));
}
