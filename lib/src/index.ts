/** Noether: motion of mechanical systems in time, with the structure of mechanics kept.
 *
 *      import { kepler, newmark, run, trajectory } from "noether";
 *      const result = run(kepler({ eccentricity: 0.6 }), newmark(), { time: { step: 0.01, steps: 1000 }, ledger: true });
 *
 *  Linear algebra, file formats, the model file, analysis and figures have entries of their own: `noether/linalg`,
 *  `noether/stepping`, `noether/scene`, `noether/formats`, `noether/model-file`, `noether/analysis`, `noether/report`,
 *  `noether/results`. */
export * from "./core/index.js";
export * from "./ensembles/index.js";
export * from "./fe/index.js";
export { diagonalMass, fullPattern, matrixMass, scalarMass } from "./linalg/index.js";
export * from "./methods/index.js";
export * from "./models/index.js";
export * from "./observers/index.js";
export {
  type Algebra,
  type CompensatedOptions,
  type Compensation,
  type CompensationForm,
  type CompensationKind,
  type CompensationOptions,
  canonicalForm,
  compensated,
  compensatedLoad,
  compensation,
  type Differentiable,
  type Differentiated,
  type DiscreteFormula,
  type DiscreteLagrangian,
  differentiated,
  discreteLagrangian,
  type ForeignNewmark,
  type ForeignRun,
  foreignAlpha,
  foreignNewmark,
  newmarkSeries,
  type Promised,
  type SidedLoad,
  sampledLoad,
  variationalFrom,
  velocityProcess,
} from "./stepping/index.js";
export * from "./systems/index.js";
