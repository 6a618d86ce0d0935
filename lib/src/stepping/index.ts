/** What methods are made of: stages, actions, compositions, compensated matrices and sums, and the balances that fill the energy ledger. A method
 *  outside of this package is written with them as the registered ones are: `family({ … }, scheme)` of `noether`, and a stepper from here. */

export { type Algebra, type Differentiable, type Differentiated, differentiated } from "../symbolic/differentiated.js";
export { type ActionStep, actionStep } from "./action/discrete-action.js";
export {
  type DiscreteFormula,
  type DiscreteLagrangian,
  discreteLagrangian,
  type Promised,
  variationalFrom,
} from "./action/discrete-lagrangian.js";
export { type Node, nodesOf } from "./action/nodes.js";
export { actionScheme } from "./action/stepper.js";
export { alphaScheme } from "./alpha-family.js";
export {
  type CompensatedOptions,
  compensated,
  compensatedLoad,
  type SidedLoad,
  velocityProcess,
} from "./compensation/compensated-newmark.js";
export {
  type Compensation,
  type CompensationForm,
  type CompensationKind,
  type CompensationOptions,
  compensation,
  newmarkSeries,
} from "./compensation/compensation.js";
export { type ForeignNewmark, type ForeignRun, foreignAlpha, foreignNewmark } from "./compensation/foreign-solver.js";
export { sampledLoad } from "./compensation/sampled-load.js";
export { composedStepper } from "./composition.js";
export { dominantTerm, notFinite } from "./diagnosis.js";
export { type Extrapolation, extrapolation } from "./extrapolation.js";
export { implicitStage, type Stage, type StageCoefficients } from "./implicit-acceleration.js";
export { IMPLICIT_DEFAULTS, type ImplicitOptions, implicitParameters } from "./implicit-parameters.js";
export type { IncrementalFunction } from "./minimization/incremental-function.js";
export {
  type IncrementalMinimum,
  incrementalMinimum,
} from "./minimization/incremental-minimum.js";
export { type StageBalance, stageBalance } from "./stages/balance.js";
export { type CoupledStages, coupledStages, type StageTableau } from "./stages/coupled-stages.js";
export { gaussTableau } from "./stages/gauss-tableau.js";
export { lobattoTableau } from "./stages/lobatto-tableau.js";
export type { Tableau } from "./stages/tableau.js";
export { type StateSum, type Summation, stateSum, summation, type VectorSum, vectorSum } from "./summation.js";
export { canonicalForm, newmarkForm } from "./symplectic-forms.js";
export { type FamilyCoefficients, type TrapezoidBalance, trapezoidBalance } from "./trapezoid-balance.js";
