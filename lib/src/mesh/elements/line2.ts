/** The line of two nodes: bars, members of frames, sides of plane elements. */
import { multilinear } from "../shapes/cube.js";
import { gaussOnCube } from "../shapes/quadrature.js";
import type { ElementFacts } from "./element.js";
import { line } from "./families.js";

export const line2 = {
  name: "line2",
  family: line,
  shape: () => ({ ...multilinear(line()), stiffness: gaussOnCube(1, 1), mass: gaussOnCube(1, 2) }),
  gmsh: { names: "1" },
  vtk: { names: "3" },
  abaqus: { names: "T3D2 T2D2 B21 B31 B23 B33" },
  nastran: { names: "CROD CBAR CBEAM CTUBE" },
  medit: { names: "Edges" },
} as const satisfies ElementFacts;
