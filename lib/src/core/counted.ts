/** A system that counts what is asked of it: so the work that a run reports is what was done, by whatever part of a method. */
import type { Work } from "./method.js";
import { type DiscreteGradient, expressionSource, type Problem, type System } from "./system.js";
import type { Vec } from "./vec.js";

export type Evaluations = Pick<Work, "gradients" | "tangents">;

/** The same problem; ∇V and discrete gradients are counted as gradients, ∇²V and the tangents of discrete gradients as tangents. */
export function counted(problem: Problem, evaluations: Evaluations): Problem {
  const { system } = problem;
  const { tangent, discreteGradient } = system;
  const watched = {
    ...system,
    gradient(q: Vec, out: Vec) {
      evaluations.gradients++;
      system.gradient(q, out);
    },
    tangent: tangent && {
      get pattern() {
        return tangent.pattern;
      },
      values(q: Vec, out: Vec) {
        evaluations.tangents++;
        tangent.values(q, out);
      },
    },
    discreteGradient: discreteGradient && countedDifference(discreteGradient, evaluations),
  };
  const source = expressionSource(system);
  const expression = source !== null &&
    watched.tangent !== null &&
    watched.discreteGradient !== null && {
      expression: {
        source,
        gradient: watched.gradient,
        tangent: watched.tangent.values,
        between: watched.discreteGradient.between,
      },
    };
  // Of the same kind, with the same matrices where it has them.
  return { ...problem, system: { ...watched, ...expression } as System };
}

/** What a discrete gradient knows of itself may take a compilation to find out: only methods that ask for it pay for it. */
function countedDifference(difference: DiscreteGradient, evaluations: Evaluations): DiscreteGradient {
  const { tangent, rounding, resisting } = difference;
  return {
    get ofDistances() {
      return difference.ofDistances;
    },
    get mayCancel() {
      return difference.mayCancel === true;
    },
    between(a, b, out) {
      evaluations.gradients++;
      difference.between(a, b, out);
    },
    tangent: {
      get pattern() {
        return tangent.pattern;
      },
      get symmetric() {
        return tangent.symmetric;
      },
      values(a, b, out) {
        evaluations.tangents++;
        tangent.values(a, b, out);
      },
    },
    ...(rounding !== undefined && { rounding }),
    ...(resisting !== undefined && { resisting: (r: number) => countedDifference(resisting(r), evaluations) }),
  };
}

/** The sum of both, computed when it is read. */
export function sumOfWork(
  own: Readonly<Work>,
  evaluations: Readonly<Evaluations> & { readonly factorizations?: number },
): Readonly<Work> {
  return {
    get gradients() {
      return own.gradients + evaluations.gradients;
    },
    get tangents() {
      return own.tangents + evaluations.tangents;
    },
    get factorizations() {
      return own.factorizations + (evaluations.factorizations ?? 0);
    },
    get iterations() {
      return own.iterations;
    },
    get fill() {
      return own.fill ?? 0;
    },
  };
}
