/** The interfaces: systems, methods, runs, observers, failures. */
export { digitsArePortable } from "./elementary.js";
export { type Failure, type InputCode, InputError, type Place, type Term } from "./failure.js";
export type { GrowthPolicy } from "./growth.js";
export { type Ledger, type LedgerBalance, openLedger, type Powers, powersOf } from "./ledger.js";
export { type LinearStep, linearStep, matrixOf } from "./linear-step.js";
export { jumpsOfLoad } from "./load-jumps.js";
export type { Matrix, Sparsity } from "./matrix.js";
export {
  type Alternative,
  type Claims,
  type Clock,
  type Conserved,
  type Demand,
  type FixedStepMethod,
  type FixedStepScheme,
  family,
  type Method,
  type MethodFamily,
  type Need,
  noWork,
  type OwnClockMethod,
  type OwnClockScheme,
  type OwnClockStepper,
  refusal,
  type Scheme,
  type Stepper,
  type SymplecticForm,
  standard,
  type Work,
} from "./method.js";
export { distinct, type Notice, noticesOf } from "./notice.js";
export type { Observed, Observer, Observers } from "./observer.js";
export {
  accepted,
  choice,
  completed,
  flag,
  optionalNumbers,
  optionalReal,
  type Parameter,
  type ParameterTable,
  type ParameterValue,
  type Range,
  real,
  required,
  type ValuesOf,
  whole,
} from "./parameter.js";
export { congruence } from "./random.js";
export {
  begin,
  march,
  orThrow,
  type Run,
  type Runner,
  type RunOptions,
  run,
  type Snapshot,
  type Status,
} from "./run.js";
export { constantSignal, type Signal } from "./signal.js";
export { didYouMean, nearest } from "./spelling.js";
export { copyOf, type State } from "./state.js";
export {
  type Constraints,
  type Contact,
  type DiscreteGradient,
  energyOf,
  type Force,
  type ForceTangent,
  type Friction,
  type Invariant,
  isConservative,
  kineticEnergy,
  type LinearSystem,
  type LocalTerms,
  type Mass,
  type NonlinearSystem,
  opposingForce,
  type Problem,
  readsVelocity,
  type System,
  type Tangent,
  type TimeLoad,
  totalForce,
  type View,
} from "./system.js";
export type { ThreadPool, ThreadTask, WithThreads } from "./threads.js";
export type { Span, StepCount, Time } from "./time.js";
export { maxOf, minOf, type Vec } from "./vec.js";
