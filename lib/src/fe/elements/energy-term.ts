/** A part of a solid's potential energy: elements of one kind, springs, planes it may touch. It sees the displacements u of all nodes in
 *  use, `directions` numbers each, fixed or not, and is made of pieces that read the same number of nodes each. */
import type { MixedDifference } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import type { ElementAssembly, ElementList } from "../../linalg/assembly.js";

export interface EnergyTerm {
  /** The nodes of its pieces. */
  readonly pieces: ElementList;
  /** Does its energy stay the same when everything is moved along x, y, z, or turned? */
  readonly symmetry: { readonly translations: readonly [boolean, boolean, boolean]; readonly rotations: boolean };
  energy(u: Vec): number;
  /** out += ∂V/∂u. */
  addForce(u: Vec, out: Vec): void;
  /** values += ∂²V/∂u², piece by piece. */
  addTangent(u: Vec, assembly: ElementAssembly, values: Vec): void;
  /** out += a mean of the force from a to b that does the work V(b) − V(a). */
  addMeanForce(a: Vec, b: Vec, out: Vec): void;
  /** values += the symmetric part of its derivative by b. */
  addMeanTangent(a: Vec, b: Vec, assembly: ElementAssembly, values: Vec): void;
  /** out += r times the change of what acts along the strains from a to b, at the middle: a resistance to every change of strain. */
  addResistance(a: Vec, b: Vec, r: number, out: Vec): void;
  /** values += the symmetric part of its derivative by b. */
  addResistanceTangent(a: Vec, b: Vec, r: number, assembly: ElementAssembly, values: Vec): void;
  /** The energy of one piece, x holding the displacements of its nodes one after another; NaN where it has none. */
  energyOf(piece: number, x: Vec): number;
  /** energyOf(x with x[k] + step) − energyOf(x), without cancellation. */
  difference(piece: number, x: Vec, k: number, step: number): number;
  /** What that changes by when x[l] moves, where it can be had for less than two differences. */
  readonly mixed?: MixedDifference;
}

export const MOVES_AND_TURNS: EnergyTerm["symmetry"] = { translations: [true, true, true], rotations: true };
export const MOVES: EnergyTerm["symmetry"] = { translations: [true, true, true], rotations: false };
