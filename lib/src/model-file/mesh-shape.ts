/** The shapes of meshes in a model file. */
import { BOX_ELEMENTS, CYLINDER_ELEMENTS, LATTICE_KINDS } from "../mesh/generate/index.js";
import { number, numbers } from "./atoms.js";
import { choice, keys, optional, text } from "./shape.js";

/** A pyramid has no shape functions: it can only be drawn and converted. */
const COMPUTABLE = BOX_ELEMENTS.flat().filter((type) => type !== "pyramid5");

const origin = optional(numbers, "Where it begins; 0 by default");

export const box = keys("{ box: { size, cells, element } }", {
  box: keys("a map with size, cells and element", {
    size: numbers,
    cells: numbers,
    element: optional(choice("a type of element", COMPUTABLE), "hex8 by default, in the plane quad4"),
    tetrahedra: optional(choice("tetrahedra in a cell", [6, 24, 48]), "Of tet4 and tet10; 6 by default"),
    origin,
  }),
});

export const cylinder = keys("{ cylinder: { radius, height, cells, element } }", {
  cylinder: keys("a map with radius, height, inner, cells, element and axis", {
    radius: number,
    height: number,
    inner: optional(number, "The radius of the hole of a tube"),
    cells: numbers,
    element: optional(choice("a type of element", CYLINDER_ELEMENTS), "hex8 by default"),
    axis: optional(choice("the axis", ["x", "y", "z"]), "z by default"),
    origin,
  }),
});

export const lattice = keys("{ lattice: { size, cells, kind } }", {
  lattice: keys("a map with size, cells and kind", {
    size: numbers,
    cells: numbers,
    kind: optional(choice("how struts run in a cell", LATTICE_KINDS), "cubic by default"),
    origin,
  }),
});

export const building = keys("{ building: { bays, rows, storeys } }", {
  building: keys("a map with bays, rows and storeys", {
    bays: numbers,
    rows: optional(numbers, "Depths of the rows: a building in space"),
    storeys: numbers,
  }),
});

/** The name of a file, alone or in a map. */
export const meshFile = [
  text("the name of a mesh file"),
  keys("{ file, scale }", {
    file: text("the name of a mesh file"),
    scale: optional(number, "From the lengths of the file to those of the model; 1 by default"),
  }),
] as const;
