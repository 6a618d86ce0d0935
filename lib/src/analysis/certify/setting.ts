/** What every measurement of a certificate is about. */
import type { Claims, Method } from "../../core/method.js";
import { type Force, isTimeLoad, type Problem } from "../../core/system.js";
import type { Instant, Motion } from "./motion.js";
import type { Scales } from "./scales.js";

export interface Setting {
  readonly problem: Problem;
  readonly method: Method;
  /** What the method claims on this system. */
  readonly claims: Claims;
  readonly step: number;
  readonly steps: number;
  /** The most accurate method there is. */
  readonly reference: Method;
  /** The run at the given step. */
  readonly motion: Motion;
  /** A run whose step resolves the motion, that one or one with smaller steps, and the scales that it shows. */
  readonly resolved: Motion;
  readonly scales: Scales;
  /** How many step sizes beyond the given one are tried: fewer for many unknowns. */
  readonly sizes: number;
}

/** The start, which may be special (at rest, in a symmetry), a state on the way, which is not, and the one where forces do most. */
export function statesOf({ resolved: { states, hardest }, problem, method }: Setting): readonly Instant[] {
  const at = (part: number) => states[Math.floor(part * (states.length - 1))];
  if (problem.system.dof > 300 || states.length < 3) return [at(1)];
  // A motion with corners has no derivative on one, and a start may lie there.
  return method.clock === "own" ? [at(0.38), at(0.71)] : [at(0), at(0.38), hardest ?? at(0.71)];
}

export function hasKinks({ system }: Problem): boolean {
  return (system.load?.kinks?.length ?? 0) > 0;
}

/** Without a load of time that has kinks, which the structure of a step does not depend on. */
export function withoutKinks(problem: Problem): Problem {
  const { load } = problem.system;
  return hasKinks(problem) && load !== null && isTimeLoad(load)
    ? { ...problem, system: { ...problem.system, load: null } }
    : problem;
}

/** The lowest derivative of the forces that may jump where a condition on the state changes; infinite where there is none. */
export function smoothnessOf({ system }: Problem): number {
  const of = ({ conditions }: Pick<Force, "conditions">) => conditions?.() ?? Number.POSITIVE_INFINITY;
  return Math.min(of(system), of(system.load ?? {}));
}
