/** The matrix of an implicit step, cM M + cC (−∂f/∂v) + cK (∇²V − ∂f/∂q) with f = f_load + f_damping, on the union
 *  of all patterns. Where everything goes is found once; assembling allocates nothing. */
import { InputError } from "../core/failure.js";
import type { Sparsity } from "../core/matrix.js";
import type { ForceTangent, System } from "../core/system.js";
import type { Vec } from "../core/vec.js";
import { transposed } from "./matrix.js";
import { fullPattern, samePattern, union } from "./sparsity.js";

export interface EffectiveMatrix {
  readonly pattern: Sparsity;
  readonly symmetric: boolean;
  /** What `assemble` wrote last. */
  readonly values: Vec;
  assemble(cM: number, cC: number, cK: number, t: number, q: Vec, v: Vec): void;
}

/** Up to this size finding places costs more than the zeros of a full matrix. */
const FULL_UP_TO = 8;

/** `symmetric` is false where the system's tangent is not: a mean of ∇²V over a step need not be. */
export function effectiveMatrix(system: System, { symmetric = true } = {}): EffectiveMatrix {
  const { mass, tangent } = system;
  if (tangent === null)
    throw new InputError("an implicit step needs the tangent ∇²V, and this system has only the gradient");
  const forces = [system.load, system.damping].filter((force) => force !== null);
  const byVelocity = forces.map((force) => force.byVelocity).filter((part) => part !== null);
  const byPosition = forces.map((force) => force.byPosition).filter((part) => part !== null);
  const parts = [mass.matrix, tangent, ...byVelocity, ...byPosition].map((part) => part.pattern);
  const small = system.dof <= FULL_UP_TO;
  // Solvers for matrices that are not symmetric want a symmetric pattern all the same.
  const mirrored = symmetric ? [] : [transposed(tangent.pattern).pattern];
  const { pattern, positions } = union(small ? [...parts, fullPattern(system.dof)] : [...parts, ...mirrored]);

  const values = new Float64Array(pattern.column.length);
  const massValues = mass.matrix.values;
  const massPlaces = positions[0];
  const tangentIsWhole = samePattern(tangent.pattern, pattern);
  const tangentValues = tangentIsWhole ? values : new Float64Array(tangent.pattern.column.length);
  const addVelocity = byVelocity.map((part, k) => addition(part, positions[2 + k], values));
  const addPosition = byPosition.map((part, k) => addition(part, positions[2 + byVelocity.length + k], values));

  return {
    pattern,
    values,
    symmetric: symmetric && [...byVelocity, ...byPosition].every((part) => part.symmetric),
    assemble(cM, cC, cK, t, q, v) {
      if (cK === 0) values.fill(0);
      else if (tangentIsWhole) {
        tangent.values(q, values);
        for (let j = 0; j < values.length; j++) values[j] *= cK;
      } else {
        values.fill(0);
        tangent.values(q, tangentValues);
        const at = positions[1];
        for (let j = 0; j < at.length; j++) values[at[j]] = cK * tangentValues[j];
      }
      if (cM !== 0) for (let j = 0; j < massPlaces.length; j++) values[massPlaces[j]] += cM * massValues[j];
      if (cC !== 0) for (let k = 0; k < addVelocity.length; k++) addVelocity[k](-cC, t, q, v);
      if (cK !== 0) for (let k = 0; k < addPosition.length; k++) addPosition[k](-cK, t, q, v);
    },
  };
}

/** values += factor × the tangent of a force. */
function addition(part: ForceTangent, places: Int32Array, values: Vec) {
  const scratch = new Float64Array(places.length);
  return (factor: number, t: number, q: Vec, v: Vec) => {
    part.values(t, q, v, scratch);
    for (let j = 0; j < places.length; j++) values[places[j]] += factor * scratch[j];
  };
}
