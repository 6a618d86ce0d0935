/** The tetrahedron of constant strain. */
import { TETRAHEDRON_1, TETRAHEDRON_4 } from "../shapes/quadrature.js";
import { linearSimplex } from "../shapes/simplex.js";
import { element } from "./element.js";
import { tetrahedron } from "./families.js";

export const tet4 = element({
  name: "tet4",
  family: tetrahedron,
  shape: () => ({ ...linearSimplex(tetrahedron), stiffness: TETRAHEDRON_1, mass: TETRAHEDRON_4 }),
  gmsh: { names: "4" },
  vtk: { names: "10" },
  abaqus: { names: "C3D4 F3D4" },
  nastran: { names: "CTETRA" },
  medit: { names: "Tetrahedra" },
});
