export {
  type Ensemble,
  type EnsembleFrame,
  type EnsembleOptions,
  type MemberFailure,
  type Problems,
  runMany,
} from "./run-many.js";
