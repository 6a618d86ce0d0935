import type { Vec } from "../../core/vec.js";
import type { PairList } from "./pair-list.js";

/** An energy U(r) between two particles. It is asked about many pairs at once, by their squared distances: one call for a
 *  batch costs nothing, one call for a pair would cost more than the pair. `first` is the number in the pair list of the
 *  first of them, for laws whose constants differ from pair to pair. */
export interface PairPotential {
  /** No force beyond; Infinity for none. */
  readonly cutoff: number;
  /** sum + Σ U, added up one by one: the result must not depend on where a batch ends. */
  energy(squares: Vec, count: number, first: number, sum: number): number;
  /** U′/r, in the place of the squared distances: the gradient is U′/r times the distance vector. */
  slopes(squares: Vec, count: number, first: number): void;
  /** (U″ − U′/r)/r² into out: the Hessian is U′/r I + (U″ − U′/r)/r² d dᵀ for the distance vector d. */
  curvatures(squares: Vec, count: number, first: number, out: Vec): void;
  /** The gradient in free space in one loop, for dimensions in which the law has one: half the time of distances, slopes and
   *  sums one after another, and the same to the last bit. */
  readonly sweeps?: Readonly<Record<number, Sweep>>;
}

/** Adds the gradient of all pairs to out. */
export type Sweep = (pairs: PairList, q: Vec, out: Vec) => void;
