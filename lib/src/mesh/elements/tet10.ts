/** The tetrahedron of linear strain. */
import { tetrahedron4, tetrahedron15 } from "../shapes/quadrature.js";
import { quadraticSimplex } from "../shapes/simplex.js";
import type { ElementFacts } from "./element.js";
import { tetrahedron } from "./families.js";

export const tet10 = {
  name: "tet10",
  family: tetrahedron,
  shape: () => ({ ...quadraticSimplex(tetrahedron()), stiffness: tetrahedron4(), mass: tetrahedron15() }),
  gmsh: { names: "11", edges: "01 12 20 30 23 13" },
  vtk: { names: "24" },
  abaqus: { names: "C3D10" },
  nastran: { names: "CTETRA" },
  medit: { names: "TetrahedraP2" },
} as const satisfies ElementFacts;
