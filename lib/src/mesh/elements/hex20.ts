/** The serendipity hexahedron. With two points a direction it has 48 strains for its 54 deformations, and six of them would cost
 *  nothing: harmless in statics, and free to grow in a long motion. */
import { serendipity } from "../shapes/cube.js";
import { gaussOnCube } from "../shapes/quadrature.js";
import type { ElementFacts } from "./element.js";
import { hexahedron } from "./families.js";

export const hex20 = {
  name: "hex20",
  family: hexahedron,
  shape: () => ({ ...serendipity(hexahedron()), stiffness: gaussOnCube(3, 3), mass: gaussOnCube(3, 3) }),
  gmsh: { names: "17", complete: { 12: 27 }, edges: "01 03 04 12 15 23 26 37 45 47 56 67" },
  vtk: { names: "25", complete: { 29: 27 } },
  abaqus: { names: "C3D20" },
  nastran: { names: "CHEXA", edges: "01 12 23 30 04 15 26 37 45 56 67 74" },
  medit: { complete: { HexahedraQ2: 27 } },
} as const satisfies ElementFacts;
