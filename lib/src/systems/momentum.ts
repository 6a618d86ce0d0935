/** Momentum maps: what translations and rotations of space conserve, for coordinates that come in points. */
import { InputError } from "../core/failure.js";
import type { Invariant, Mass } from "../core/system.js";

const AXES = ["x", "y", "z"] as const;

/** Σ p_i, one invariant a direction. */
export function linearMomenta(mass: Mass, dimension: number): Invariant[] {
  const dof = mass.matrix.pattern.size;
  refuseOddPoints(dof, dimension);
  const p = new Float64Array(dof);
  return AXES.slice(0, dimension).map((axis, direction) => ({
    name: `linear-momentum-${axis}`,
    value(_t, _q, v) {
      mass.apply(v, p);
      let sum = 0;
      for (let i = direction; i < dof; i += dimension) sum += p[i];
      return sum;
    },
  }));
}

/** Σ x_i × p_i: about z in the plane, about x, y and z in space. */
export function angularMomenta(mass: Mass, dimension: number): Invariant[] {
  const dof = mass.matrix.pattern.size;
  refuseOddPoints(dof, dimension);
  const p = new Float64Array(dof);
  const about = (axis: string, first: number, second: number): Invariant => ({
    name: `angular-momentum-${axis}`,
    value(_t, q, v) {
      mass.apply(v, p);
      let sum = 0;
      for (let i = 0; i < dof; i += dimension) sum += q[i + first] * p[i + second] - q[i + second] * p[i + first];
      return sum;
    },
  });
  switch (dimension) {
    case 2:
      return [about("z", 0, 1)];
    case 3:
      return [about("x", 1, 2), about("y", 2, 0), about("z", 0, 1)];
    default:
      return [];
  }
}

function refuseOddPoints(dof: number, dimension: number): void {
  if (![1, 2, 3].includes(dimension)) {
    throw new InputError(`points of dimension ${dimension}; accepted: 1, 2 or 3`, { key: "dimension" });
  }
  if (dof % dimension !== 0) {
    throw new InputError(`${dof} coordinates do not make points of ${dimension} each`, { key: "dimension" });
  }
}
