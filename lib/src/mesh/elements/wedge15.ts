/** The serendipity wedge. Nine points have 54 strains for its 39 deformations. */
import { gaussOnCube, product, triangle3, triangle7 } from "../shapes/quadrature.js";
import { quadraticWedge } from "../shapes/wedge.js";
import type { ElementFacts } from "./element.js";
import { wedge } from "./families.js";

export const wedge15 = {
  name: "wedge15",
  family: wedge,
  shape: () => ({
    ...quadraticWedge(wedge()),
    stiffness: product(triangle3(), gaussOnCube(1, 3)),
    mass: product(triangle7(), gaussOnCube(1, 3)),
  }),
  gmsh: { names: "18", complete: { 13: 18 }, edges: "01 02 03 12 14 25 34 35 45" },
  vtk: { names: "26", complete: { 32: 18 }, order: "mirrored" },
  abaqus: { names: "C3D15" },
  nastran: { names: "CPENTA", edges: "01 12 20 03 14 25 34 45 53" },
} as const satisfies ElementFacts;
