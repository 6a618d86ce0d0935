export { type BackEnd, compile, constant, type Formula, type Formulas } from "./compile.js";
export { type ConstraintFormulas, constraintsOf } from "./constraints.js";
export { type DissipationFormula, dissipationOf } from "./dissipation.js";
export { type ForceFormulas, forceOf } from "./force.js";
export { CONSTANTS, FUNCTIONS } from "./notation.js";
export {
  type AdjustableParameters,
  adjustable,
  fixedValues,
  isAdjustable,
  type NamedNumbers,
  namesOf,
  type ParameterNumbers,
} from "./parameters.js";
export { type Expression, parse } from "./parse.js";
export { type Potential, type PotentialFormula, potentialOf } from "./potential.js";
export { comparedOf, type Scalar, type ScalarFormula, type Scalars, scalarOf, scalarsOf } from "./scalar.js";
export { velocityOf } from "./state-inputs.js";
export { type TimeLoadFormulas, timeLoadOf } from "./time-load.js";
