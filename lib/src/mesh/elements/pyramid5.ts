/** The pyramid of five nodes, between hexahedra and tetrahedra: it has no shape functions here. */
import type { ElementFacts } from "./element.js";
import { pyramid } from "./families.js";

export const pyramid5 = {
  name: "pyramid5",
  family: pyramid,
  gmsh: { names: "7" },
  vtk: { names: "14" },
  abaqus: { names: "C3D5" },
  nastran: { names: "CPYRAM CPYRA" },
  medit: { names: "Pyramids" },
} as const satisfies ElementFacts;
