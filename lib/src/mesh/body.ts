/** What moves, as it can be drawn and measured: a mesh, and fields on it that are computed from states. Systems know none of this;
 *  a model that has a shape gives it beside its system. */
import type { Vec } from "../core/vec.js";
import type { Mesh } from "./mesh.js";

export interface Body {
  /** Only the elements that are part of the system, all of its nodes. */
  readonly mesh: Mesh;
  /** `displacement` and `velocity` on the nodes first; then stresses, strains, member forces. */
  readonly fields: readonly BodyField[];
  /** Is it computed for rotations and strains that are small against 1? */
  readonly linear: boolean;
}

export interface BodyField {
  /** As results spell it: `displacement`, `stress`, `von-mises`. */
  readonly name: string;
  readonly on: "nodes" | "elements";
  /** Names of the components, none for a scalar: x, y, z for vectors; xx, yy, zz, xy, yz, zx for symmetric tensors. */
  readonly components: readonly string[];
  /** All values, the components of one place after another. */
  evaluate(t: number, q: Vec, v: Vec, out: Vec): void;
}

/** A field at one moment. */
export interface FieldValues {
  readonly name: string;
  readonly on: "nodes" | "elements";
  readonly components: readonly string[];
  readonly values: Vec;
}
