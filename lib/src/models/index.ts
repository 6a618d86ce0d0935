/** Models and what they are made of: linear systems, potentials, particles, loads, damping, condensation. */
export { models } from "./all.js";
export { modalDamping, type ProportionalDamping, rayleighCoefficients, rayleighDamping } from "./damping.js";
export {
  centralGradient,
  type DividedDifference,
  lineGradient,
  polynomialGradient,
  springSecant,
} from "./discrete-gradients.js";
export { equilibrium, equilibriumOf } from "./equilibrium.js";
export {
  type Frame,
  type FrameAction,
  type FrameDescription,
  type FrameDirection,
  type FrameInput,
  type FrameLoad,
  type FrameNode,
  type FrameSupport,
  frame,
  type Member,
  type MemberInput,
  type NodeConstant,
  type Section,
  type SectionInput,
} from "./frame/index.js";
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
export { type Model, type ModelProblem, model, startingFrom } from "./model.js";
export { angularMomenta, linearMomenta } from "./momentum.js";
export { centralSextic } from "./oscillators/central-sextic.js";
export { doubleSpringPendulum } from "./oscillators/double-spring-pendulum.js";
export { duffing } from "./oscillators/duffing.js";
export { elasticPendulum } from "./oscillators/elastic-pendulum.js";
export { harmonic } from "./oscillators/harmonic.js";
export { henonHeiles } from "./oscillators/henon-heiles.js";
export { pendulum } from "./oscillators/pendulum.js";
export { sinhOscillator } from "./oscillators/sinh-oscillator.js";
export { springPendulum } from "./oscillators/spring-pendulum.js";
export { argonCluster } from "./particles/argon-cluster.js";
export type { Gravity } from "./particles/gravity.js";
export { inJacobiCoordinates } from "./particles/jacobi.js";
export { kepler } from "./particles/kepler.js";
export type { LennardJones } from "./particles/lennard-jones.js";
export { outerSolarSystem } from "./particles/outer-solar-system.js";
export { type PairLaw, type Particles, particles } from "./particles/particle-system.js";
export { radialKepler } from "./particles/radial-kepler.js";
export { springChain } from "./particles/spring-chain.js";
export type { Bond } from "./particles/springs.js";
export { type Followed, followingAngle, sweptAngle } from "./particles/swept-angle.js";
export { type PotentialParts, potentialSystem } from "./potential.js";
export {
  type Attachment,
  type BodyLoad,
  fixed,
  gravity,
  groundAcceleration,
  isochoricNeoHookean,
  type LoadedSurface,
  linearElastic,
  type Material,
  mooneyRivlin,
  type NodalField,
  type NodalLoad,
  neoHookean,
  nodalForce,
  nodalMasses,
  prescribed,
  type RigidPlane,
  type Solid,
  type SolidDescription,
  type SolidInput,
  type SolidStart,
  type Support,
  solid,
  solidBody,
  solidProblem,
  stVenantKirchhoff,
  surfaceForce,
  surfacePressure,
  surfaceTraction,
  weightPattern,
} from "./solid/index.js";
export { cantilever } from "./structures/cantilever.js";
export { portalFrame } from "./structures/portal-frame.js";
export { shearBuilding } from "./structures/shear-building.js";
export { type SyntheticRecord, syntheticRecord } from "./structures/synthetic-record.js";
export { tossedBlock } from "./structures/tossed-block.js";
export {
  checkSymmetries,
  hiddenSymmetries,
  type SymmetricParts,
  type SymmetryDefect,
  type SymmetryName,
  symmetryDefect,
} from "./symmetry.js";
