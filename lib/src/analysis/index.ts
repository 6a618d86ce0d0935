/** Claims measured: order, symplecticity, reversibility, invariants. */
export { type Certificate, type CertifyOptions, certify, type Finding, keeps } from "./certify.js";
export { type Drift, drift } from "./drift.js";
export { type Convergence, convergence, observedOrder, type Reference, slopeOf } from "./order.js";
export { jacobian, type StepMap, stepMap } from "./step-map.js";
export { reversalDefect, symplecticDefect } from "./structure.js";
