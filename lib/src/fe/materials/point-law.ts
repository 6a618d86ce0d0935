/** What a material does at one point, as a function of the displacement gradient H = F − 1, row by row (H[3 i + J] = ∂u_i/∂X_J). In the
 *  plane the third row and column of H are zero. */
import type { Vec } from "../../core/vec.js";

export interface PointLaw {
  /** W. */
  energy(H: Vec): number;
  /** P = ∂W/∂H, 9 numbers. */
  stress(H: Vec, P: Vec): void;
  /** ∂P/∂H, 9 × 9, symmetric. */
  moduli(H: Vec, A: Vec): void;
  /** A mean stress from Ha to Hb that does the work of the step: P:(Hb − Ha) = W(Hb) − W(Ha), the same in both directions. */
  meanStress(Ha: Vec, Hb: Vec, P: Vec): void;
  /** The symmetric part of its derivative by Hb. */
  meanModuli(Ha: Vec, Hb: Vec, A: Vec): void;
  /** F̄ (S_b − S_a): the change of the stress from Ha to Hb, acting at the middle. */
  resistance(Ha: Vec, Hb: Vec, P: Vec): void;
  /** The symmetric part of its derivative by Hb. */
  resistanceModuli(Ha: Vec, Hb: Vec, A: Vec): void;
}
