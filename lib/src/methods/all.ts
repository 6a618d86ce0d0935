/** The registry of methods: the command line, the model file, the reference pages and the contract tests go through it. */
import type { MethodFamily } from "../core/method.js";
import { bathe } from "./bathe.js";
import { centralDifference } from "./central-difference.js";
import { dop853 } from "./dop853.js";
import { energyMomentum } from "./energy-momentum.js";
import { energyStepping } from "./energy-stepping.js";
import { forceStepping } from "./force-stepping.js";
import { galerkin } from "./galerkin.js";
import { gauss } from "./gauss.js";
import { generalizedAlpha } from "./generalized-alpha.js";
import { hht } from "./hht.js";
import { labuddeGreenspan } from "./labudde-greenspan.js";
import { lagrangeDalembert } from "./lagrange-dalembert.js";
import { midpoint } from "./midpoint.js";
import { newmark } from "./newmark.js";
import { newmarkMinimization } from "./newmark-minimization.js";
import { oneFactor } from "./one-factor.js";
import { rk4 } from "./rk4.js";
import { simpson } from "./simpson.js";
import { twoStep } from "./two-step.js";
import { variational } from "./variational.js";
import { wbz } from "./wbz.js";
import { yoshida } from "./yoshida.js";

export const methods: readonly MethodFamily[] = [
  newmark,
  centralDifference,
  midpoint,
  variational,
  lagrangeDalembert,
  twoStep,
  newmarkMinimization,
  energyMomentum,
  labuddeGreenspan,
  simpson,
  oneFactor,
  galerkin,
  gauss,
  yoshida,
  hht,
  wbz,
  generalizedAlpha,
  bathe,
  rk4,
  dop853,
  forceStepping,
  energyStepping,
];
