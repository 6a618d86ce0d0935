/** U(r) = ½ k (r − l)² along given bonds. A spring of length 0 acts like a linear one; any other has no direction when its
 *  ends meet. */
import { InputError } from "../../core/failure.js";
import { type PairPotential, pairPotential } from "./pair-potential.js";

export interface Bond {
  /** The numbers of two particles. */
  readonly between: readonly [number, number];
  readonly stiffness: number;
  /** Where it is at rest; 0 by default. */
  readonly length?: number;
}

/** `order[k]` is the number in the pair list of bond k. */
export function springs(bonds: readonly Bond[], order: Int32Array): PairPotential {
  const stiffness = new Float64Array(bonds.length);
  const rest = new Float64Array(bonds.length);
  bonds.forEach(({ stiffness: k, length = 0 }, n) => {
    const key = `bond ${n}`;
    if (!Number.isFinite(k)) throw new InputError(`its stiffness is ${k}; accepted: a number`, { key });
    if (!(length >= 0 && length < Infinity))
      throw new InputError(`its length is ${length}; accepted: a number ≥ 0`, { key });
    stiffness[order[n]] = k;
    rest[order[n]] = length;
  });
  return pairPotential(
    { ofPairs: [stiffness, rest] },
    ({ constant, choose, compare, multiply, subtract, power }, { square, distance, given: [k, length] }) =>
      choose(
        compare("equal", length, constant(0)),
        multiply(constant(0.5), multiply(k, square)),
        multiply(constant(0.5), multiply(k, power(subtract(distance, length), 2))),
      ),
  );
}
