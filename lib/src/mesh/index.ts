/** Meshes: points, elements, groups, and what can be said of them without mechanics. */
import { elementTypes } from "./element-types.js";
import { shapedTypes } from "./shapes/shape-of.js";

export type { Body, BodyField, FieldValues } from "./body.js";
export { type Boundary, boundaryNodes, boundaryOf, sideNodes, sidesUnder } from "./boundary.js";
export { groupsAsElements, type Regions, regionsOf } from "./boundary-elements.js";
export { checkMesh, checkNotices, type MeshCheck, unusedNodes } from "./check.js";
export { type ElementName, type ElementType, elementType, type Side } from "./element-types.js";
export { edgesOf, type Face, type FaceEdges, facesOfMesh, normalOf, trianglesOf } from "./faces.js";
export {
  type Box,
  type Building,
  box,
  building,
  type Cylinder,
  cylinder,
  type Lattice,
  lattice,
} from "./generate/index.js";
export {
  blockStarts,
  dimensionOf,
  type ElementBlock,
  elementCount,
  elementNumber,
  type Group,
  type Mesh,
  nodeCount,
  nodeNumber,
  sizeOf,
} from "./mesh.js";
export { mirrored, mirroredSides } from "./mirror.js";
export { cornerSigns, type Oriented, oriented } from "./orientation.js";
export {
  groupsNamed,
  nearestNode,
  nodesByNumber,
  nodesNamed,
  nodesOnPlane,
  nodesWhere,
  type Point,
  surfaceNamed,
  surfaceWithin,
} from "./selection.js";
export type { QuadratureRule } from "./shapes/quadrature.js";
export type { Shape, ShapeFunctions } from "./shapes/shape.js";
export { shapeOf } from "./shapes/shape-of.js";
export { areaOf, pressure, surfaceForces, traction } from "./surface.js";

export const ELEMENT_TYPES = elementTypes();
/** The types that can be computed with. */
export const SHAPED = shapedTypes();
