/** The line of three nodes: sides of quadratic elements. */
import { serendipity } from "../shapes/cube.js";
import { gaussOnCube } from "../shapes/quadrature.js";
import type { ElementFacts } from "./element.js";
import { line } from "./families.js";

export const line3 = {
  name: "line3",
  family: line,
  shape: () => ({ ...serendipity(line()), stiffness: gaussOnCube(1, 2), mass: gaussOnCube(1, 3) }),
  gmsh: { names: "8" },
  vtk: { names: "21" },
  abaqus: { names: "T3D3 T2D3 B22 B32", order: [0, 2, 1] },
  medit: { names: "EdgesP2" },
} as const satisfies ElementFacts;
