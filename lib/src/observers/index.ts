export { type Extremes, extremes } from "./extremes.js";
export { type Measured, type NotFinite, notFiniteIn } from "./not-finite.js";
export { probe, type Series } from "./probe.js";
export { type StepSizes, stepSizes } from "./step-sizes.js";
export { type Trajectory, trajectory } from "./trajectory.js";
