/** What schemes make of the modes of a problem at a step: the rows of `analyze`, in code. */
import type { FixedStepMethod } from "../core/method.js";
import type { Problem } from "../core/system.js";
import type { Span, StepCount } from "../core/time.js";
import { analyze as analyzePattern } from "../linalg/factorization.js";
import { union } from "../linalg/sparsity.js";
import type { ComplexMode } from "./complex-modes.js";
import { linearised, type Mode, type ModesOfSystem, type SmallMotion } from "./modes.js";
import { type SchemeOfMode, schemeOfMode } from "./scheme-of-mode.js";
import { growthOfSystem, isBounded, schemeOfSystem } from "./scheme-of-system.js";
import { stepLimitOf } from "./stability-limit.js";

/** A method with the name it goes by in the output. */
export interface NamedScheme {
  readonly name: string;
  readonly method: FixedStepMethod;
}

/** A mode, complex where the damping couples modes, and what schemes make of it. */
export interface ModeUnderSchemes {
  readonly mode: Pick<Mode, "frequency" | "damping"> & { readonly root?: ComplexMode["root"] };
  readonly schemes: readonly (SchemeOfMode & { name: string })[];
}

export interface SchemeLimit {
  readonly name: string;
  /** The longest stable step; null: there is none, 0: no step is. */
  readonly limit: number | null;
  /** Is the step that was asked about stable for the whole system? */
  readonly stable: boolean;
}

export function modesUnderSchemes(
  { modes, complex }: ModesOfSystem,
  schemes: readonly NamedScheme[],
  step: number,
): ModeUnderSchemes[] {
  if (complex === null) {
    return modes.map((mode) => ({
      mode,
      schemes: schemes.map(({ name, method }) => ({
        name,
        ...schemeOfMode(method, mode.frequency, mode.damping, step),
      })),
    }));
  }
  const seen = schemes.map(({ name, method }) =>
    schemeOfSystem(method, complex.reduced, complex.modes, step).map((each) => ({ name, ...each })),
  );
  return complex.modes.map((mode, k) => ({ mode, schemes: seen.flatMap((each) => each[k] ?? []) }));
}

export function limitOfScheme(
  { name, method }: NamedScheme,
  found: ModesOfSystem,
  problem: Problem,
  step: number,
): SchemeLimit {
  const limit = stepLimitOf(method, found);
  const stable =
    found.complex === null
      ? limit === null || step <= limit
      : isBounded(growthOfSystem(method, linearised(problem), step));
  return { name, limit, stable };
}

/** A solve with the factor of M + c K, in products with K. */
export function solveCost({ mass, stiffness }: SmallMotion): number {
  const { pattern } = union([mass.matrix.pattern, stiffness.pattern]);
  return (2 * analyzePattern(pattern, true).fill) / Math.max(1, stiffness.pattern.column.length);
}

/** The step of a run, and as many steps as it takes, within what can be waited for: what a certificate watches. */
export function watchedSteps(time: StepCount | Span, t0: number): { readonly step: number; readonly steps: number } {
  if ("step" in time) return { step: time.step, steps: Math.min(time.steps, 20_000) };
  const span = time.end - t0;
  const step = time.interval ?? span / 1000;
  return { step, steps: Math.max(1, Math.min(20_000, Math.round(span / step))) };
}
