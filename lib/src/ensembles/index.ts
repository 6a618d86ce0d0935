export {
  type Ensemble,
  type EnsembleFrame,
  type EnsembleOptions,
  type MemberFailure,
  type MemberWork,
  type Problems,
  runMany,
} from "./run-many.js";
