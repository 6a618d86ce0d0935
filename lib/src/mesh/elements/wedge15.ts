/** The wedge with nodes in the middle of its edges: it has no shape functions here. */
import { element } from "./element.js";
import { wedge } from "./families.js";

export const wedge15 = element({
  name: "wedge15",
  family: wedge,
  gmsh: { names: "18", complete: { 13: 18 }, edges: "01 02 03 12 14 25 34 35 45" },
  vtk: { names: "26", complete: { 32: 18 }, order: "mirrored" },
  abaqus: { names: "C3D15" },
  nastran: { names: "CPENTA", edges: "01 12 20 03 14 25 34 45 53" },
});
