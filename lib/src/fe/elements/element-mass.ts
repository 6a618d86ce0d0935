/** Mass of elements, ∫ ρ N_a N_b: as it is (consistent), or lumped at the nodes. Linear elements are lumped by the sums of the rows.
 *  Quadratic ones would get negative corners by that; their diagonal is scaled up to the mass of the element instead, which is always
 *  positive [hinton1976]. */
import type { Vec } from "../../core/vec.js";
import { type ElementName, elementType } from "../../mesh/element-types.js";
import type { Mesh } from "../../mesh/mesh.js";
import type { Shape } from "../../mesh/shapes/shape.js";
import { gradientsAt, measureAt } from "./element-set.js";

/** Elements of one type that have mass. */
export interface Massive {
  readonly shape: Shape;
  /** Nodes of the mesh, one element after another. */
  readonly nodes: Int32Array;
  /** Mass over volume, area or length of the elements as they are in the mesh. */
  readonly density: number;
}

/** Calls `visit` with the mass matrix (nodes × nodes, row by row) of every element in turn. */
export function elementMasses(
  mesh: Mesh,
  { shape, nodes, density }: Massive,
  visit: (element: number, masses: Vec) => void,
): void {
  const { nodes: perElement, mass: rule } = shape;
  const local = gradientsAt(shape, rule);
  const values = rule.points.map((xi) => {
    const N = new Float64Array(perElement);
    shape.values(xi, N);
    return N;
  });
  const masses = new Float64Array(perElement * perElement);
  // Of a continuum's elements with a linear map, masses are one matrix times their size.
  if (shape.dimension > 1 && perElement === shape.dimension + 1) {
    const unit = masses.slice();
    rule.weights.forEach((weight, p) => {
      for (let k = 0; k < unit.length; k++)
        unit[k] += weight * values[p][k % perElement] * values[p][Math.floor(k / perElement)];
    });
    for (let e = 0; e < nodes.length / perElement; e++) {
      const mass = density * measureAt(mesh, nodes, e * perElement, shape, local[0]);
      for (let k = 0; k < unit.length; k++) masses[k] = mass * unit[k];
      visit(e, masses);
    }
    return;
  }
  for (let e = 0; e < nodes.length / perElement; e++) {
    masses.fill(0);
    for (let p = 0; p < local.length; p++) {
      const N = values[p];
      const mass = density * rule.weights[p] * measureAt(mesh, nodes, e * perElement, shape, local[p]);
      for (let a = 0; a < perElement; a++) {
        for (let b = 0; b < perElement; b++) masses[a * perElement + b] += mass * N[a] * N[b];
      }
    }
    visit(e, masses);
  }
}

/** out = the masses that an element has at its nodes. */
export function lumped(type: ElementName, masses: Vec, out: Vec): void {
  const { nodes, corners } = elementType(type);
  const quadratic = nodes > corners;
  let total = 0;
  let diagonal = 0;
  for (let a = 0; a < nodes; a++) {
    let row = 0;
    for (let b = 0; b < nodes; b++) row += masses[a * nodes + b];
    out[a] = quadratic ? masses[a * nodes + a] : row;
    total += row;
    diagonal += masses[a * nodes + a];
  }
  if (quadratic) for (let a = 0; a < nodes; a++) out[a] *= total / diagonal;
}
