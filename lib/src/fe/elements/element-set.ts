/** Elements of one type and material, with everything that depends on the mesh alone: gradients of the shape functions by the position at
 *  rest, and the volumes that belong to the integration points. */
import { hypot } from "../../core/elementary.js";
import { InputError } from "../../core/failure.js";
import type { Vec } from "../../core/vec.js";
import { elementType } from "../../mesh/element-types.js";
import { blockStarts, elementNumber, type Mesh } from "../../mesh/mesh.js";
import type { QuadratureRule } from "../../mesh/shapes/quadrature.js";
import type { Shape } from "../../mesh/shapes/shape.js";
import { shapeOf } from "../../mesh/shapes/shape-of.js";
import type { Material } from "../materials/material.js";

export interface ElementSet {
  readonly mesh: Mesh;
  readonly shape: Shape;
  readonly material: Material;
  /** Which elements of the mesh, counted through it. */
  readonly elements: Int32Array;
  /** Their nodes in the mesh, one element after another. */
  readonly nodes: Int32Array;
  /** Directions of the gradients: 2 in the plane. */
  readonly dimension: 2 | 3;
  /** Integration points an element. */
  readonly points: number;
  /** ∂N/∂X: of every element, of every point, of every node, `dimension` numbers. */
  readonly gradients: Vec;
  /** The volume of every point of every element. */
  readonly volumes: Vec;
  /** Mass over volume, in the plane over area. */
  readonly density: number;
}

/** The elements of a region, block by block; a region may spread over blocks of several types. */
export function elementSets(mesh: Mesh, elements: Int32Array, material: Material, thickness: number): ElementSet[] {
  const starts = blockStarts(mesh);
  return mesh.blocks.flatMap((block, b) => {
    if (elementType(block.type).dimension === 1) return [];
    const own = elements.filter((element) => element >= starts[b] && element < starts[b + 1]);
    if (own.length === 0) return [];
    const shape = shapeOf(block.type);
    const dimension = shape.dimension === 2 ? 2 : 3;
    const perElement = elementType(block.type).nodes;
    const nodes = new Int32Array(own.length * perElement);
    own.forEach((element, k) => {
      const first = (element - starts[b]) * perElement;
      nodes.set(block.nodes.subarray(first, first + perElement), k * perElement);
    });
    const density = material.density * thickness;
    const integrals = integrated(mesh, own, nodes, shape, thickness);
    return [{ mesh, shape, material, elements: own, nodes, dimension, density, ...integrals }];
  });
}

function integrated(mesh: Mesh, elements: Int32Array, nodes: Int32Array, shape: Shape, thickness: number) {
  const { nodes: perElement, dimension, stiffness } = shape;
  const points = stiffness.points.length;
  const width = perElement * dimension;
  const reference = gradientsAt(shape, stiffness);
  const gradients = new Float64Array(elements.length * points * width);
  const volumes = new Float64Array(elements.length * points);
  const inverse = new Float64Array(9);
  elements.forEach((element, e) => {
    for (let p = 0; p < points; p++) {
      const local = reference[p];
      const determinant = invertedMap(mesh, nodes, e * perElement, shape, local, inverse);
      if (!(determinant > 0)) throw insideOut(mesh, element, determinant);
      volumes[e * points + p] = stiffness.weights[p] * determinant * thickness;
      const first = (e * points + p) * width;
      for (let a = 0; a < perElement; a++) {
        // Jᵀ g = ∂N/∂ξ, by the inverse of the map.
        for (let d = 0; d < dimension; d++) {
          let sum = 0;
          for (let k = 0; k < dimension; k++) sum += inverse[3 * k + d] * local[a * dimension + k];
          gradients[first + a * dimension + d] = sum;
        }
      }
    }
  });
  return { points, gradients, volumes };
}

export function gradientsAt(shape: Shape, rule: QuadratureRule): Vec[] {
  return rule.points.map((xi) => {
    const local = new Float64Array(shape.nodes * shape.dimension);
    shape.gradients(xi, local);
    return local;
  });
}

/** ∂ξ/∂X of every integration point of every element, `dimension` rows of as many numbers. */
export function inverseMaps({ mesh, nodes, shape, dimension, points }: ElementSet): Vec {
  const reference = gradientsAt(shape, shape.stiffness);
  const square = dimension * dimension;
  const out = new Float64Array((nodes.length / shape.nodes) * points * square);
  const inverse = new Float64Array(9);
  for (let e = 0, at = 0; at < out.length; e++) {
    for (let p = 0; p < points; p++, at += square) {
      invertedMap(mesh, nodes, e * shape.nodes, shape, reference[p], inverse);
      for (let k = 0; k < dimension; k++) {
        for (let d = 0; d < dimension; d++) out[at + k * dimension + d] = inverse[3 * k + d];
      }
    }
  }
  return out;
}

const map = new Float64Array(9);

/** ∂X/∂ξ, in three rows. */
function mapAt({ points }: Mesh, nodes: Int32Array, first: number, shape: Shape, local: Vec): Vec {
  const { nodes: perElement, dimension } = shape;
  map.fill(0);
  for (let a = 0; a < perElement; a++) {
    const node = 3 * nodes[first + a];
    for (let d = 0; d < 3; d++) {
      for (let k = 0; k < dimension; k++) map[3 * d + k] += points[node + d] * local[a * dimension + k];
    }
  }
  return map;
}

/** How much length, area or volume the map makes of a unit of the reference element. */
export function measureAt(mesh: Mesh, nodes: Int32Array, first: number, shape: Shape, local: Vec): number {
  const J = mapAt(mesh, nodes, first, shape, local);
  if (shape.dimension === 1) return hypot(J[0], J[3], J[6]);
  const x = J[3] * J[7] - J[6] * J[4];
  const y = J[6] * J[1] - J[0] * J[7];
  const z = J[0] * J[4] - J[3] * J[1];
  return shape.dimension === 2 ? hypot(x, y, z) : x * J[2] + y * J[5] + z * J[8];
}

/** The inverse of ∂X/∂ξ, as inverse[3 k + d] = ∂ξ_k/∂X_d; returns the determinant of ∂X/∂ξ. */
function invertedMap(mesh: Mesh, nodes: Int32Array, first: number, shape: Shape, local: Vec, inverse: Vec): number {
  const J = mapAt(mesh, nodes, first, shape, local);
  if (shape.dimension === 2) {
    J[2] = J[5] = J[6] = J[7] = 0;
    J[8] = 1;
  }
  inverse[0] = J[4] * J[8] - J[5] * J[7];
  inverse[1] = J[2] * J[7] - J[1] * J[8];
  inverse[2] = J[1] * J[5] - J[2] * J[4];
  inverse[3] = J[5] * J[6] - J[3] * J[8];
  inverse[4] = J[0] * J[8] - J[2] * J[6];
  inverse[5] = J[2] * J[3] - J[0] * J[5];
  inverse[6] = J[3] * J[7] - J[4] * J[6];
  inverse[7] = J[1] * J[6] - J[0] * J[7];
  inverse[8] = J[0] * J[4] - J[1] * J[3];
  const determinant = J[0] * inverse[0] + J[1] * inverse[3] + J[2] * inverse[6];
  for (let k = 0; k < 9; k++) inverse[k] /= determinant;
  return determinant;
}

function insideOut(mesh: Mesh, element: number, determinant: number): InputError {
  const how = determinant === 0 ? "has no volume" : "is inside out";
  return new InputError(
    `the element ${how} (the determinant of its map is ${determinant.toPrecision(3)}); check the order of its nodes, and that none ` +
      "of them coincide",
    { key: `element ${elementNumber(mesh, element)}` },
  );
}
