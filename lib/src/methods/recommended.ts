/** What refusals recommend, the best first: a refusal names those of them whose needs the system meets and which handle what it demands. */
import { type Alternative, type MethodFamily, standard } from "../core/method.js";
import { centralDifference } from "./central-difference.js";
import { energyMomentum } from "./energy-momentum.js";
import { forceStepping } from "./force-stepping.js";
import { gauss } from "./gauss.js";
import { lagrangeDalembert } from "./lagrange-dalembert.js";
import { newmarkMinimization } from "./newmark-minimization.js";
import { rk4 } from "./rk4.js";
import { twoStep } from "./two-step.js";
import { variational } from "./variational.js";

const FAMILIES: readonly MethodFamily[] = [
  gauss,
  energyMomentum,
  variational,
  lagrangeDalembert,
  twoStep,
  newmarkMinimization,
  centralDifference,
  rk4,
];

export const recommendedMethods = (): readonly Alternative[] => [
  ...FAMILIES.map((family) => ({ name: family.id, method: standard(family) })),
  withSetting(forceStepping, "splitting"),
];

/** With a setting that has no default: by the variant that gives it. */
function withSetting(family: MethodFamily, key: string): Alternative {
  const variant = family.variants.find((settings) => key in settings);
  return { name: `${family.id} with ${key}`, method: family(variant) };
}
