/** The shapes by name, each with its rules of integration.
 *
 *  Stiffness is integrated so that elements with straight edges are exact and none has motions without energy besides the rigid
 *  ones. That is why hex20 and quad8 take three points a direction and not two: with 8 points a hex20 has 48 strains for its 54
 *  deformations, and six of them would cost nothing, harmless in statics and free to grow in a long motion. */
import { InputError } from "../../core/failure.js";
import { type ElementName, elementType } from "../element-types.js";
import { multilinear, serendipity } from "./cube.js";
import {
  gaussOnCube,
  product,
  type QuadratureRule,
  TETRAHEDRON_1,
  TETRAHEDRON_4,
  TETRAHEDRON_15,
  TRIANGLE_1,
  TRIANGLE_3,
  TRIANGLE_7,
} from "./quadrature.js";
import type { Shape, ShapeFunctions } from "./shape.js";
import { linearSimplex, quadraticSimplex } from "./simplex.js";
import { linearWedge } from "./wedge.js";

const edgesOf = (name: ElementName) => elementType(name).edges;
const SHAPES = new Map<ElementName, Shape>();

add("line2", multilinear(1), gaussOnCube(1, 1), gaussOnCube(1, 2));
add("line3", serendipity(1, edgesOf("line3")), gaussOnCube(1, 2), gaussOnCube(1, 3));
add("tri3", linearSimplex(2), TRIANGLE_1, TRIANGLE_3);
add("tri6", quadraticSimplex(2, edgesOf("tri6")), TRIANGLE_3, TRIANGLE_7);
add("quad4", multilinear(2), gaussOnCube(2, 2), gaussOnCube(2, 2));
add("quad8", serendipity(2, edgesOf("quad8")), gaussOnCube(2, 3), gaussOnCube(2, 3));
add("tet4", linearSimplex(3), TETRAHEDRON_1, TETRAHEDRON_4);
add("tet10", quadraticSimplex(3, edgesOf("tet10")), TETRAHEDRON_4, TETRAHEDRON_15);
add("wedge6", linearWedge, product(TRIANGLE_3, gaussOnCube(1, 2)), product(TRIANGLE_3, gaussOnCube(1, 2)));
add("hex8", multilinear(3), gaussOnCube(3, 2), gaussOnCube(3, 2));
add("hex20", serendipity(3, edgesOf("hex20")), gaussOnCube(3, 3), gaussOnCube(3, 3));

function add(type: ElementName, functions: ShapeFunctions, stiffness: QuadratureRule, mass: QuadratureRule): void {
  SHAPES.set(type, { ...functions, type, stiffness, mass });
}

export const SHAPED: readonly ElementName[] = [...SHAPES.keys()];

export function shapeOf(name: ElementName): Shape {
  const shape = SHAPES.get(name);
  if (shape === undefined) {
    throw new InputError(`elements of type ${name} have no shape functions here; accepted: ${SHAPED.join(", ")}`);
  }
  return shape;
}
