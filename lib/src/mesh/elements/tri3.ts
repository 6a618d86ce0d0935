/** The triangle of constant strain. */
import { TRIANGLE_1, TRIANGLE_3 } from "../shapes/quadrature.js";
import { linearSimplex } from "../shapes/simplex.js";
import { element } from "./element.js";
import { triangle } from "./families.js";

export const tri3 = element({
  name: "tri3",
  family: triangle,
  shape: () => ({ ...linearSimplex(triangle), stiffness: TRIANGLE_1, mass: TRIANGLE_3 }),
  gmsh: { names: "2" },
  vtk: { names: "5" },
  abaqus: { names: "S3 CPS3 CPE3 CAX3 STRI3 M3D3 R3D3" },
  nastran: { names: "CTRIA3 CTRIAR" },
  medit: { names: "Triangles" },
});
