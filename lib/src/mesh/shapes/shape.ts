/** Shape functions: how a field runs between the nodes of an element.
 *
 *  Reference elements: lines, quadrilaterals and hexahedra are [−1, 1]ᵈ, triangles and tetrahedra have the corners 0 and e_i, a wedge is
 *  a triangle times [−1, 1]. Nodes come in the order of `element-types.ts`. */
import type { Vec } from "../../core/vec.js";
import type { ElementName } from "../element-types.js";
import type { QuadratureRule } from "./quadrature.js";

export interface Shape extends ShapeFunctions {
  readonly type: ElementName;
  /** For forces and stiffness. */
  readonly stiffness: QuadratureRule;
  /** For mass, and for what acts on the element or on a side of this type. */
  readonly mass: QuadratureRule;
}

export interface ShapeFunctions {
  readonly dimension: 1 | 2 | 3;
  readonly nodes: number;
  /** N_a at ξ. */
  values(xi: ArrayLike<number>, out: Vec): void;
  /** ∂N_a/∂ξ, `dimension` numbers a node. */
  gradients(xi: ArrayLike<number>, out: Vec): void;
}
