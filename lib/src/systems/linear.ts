/** Linear systems M a + C v + K q = F(t) from their matrices. */
import { InputError } from "../core/failure.js";
import type { Matrix } from "../core/matrix.js";
import {
  type DiscreteGradient,
  energyOf,
  type Force,
  type LinearSystem,
  type Mass,
  type TimeLoad,
} from "../core/system.js";
import { SYMMETRY_TOLERANCE } from "../linalg/check-symmetric.js";
import { asymmetry, bilinear, fromTriplets, multiply, multiplyAdd } from "../linalg/matrix.js";
import { quadraticTerms } from "./quadratic-terms.js";

export interface LinearParts {
  readonly mass: Mass;
  /** C; null or nothing but zeros for none. */
  readonly damping?: Matrix | null;
  /** K, symmetric: it is the second derivative of the potential energy. */
  readonly stiffness: Matrix;
  readonly load?: TimeLoad | null;
  readonly labels?: readonly string[];
}

export function linearSystem({ mass, damping = null, stiffness, load = null, labels }: LinearParts): LinearSystem {
  const dof = mass.matrix.pattern.size;
  refuseOtherSize(stiffness, dof, "stiffness");
  refuseUnsymmetric(stiffness);
  if (damping !== null) refuseOtherSize(damping, dof, "damping");
  if (labels !== undefined && labels.length !== dof) {
    throw new InputError(`found ${labels.length} names for ${dof} degrees of freedom; give one each`, {
      key: "labels",
    });
  }
  const viscosity = damping?.values.some((value) => value !== 0) ? damping : null;
  const terms = quadraticTerms(stiffness);
  const potential = (q: Float64Array) => bilinear(stiffness, q, q) / 2;
  return {
    kind: "linear",
    dof,
    labels: labels ?? Array.from({ length: dof }, (_, i) => `q${i}`),
    mass,
    stiffness,
    viscosity,
    potential,
    gradient: (q, out) => multiply(stiffness, q, out),
    tangent: { pattern: stiffness.pattern, values: (_q, out) => out.set(stiffness.values) },
    discreteGradient: meanForce(stiffness),
    ...(terms !== undefined && { terms }),
    load,
    damping: viscosity === null ? null : viscousForce(viscosity),
    invariants: viscosity === null && load === null ? [energyOf({ dof, mass, potential })] : [],
  };
}

/** The gradient of a quadratic potential over a step is its mean, K (a + b)/2: exact, with all its symmetries. */
function meanForce(stiffness: Matrix, resistance = 0): DiscreteGradient {
  const atStart = 0.5 - resistance;
  const atEnd = 0.5 + resistance;
  const middle = new Float64Array(stiffness.pattern.size);
  return {
    ofDistances: false,
    resisting: (r) => meanForce(stiffness, r),
    between(a, b, out) {
      for (let i = 0; i < middle.length; i++) middle[i] = atStart * a[i] + atEnd * b[i];
      multiply(stiffness, middle, out);
    },
    tangent: {
      symmetric: true,
      pattern: stiffness.pattern,
      values(_a, _b, out) {
        for (let j = 0; j < out.length; j++) out[j] = atEnd * stiffness.values[j];
      },
    },
  };
}

/** What the order of sums makes of a matrix that is symmetric: one assembled from elements. */
const ROUNDING = 1e-13;

/** The force −C v. Zeros of C are left out of the tangent, so that it shows what is coupled. */
export function viscousForce(matrix: Matrix): Force {
  const viscosity = withoutZeros(matrix);
  const { pattern, values } = viscosity;
  const slope = values.map((c) => -c);
  return {
    viscosity,
    addTo: (_t, _q, v, out) => multiplyAdd(viscosity, v, -1, out),
    byPosition: null,
    byVelocity: {
      pattern,
      symmetric: asymmetry(viscosity).defect <= ROUNDING,
      values: (_t, _q, _v, out) => out.set(slope),
    },
  };
}

function withoutZeros({ pattern, values }: Matrix): Matrix {
  const rows: number[] = [];
  const kept: number[] = [];
  for (let i = 0; i < pattern.size; i++) {
    for (let j = pattern.rowStart[i]; j < pattern.rowStart[i + 1]; j++) {
      if (values[j] === 0) continue;
      rows.push(i);
      kept.push(j);
    }
  }
  return fromTriplets(
    pattern.size,
    rows,
    kept.map((j) => pattern.column[j]),
    kept.map((j) => values[j]),
  );
}

function refuseOtherSize(matrix: Matrix, dof: number, key: string): void {
  const { size } = matrix.pattern;
  if (size !== dof) {
    throw new InputError(`the ${key} matrix has ${size} rows and the mass matrix ${dof}; they must agree`, { key });
  }
}

function refuseUnsymmetric(stiffness: Matrix): void {
  const { defect, row, column } = asymmetry(stiffness);
  if (!(defect <= SYMMETRY_TOLERANCE)) {
    throw new InputError(
      `the stiffness matrix is not symmetric: the entries (${row}, ${column}) and (${column}, ${row}) differ by ` +
        `${defect.toPrecision(3)} of its largest entry, so that no potential energy belongs to it; give a symmetric one`,
      { key: "stiffness" },
    );
  }
}
