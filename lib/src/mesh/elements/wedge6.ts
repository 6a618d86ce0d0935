/** The wedge of six nodes. The first triangle of VTK's looks outward. */
import { gaussOnCube, product, triangle3 } from "../shapes/quadrature.js";
import { linearWedge } from "../shapes/wedge.js";
import type { ElementFacts } from "./element.js";
import { wedge } from "./families.js";

export const wedge6 = {
  name: "wedge6",
  family: wedge,
  shape: () => ({
    ...linearWedge,
    stiffness: product(triangle3(), gaussOnCube(1, 2)),
    mass: product(triangle3(), gaussOnCube(1, 2)),
  }),
  gmsh: { names: "6" },
  vtk: { names: "13", order: "mirrored" },
  abaqus: { names: "C3D6 F3D6" },
  nastran: { names: "CPENTA" },
  medit: { names: "Prisms" },
} as const satisfies ElementFacts;
