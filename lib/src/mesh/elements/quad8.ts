/** The serendipity quadrilateral. With two points a direction a motion without energy would be left. */
import { serendipity } from "../shapes/cube.js";
import { gaussOnCube } from "../shapes/quadrature.js";
import type { ElementFacts } from "./element.js";
import { quadrilateral } from "./families.js";

export const quad8 = {
  name: "quad8",
  family: quadrilateral,
  shape: () => ({ ...serendipity(quadrilateral()), stiffness: gaussOnCube(2, 3), mass: gaussOnCube(2, 3) }),
  gmsh: { names: "16", complete: { 10: 9 } },
  vtk: { names: "23", complete: { 28: 9 } },
  abaqus: { names: "S8 CPS8 CPE8 CAX8 M3D8" },
  nastran: { names: "CQUAD8" },
  medit: { complete: { QuadrilateralsQ2: 9 } },
} as const satisfies ElementFacts;
