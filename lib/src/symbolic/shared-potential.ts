/** Potentials that differ in their numbers alone share one compilation: the cases of a study with a builtin model parse, differentiate and compile nothing.
 *
 *  Whoever calls a function next has its parameters put in, unless they are there already. */

import { specialises } from "../core/specialise.js";
import type { DiscreteGradient } from "../core/system.js";
import { sourceOf } from "./expressed.js";
import { type AdjustableParameters, adjustable, type NamedNumbers } from "./parameters.js";
import { builderOf, type Potential, type PotentialFormula, potentialOf } from "./potential.js";

interface Shared {
  readonly parameters: AdjustableParameters;
  readonly potential: Potential;
  /** Whose parameters it has. */
  user: NamedNumbers;
}

const known = new Map<string, Shared>();
const MOST_KNOWN = 64;

/** As `potentialOf`, with parameters that are numbers for good and not folded into the code: a factor 0 does not remove its term. */
export function sharedPotentialOf(formula: PotentialFormula & { readonly parameters?: NamedNumbers }): Potential {
  const { parameters = {} } = formula;
  const shared = sharedOf(formula, parameters);
  const { potential } = shared;
  const use = () => {
    if (shared.user === parameters) return;
    shared.parameters.set(parameters);
    shared.user = parameters;
  };
  const { pattern, values } = potential.tangent;
  const discreteGradient = differenceOf(potential.discreteGradient, use);
  const gradient: Potential["gradient"] = (q, out) => {
    use();
    potential.gradient(q, out);
  };
  const tangent: Potential["tangent"] = {
    pattern,
    values(q, out) {
      use();
      values(q, out);
    },
  };
  const build = builderOf({ ...formula, parameters: adjustable(parameters) });
  return {
    ...potential,
    potential(q) {
      use();
      return potential.potential(q);
    },
    gradient,
    gradientRounding(q, out) {
      use();
      potential.gradientRounding(q, out);
    },
    tangent,
    discreteGradient,
    expression: { source: sourceOf(build), gradient, tangent: tangent.values, between: discreteGradient.between },
  };
}

function sharedOf(formula: PotentialFormula, parameters: NamedNumbers): Shared {
  const { coordinates, potential, strains } = formula;
  const key = JSON.stringify([coordinates, Object.keys(parameters), potential, strains, specialises()]);
  let shared = known.get(key);
  if (shared === undefined) {
    const own = adjustable(parameters);
    shared = { parameters: own, potential: potentialOf({ ...formula, parameters: own }), user: parameters };
  }
  // Those that were used last are kept.
  known.delete(key);
  known.set(key, shared);
  if (known.size > MOST_KNOWN) known.delete(known.keys().next().value as string);
  return shared;
}

function differenceOf(shared: DiscreteGradient, use: () => void): DiscreteGradient {
  const { between, rounding, tangent, resisting } = shared;
  return {
    get ofDistances() {
      return shared.ofDistances;
    },
    get mayCancel() {
      return shared.mayCancel === true;
    },
    between(a, b, out) {
      use();
      between(a, b, out);
    },
    rounding(a, b, out) {
      use();
      rounding?.(a, b, out);
    },
    tangent: {
      get pattern() {
        return tangent.pattern;
      },
      get symmetric() {
        return tangent.symmetric;
      },
      values(a, b, out) {
        use();
        tangent.values(a, b, out);
      },
    },
    ...(resisting !== undefined && { resisting: (r: number) => differenceOf(resisting(r), use) }),
  };
}
