export { type BodySnapshots, bodySnapshots } from "./body-snapshots.js";
export { type Extremes, extremes } from "./extremes.js";
export { invariantSize } from "./invariant-size.js";
export { meanFrequency } from "./mean-frequency.js";
export { type Measured, type NotFinite, notFiniteIn } from "./not-finite.js";
export { type Peak, peak } from "./peak.js";
export {
  type CrossingDirection,
  type Crossings,
  poincareSection,
  type SectionOptions,
} from "./poincare-section.js";
export { type ProbeSeries, probe } from "./probe.js";
export { type Recording, type RecordingOptions, recordingOf, type Seen, viewOf } from "./recording.js";
export { type StepSizes, stepSizes } from "./step-sizes.js";
export { type FrameExtremes, type ThinnedFrames, thinnedFrames } from "./thinned-frames.js";
export { type Trajectory, trajectory } from "./trajectory.js";
