/** What systems are made of: linear systems, potentials, loads, damping, equilibria, condensation, symmetries. */
export { modalDamping, type ProportionalDamping, rayleighCoefficients, rayleighDamping } from "./damping.js";
export { centralGradient, type DividedDifference, lineGradient } from "./discrete-gradients.js";
export { equilibrium, equilibriumOf } from "./equilibrium.js";
export { type LinearParts, linearSystem, viscousForce } from "./linear.js";
export {
  type GroundMotionParts,
  groundMotion,
  loadOf,
  patternLoad,
  type Samples,
  sampledSignal,
  smoothLoad,
  sumOf,
  tableLoad,
  timeLoad,
} from "./loads.js";
export { type Condensed, condensedLinear, type MatrixParts } from "./massless.js";
export { condensedPotential, type MasslessPotentialParts } from "./massless-potential.js";
export { angularMomenta, linearMomenta } from "./momentum.js";
export { type PotentialParts, potentialSystem } from "./potential.js";
export {
  checkSymmetries,
  hiddenSymmetries,
  type SymmetricParts,
  type SymmetryDefect,
  type SymmetryName,
  symmetryDefect,
} from "./symmetry.js";
