/** Solids: elements, materials, supports, loads, contact. */
export {
  fixed,
  gravity,
  groundAcceleration,
  type LoadedSurface,
  nodalForce,
  prescribed,
  surfaceForce,
  surfacePressure,
  surfaceTraction,
} from "./actions.js";
export { solidBody } from "./body.js";
export type {
  Attachment,
  BodyLoad,
  FollowingPressure,
  NodalLoad,
  PlaneState,
  Region,
  RigidPlane,
  SolidDescription,
  SolidInput,
  Support,
} from "./description.js";
export type { Dofs } from "./dofs.js";
export type { ElementSet } from "./element-set.js";
export type { Material, StoredEnergy } from "./material.js";
export { type ElasticConstants, type Lame, lame, youngs } from "./materials/elastic-constants.js";
export { linearElastic } from "./materials/linear-elastic.js";
export { isochoricNeoHookean, type MooneyRivlin, mooneyRivlin } from "./materials/mooney-rivlin.js";
export { neoHookean } from "./materials/neo-hookean.js";
export { stVenantKirchhoff } from "./materials/st-venant-kirchhoff.js";
export { nodalMasses, weightPattern } from "./nodal-mass.js";
export { type Solid, solid } from "./solid.js";
export { type NodalField, type SolidStart, solidProblem } from "./start.js";
