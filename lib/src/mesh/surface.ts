/** Forces spread over sides of elements. */
import { hypot } from "../core/elementary.js";
import { InputError } from "../core/failure.js";
import type { Vec } from "../core/vec.js";
import { type Boundary, sideNodes } from "./boundary.js";
import type { Mesh } from "./mesh.js";
import { shapeOf } from "./shapes/shape-of.js";

/** What a force is at a point of a surface with this normal, whose length is the area. */
type Force = (normal: readonly [number, number, number], out: Vec) => void;

/** ∫ N_a f dA, three numbers a node. In the plane the sides are edges of the given thickness. */
export function surfaceForces(mesh: Mesh, surface: Boundary, thickness: number, force: Force): Vec {
  const pattern = new Float64Array(mesh.points.length);
  const at = new Float64Array(3);
  for (const { type, nodes } of sideNodes(mesh, surface)) {
    if (type === "point1") throw new InputError("the end of a bar is a node, and forces are spread over surfaces");
    const shape = shapeOf(type);
    const values = new Float64Array(shape.nodes);
    const gradients = new Float64Array(shape.nodes * shape.dimension);
    shape.mass.points.forEach((xi, p) => {
      shape.values(xi, values);
      shape.gradients(xi, gradients);
      force(normalAt(mesh, nodes, shape.dimension, gradients, thickness), at);
      nodes.forEach((node, a) => {
        for (let c = 0; c < 3; c++) pattern[3 * node + c] += shape.mass.weights[p] * values[a] * at[c];
      });
    });
  }
  return pattern;
}

/** Sides run counter-clockwise seen from outside: the normal points out of the body. */
function normalAt(
  { points }: Mesh,
  nodes: readonly number[],
  dimension: number,
  gradients: Vec,
  thickness: number,
): [number, number, number] {
  const tangents = new Float64Array(6);
  nodes.forEach((node, a) => {
    for (let d = 0; d < dimension; d++) {
      for (let c = 0; c < 3; c++) tangents[3 * d + c] += gradients[a * dimension + d] * points[3 * node + c];
    }
  });
  const [x, y, z, X, Y, Z] = tangents;
  return dimension === 1 ? [thickness * y, -thickness * x, 0] : [y * Z - z * Y, z * X - x * Z, x * Y - y * X];
}

/** The same force on each unit of area. */
export const traction =
  (vector: readonly [number, number, number]): Force =>
  (normal, out) => {
    const area = hypot(...normal);
    for (let c = 0; c < 3; c++) out[c] = area * vector[c];
  };

/** Unit pressure against the outer normal. */
export const pressure: Force = (normal, out) => {
  for (let c = 0; c < 3; c++) out[c] = -normal[c];
};

export function areaOf(mesh: Mesh, surface: Boundary, thickness: number): number {
  const forces = surfaceForces(mesh, surface, thickness, traction([1, 0, 0]));
  let area = 0;
  for (let i = 0; i < forces.length; i += 3) area += forces[i];
  return area;
}
