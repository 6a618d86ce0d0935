/** Isotropic elastic materials by their stored energy W of the invariants of C = FᵀF: I₁ = tr C, I₂ = ½(I₁² − tr C²), J = det F.
 *  One description gives stresses, tangents, differences over a finite step, and differences under the move of one coordinate. */
import type { Vec } from "../../core/vec.js";
import type { LineExpression } from "../../symbolic/line-law.js";
import type { EnergyExpression } from "./stored-energy.js";

export interface Material {
  readonly name: string;
  readonly density: number;
  /** The Lamé constants at rest: waves, stability limits, linear analyses. */
  readonly lambda: number;
  readonly mu: number;
  /** null: linear elastic, the quadratic energy of small strains. */
  readonly energy: StoredEnergy | null;
  /** The energy of a unit of volume that is under stress along one direction alone, by its strain along it: what bars need. Green's strain, of linear elastic materials the small one. */
  readonly uniaxial?: LineExpression;
  /** The energy in a plane without stress out of it: what plane stress needs where `energy` is not null. */
  readonly planeStress?: () => StoredEnergy;
}

/** W as a function of the distances of the invariants from rest, i1 = I₁ − 3, i2 = I₂ − 3, j = J − 1, which are computed without
 *  cancellation: so energies and stresses of small strains keep their digits. W is zero at rest. `storedEnergy` makes one of an expression. */
export interface StoredEnergy {
  /** Does it depend on I₂? */
  readonly ofSecond: boolean;
  /** What everything else follows from, and loops over elements are generated from. */
  readonly expression: EnergyExpression;
  /** W; NaN where J ≤ 0, whatever the expression: nothing is turned inside out, and a motion that has been there is none of a body. */
  value(i1: number, i2: number, j: number): number;
  /** out = ∂W/∂I₁, ∂W/∂I₂, ∂W/∂J. */
  gradient(i1: number, i2: number, j: number, out: Vec): void;
  /** out = the second derivatives 11, 12, 1J, 22, 2J, JJ. */
  hessian(i1: number, i2: number, j: number, out: Vec): void;
  /** W(I + ΔI) − W(I) without cancellation for small ΔI. */
  difference(i1: number, i2: number, j: number, d1: number, d2: number, dj: number): number;
}
