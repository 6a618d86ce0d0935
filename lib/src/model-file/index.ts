/** Model files: text in, a problem with its method and times out. */

export {
  type BackEnd,
  compile,
  constant,
  dissipationOf,
  type Expression,
  type Formula,
  type Formulas,
  forceOf,
  type NamedNumbers,
  type Potential,
  parse,
  potentialOf,
  scalarOf,
  timeLoadOf,
} from "../symbolic/index.js";
export { type AdjustableModel, loadAdjustableModel } from "./adjustable-model.js";
export {
  type BeginOptions,
  beginPlan,
  blamedOn,
  type FrameObserver,
  type PlannedObservers,
  type PlannedRun,
  partDone,
  spanOf,
} from "./begin-plan.js";
export { buildProblem, buildSystem, chosenMethod, chosenStep, type Plan, sceneOf, scheduleOf } from "./build.js";
export type { ReadFile } from "./files.js";
export { modelSchema } from "./json-schema.js";
export { type LoadOptions, loadModel, type Model, modelFrom } from "./load.js";
export { announcedSize } from "./mesh-entry.js";
export { methodOf } from "./method-choice.js";
export { type MethodInWords, methodInWords, split } from "./method-text.js";
export { endSetting, methodSetting, type Override, setting, stepSetting } from "./overrides.js";
export { type Probe, quantityOf, type RecordedQuantity, type RecordPlan, type StateFunction } from "./record.js";
export type { Inserted } from "./source.js";
export type { SystemKind } from "./system-kind.js";
export { type SystemKindId, systemKinds } from "./system-kinds.js";
export type { BuiltSystem } from "./system-parts.js";
