/** Gonzalez, Schmidt, Ortiz: Force-stepping integrators in Lagrangian mechanics.                        [gonzalez2010] */
import type { Reproduction } from "../reproduction.js";
import { argonItems } from "./argon.js";
import { convergenceItems } from "./convergence.js";
import { illustrations } from "./illustrations.js";
import { impactItems } from "./impact.js";
import { impactMeshes } from "./impact-meshes.js";
import { impactOrigins } from "./impact-origins.js";
import { impactStepItems } from "./impact-steps.js";
import { keplerItems } from "./kepler.js";
import { reduced } from "./kepler-reduced.js";
import { rateItems } from "./rates.js";
import { statements } from "./statements.js";

export const gonzalez2010: Reproduction = {
  key: "gonzalez2010",
  title: "Force-stepping integrators in Lagrangian mechanics",
  items: [
    ...illustrations,
    statements,
    ...keplerItems,
    reduced,
    ...convergenceItems,
    ...argonItems,
    ...rateItems,
    ...impactItems,
    impactMeshes,
    impactOrigins,
    ...impactStepItems,
  ],
};
