/** The tetrahedron of linear strain. */
import { TETRAHEDRON_4, TETRAHEDRON_15 } from "../shapes/quadrature.js";
import { quadraticSimplex } from "../shapes/simplex.js";
import { element } from "./element.js";
import { tetrahedron } from "./families.js";

export const tet10 = element({
  name: "tet10",
  family: tetrahedron,
  shape: () => ({ ...quadraticSimplex(tetrahedron), stiffness: TETRAHEDRON_4, mass: TETRAHEDRON_15 }),
  gmsh: { names: "11", edges: "01 12 20 30 23 13" },
  vtk: { names: "24" },
  abaqus: { names: "C3D10" },
  nastran: { names: "CTETRA" },
  medit: { names: "TetrahedraP2" },
});
