/** The force that represents a step of an energy–momentum method: what `energy-momentum` puts in the place of ∇V. The ways to
 *  build it are in the files of this folder; the step that uses it is step.ts. */
import type { Sparsity } from "../../core/matrix.js";
import type { Vec } from "../../core/vec.js";

export interface MeanForce {
  /** The step starts at q0. */
  open(q0: Vec): void;
  /** Forces are no longer what they were: what is known of the last step serves no other. Absent where nothing is kept. */
  forget?(): void;
  /** The force for the step by `du` from q0 to q1, which is q0 + du rounded. */
  at(q0: Vec, q1: Vec, du: Vec, out: Vec): void;
  /** Twice its derivative by q1 at the step last looked at, or the part of it that is worth solving with. Twice, since the paper's residual and its K* are those of
   *  2 g* [krenk2014, (38), (45)]. */
  readonly pattern: Sparsity;
  readonly symmetric: boolean;
  stiffness(out: Vec): void;
  /** The rest of the derivative, rest.left rest.rightᵀ, as `stiffness` left it; null where there is none. */
  readonly rest: { readonly left: Vec; readonly right: Vec } | null;
  /** Adds to `out` the sizes of terms that cancel in the force last computed; absent where none do. */
  addSizes?(out: Vec): void;
  /** Adds to `out` a bound on what rounding leaves in every entry of the force last computed, the ends being rounded too: `reach` has
   *  the sizes of the terms of which q1 is the sum, and which may cancel. */
  addRounding(reach: Vec, out: Vec): void;
  /** Looks more closely for what rounding leaves in the force, once in a step; is it more than was known? */
  measureAlong?(): boolean;
  /** How much of the work Δu·force may be what terms have left that cancel in the force last computed, however small its rounding seems; absent where
   *  none do. */
  unknownWork?(du: Vec): number;
  /** What the scheme takes from the energy of the step last looked at besides its algorithmic damping: du·force − ΔV, exactly
   *  zero where the force is made so. */
  surplus(du: Vec): number;
}
