/** Finite elements: solids and frames made of elements, materials, supports and loads. */
export type { Dofs } from "./assembly/dofs.js";
export { nodalMasses, weightPattern } from "./assembly/nodal-mass.js";
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
} from "./boundary/loads.js";
export type { ElementSet } from "./elements/element-set.js";
export { solidBody } from "./fields/solid-body.js";
export { type Frame, frame } from "./frame.js";
export type {
  Continuum,
  FrameAction,
  FrameDescription,
  FrameDirection,
  FrameInput,
  FrameLoad,
  FrameNode,
  FrameSupport,
  Member,
  MemberInput,
  NodeConstant,
  Section,
  SectionInput,
} from "./frame-description.js";
export type { ElasticConstants } from "./materials/elastic-constants.js";
export { linearElastic } from "./materials/linear-elastic.js";
export type { Material, StoredEnergy } from "./materials/material.js";
export { isochoricNeoHookean, type MooneyRivlin, mooneyRivlin } from "./materials/mooney-rivlin.js";
export { neoHookean } from "./materials/neo-hookean.js";
export { stVenantKirchhoff } from "./materials/st-venant-kirchhoff.js";
export { type EnergyExpression, type Invariants, storedEnergy } from "./materials/stored-energy.js";
export { type Solid, solid } from "./solid.js";
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
} from "./solid-description.js";
export { type NodalField, type SolidStart, solidProblem } from "./solid-problem.js";
