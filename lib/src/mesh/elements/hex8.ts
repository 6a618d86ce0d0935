/** The trilinear hexahedron. */
import { multilinear } from "../shapes/cube.js";
import { gaussOnCube } from "../shapes/quadrature.js";
import type { ElementFacts } from "./element.js";
import { hexahedron } from "./families.js";

export const hex8 = {
  name: "hex8",
  family: hexahedron,
  shape: () => ({ ...multilinear(hexahedron()), stiffness: gaussOnCube(3, 2), mass: gaussOnCube(3, 2) }),
  gmsh: { names: "5" },
  vtk: { names: "12" },
  abaqus: { names: "C3D8 F3D8" },
  nastran: { names: "CHEXA" },
  medit: { names: "Hexahedra Hexaedra" },
} as const satisfies ElementFacts;
