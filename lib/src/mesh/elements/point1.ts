/** Points: nodes with a name of their own. */
import type { ElementFacts } from "./element.js";
import { point } from "./families.js";

export const point1 = {
  name: "point1",
  family: point,
  gmsh: { names: "15" },
  vtk: { names: "1" },
} as const satisfies ElementFacts;
