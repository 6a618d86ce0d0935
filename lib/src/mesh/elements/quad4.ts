/** The bilinear quadrilateral. */
import { multilinear } from "../shapes/cube.js";
import { gaussOnCube } from "../shapes/quadrature.js";
import type { ElementFacts } from "./element.js";
import { quadrilateral } from "./families.js";

export const quad4 = {
  name: "quad4",
  family: quadrilateral,
  shape: () => ({ ...multilinear(quadrilateral()), stiffness: gaussOnCube(2, 2), mass: gaussOnCube(2, 2) }),
  gmsh: { names: "3" },
  vtk: { names: "9" },
  abaqus: { names: "S4 CPS4 CPE4 CAX4 M3D4 R3D4" },
  nastran: { names: "CQUAD4 CQUADR" },
  medit: { names: "Quadrilaterals" },
} as const satisfies ElementFacts;
