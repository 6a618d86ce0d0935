/** The methods, each a family of schemes: `newmark({ beta: 1/6 })`. */
export { methods } from "./all.js";
export { bathe } from "./bathe.js";
export { centralDifference } from "./central-difference.js";
export {
  type CompensatedOptions,
  compensated,
  compensatedLoad,
  type SidedLoad,
  velocityProcess,
} from "./compensated-newmark.js";
export {
  type Compensation,
  type CompensationForm,
  type CompensationKind,
  type CompensationOptions,
  compensation,
  newmarkSeries,
} from "./compensation.js";
export { type Algebra, type Differentiable, type Differentiated, differentiated } from "./differentiation.js";
export {
  type DiscreteFormula,
  type DiscreteLagrangian,
  discreteLagrangian,
  type Promised,
  variationalFrom,
} from "./discrete-lagrangian.js";
export { dop853 } from "./dop853.js";
export { energyMomentum } from "./energy-momentum.js";
export { energyStepping } from "./energy-stepping.js";
export { forceStepping } from "./force-stepping.js";
export { type ForeignNewmark, type ForeignRun, foreignAlpha, foreignNewmark } from "./foreign-solver.js";
export { galerkin } from "./galerkin.js";
export { gauss } from "./gauss.js";
export { coefficientsOf, generalizedAlpha } from "./generalized-alpha.js";
export { hht } from "./hht.js";
export { labuddeGreenspan } from "./labudde-greenspan.js";
export { lagrangeDalembert } from "./lagrange-dalembert.js";
export { midpoint } from "./midpoint.js";
export { newmark } from "./newmark.js";
export { type NewmarkLagrangian, newmarkLagrangian } from "./newmark-lagrangian.js";
export { newmarkMinimization } from "./newmark-minimization.js";
export { oneFactor } from "./one-factor.js";
export { rk4 } from "./rk4.js";
export { sampledLoad } from "./sampled-load.js";
export { simpson } from "./simpson.js";
export { twoStep } from "./two-step.js";
export { variational } from "./variational.js";
export { wbz } from "./wbz.js";
export { yoshida } from "./yoshida.js";
