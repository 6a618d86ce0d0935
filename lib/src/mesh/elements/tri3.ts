/** The triangle of constant strain. */
import { triangle1, triangle3 } from "../shapes/quadrature.js";
import { linearSimplex } from "../shapes/simplex.js";
import type { ElementFacts } from "./element.js";
import { triangle } from "./families.js";

export const tri3 = {
  name: "tri3",
  family: triangle,
  shape: () => ({ ...linearSimplex(triangle()), stiffness: triangle1(), mass: triangle3() }),
  gmsh: { names: "2" },
  vtk: { names: "5" },
  abaqus: { names: "S3 CPS3 CPE3 CAX3 STRI3 M3D3 R3D3" },
  nastran: { names: "CTRIA3 CTRIAR" },
  medit: { names: "Triangles" },
} as const satisfies ElementFacts;
