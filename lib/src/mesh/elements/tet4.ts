/** The tetrahedron of constant strain. */
import { tetrahedron1, tetrahedron4 } from "../shapes/quadrature.js";
import { linearSimplex } from "../shapes/simplex.js";
import type { ElementFacts } from "./element.js";
import { tetrahedron } from "./families.js";

export const tet4 = {
  name: "tet4",
  family: tetrahedron,
  shape: () => ({ ...linearSimplex(tetrahedron()), stiffness: tetrahedron1(), mass: tetrahedron4() }),
  gmsh: { names: "4" },
  vtk: { names: "10" },
  abaqus: { names: "C3D4 F3D4" },
  nastran: { names: "CTETRA" },
  medit: { names: "Tetrahedra" },
} as const satisfies ElementFacts;
