/** Claims measured: order, symplecticity, reversibility, invariants; and what schemes do to modes, before any run. */
export { type Advice, type AdviceOptions, advise } from "./advice.js";
export { adviseForRun, type RunAdviceOptions } from "./advice-for-run.js";
export { algorithmicDamping, dampingParameter, type WantedDamping } from "./algorithmic-damping.js";
export { type ModeAmplification, modeAmplification, oscillator, type Root } from "./amplification.js";
export * from "./bea/index.js";
export {
  type Certificate,
  type CertifyOptions,
  certify,
  type DefectPoint,
  type Defects,
  type DriftTest,
  type Evidence,
  type Finding,
  keeps,
  type OrderFit,
  type Verdict,
} from "./certify.js";
export { type ComplexMode, type ComplexModes, complexModes } from "./complex-modes.js";
export { type Drift, drift } from "./drift.js";
export { type FittedOrder, fittedOrder } from "./fitted-order.js";
export { type Exceedances, type Fragility, fragility, type NoFragility } from "./fragility.js";
export {
  exceedancesOf,
  type IncrementalCurve,
  type IncrementalDynamicAnalysis,
  type IncrementalRun,
  incrementalDynamicAnalysis,
} from "./incremental-dynamic-analysis.js";
export { type LyapunovIndicator, type LyapunovOptions, lyapunovIndicator } from "./lyapunov.js";
export { linearised, type Mode, type ModesOfSystem, modesOf, type SmallMotion, smallMotion } from "./modes.js";
export { type Convergence, convergence, observedOrder, type Reference, slopeOf } from "./order.js";
export { averageAcceleration, exactRecurrence, type Recurrence } from "./oscillator-recurrence.js";
export { plainSweep, quickestSweep, type Sweep, wasmSweep } from "./oscillator-sweep.js";
export { type Participation, participation, participationOf } from "./participation.js";
export { percentile } from "./percentile.js";
export { type ResponseSpectrum, responseSpectra, type SpectrumOptions } from "./response-spectrum.js";
export {
  type Growth,
  growthOf,
  type RoundingErrors,
  type RoundingOptions,
  roundingErrors,
  roundingRuns,
} from "./rounding-growth.js";
export {
  bowlStarts,
  chainStarts,
  keplerStarts,
  outerSolarStarts,
  troughStarts,
  wallStarts,
} from "./rounding-starts.js";
export { type CurveOptions, type SchemeCurves, schemeCurves } from "./scheme-curves.js";
export { distortedMode, logarithmOf, type SchemeOfMode, schemeOfMode } from "./scheme-of-mode.js";
export { eigenvaluesOfModes, growthOfSystem, isBounded, schemeOfSystem } from "./scheme-of-system.js";
export {
  limitOfScheme,
  type ModeUnderSchemes,
  modesUnderSchemes,
  type NamedScheme,
  type SchemeLimit,
  solveCost,
  watchedSteps,
} from "./schemes-of-problem.js";
export {
  type RecordOfEnsemble,
  type SpectraEnsemble,
  type SpectralQuantity,
  spectraEnsemble,
} from "./spectra-ensemble.js";
export { stabilityLimit, stepLimit, stepLimitOf } from "./stability-limit.js";
export { jacobian, type StepMap, stepMap } from "./step-map.js";
export { reversalDefect, symplecticDefect } from "./structure.js";
export { type Relation, variationalNature } from "./variational-nature.js";
