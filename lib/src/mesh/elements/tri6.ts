/** The triangle of linear strain. */
import { triangle3, triangle7 } from "../shapes/quadrature.js";
import { quadraticSimplex } from "../shapes/simplex.js";
import type { ElementFacts } from "./element.js";
import { triangle } from "./families.js";

export const tri6 = {
  name: "tri6",
  family: triangle,
  shape: () => ({ ...quadraticSimplex(triangle()), stiffness: triangle3(), mass: triangle7() }),
  gmsh: { names: "9" },
  vtk: { names: "22", complete: { 34: 7 } },
  abaqus: { names: "S6 CPS6 CPE6 CAX6 STRI65 M3D6" },
  nastran: { names: "CTRIA6" },
  medit: { names: "TrianglesP2" },
} as const satisfies ElementFacts;
