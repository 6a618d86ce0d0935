/** The wedge of six nodes. The first triangle of VTK's looks outward. */
import { gaussOnCube, product, TRIANGLE_3 } from "../shapes/quadrature.js";
import { linearWedge } from "../shapes/wedge.js";
import { element } from "./element.js";
import { wedge } from "./families.js";

export const wedge6 = element({
  name: "wedge6",
  family: wedge,
  shape: () => ({
    ...linearWedge,
    stiffness: product(TRIANGLE_3, gaussOnCube(1, 2)),
    mass: product(TRIANGLE_3, gaussOnCube(1, 2)),
  }),
  gmsh: { names: "6" },
  vtk: { names: "13", order: "mirrored" },
  abaqus: { names: "C3D6 F3D6" },
  nastran: { names: "CPENTA" },
  medit: { names: "Prisms" },
});
