/** Meshes that are made, not read. */
export { BOX_ELEMENTS, type Box, box } from "./box.js";
export { type Building, building } from "./building.js";
export { CYLINDER_ELEMENTS, type Cylinder, cylinder } from "./cylinder.js";
export { LATTICE_KINDS, type Lattice, type LatticeKind, lattice } from "./lattice.js";
export type { Tetrahedra } from "./split.js";
