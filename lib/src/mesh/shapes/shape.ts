/** Shape functions: how a field runs between the nodes of an element, in the coordinates of the reference element of its family. */
import type { Vec } from "../../core/vec.js";
import type { ElementName } from "../element-types.js";
import type { QuadratureRule } from "./quadrature.js";

export interface Shape extends ShapeFunctions {
  readonly type: ElementName;
  /** For forces and stiffness: exact for elements with straight edges, and with no motion without energy besides the rigid ones. */
  readonly stiffness: QuadratureRule;
  /** For mass, and for what acts on the element or on a side of this type. */
  readonly mass: QuadratureRule;
}

export interface ShapeFunctions {
  readonly dimension: 0 | 1 | 2 | 3;
  readonly nodes: number;
  /** N_a at ξ. */
  values(xi: ArrayLike<number>, out: Vec): void;
  /** ∂N_a/∂ξ, `dimension` numbers a node. */
  gradients(xi: ArrayLike<number>, out: Vec): void;
}
