/** Points: nodes with a name of their own. */
import { element } from "./element.js";
import { point } from "./families.js";

export const point1 = element({
  name: "point1",
  family: point,
  gmsh: { names: "15" },
  vtk: { names: "1" },
});
