/** The methods, each a family of schemes: `newmark({ beta: 1/6 })`. */
export { methods } from "./all.js";
export { bathe } from "./bathe.js";
export { centralDifference } from "./central-difference.js";
export { dop853 } from "./dop853.js";
export { energyMomentum } from "./energy-momentum.js";
export { gauss } from "./gauss.js";
export { generalizedAlpha } from "./generalized-alpha.js";
export { hht } from "./hht.js";
export { labuddeGreenspan } from "./labudde-greenspan.js";
export { lagrangeDalembert } from "./lagrange-dalembert.js";
export { midpoint } from "./midpoint.js";
export { newmark } from "./newmark.js";
export { rk4 } from "./rk4.js";
export { variational } from "./variational.js";
export { wbz } from "./wbz.js";
export { yoshida } from "./yoshida.js";
