/** The system that a compensated scheme is given: other matrices and loads, and what a step of Newmark's method does with them. */
import { InputError } from "../../core/failure.js";
import { linearStep } from "../../core/linear-step.js";
import type { Matrix } from "../../core/matrix.js";
import type { Force, LinearSystem, Mass, TimeLoad } from "../../core/system.js";
import { SYMMETRY_TOLERANCE } from "../../linalg/check-symmetric.js";
import { spectralRadius } from "../../linalg/eigen-general.js";
import { largestModulus } from "../../linalg/largest-eigenvalue.js";
import { matrixMass } from "../../linalg/mass.js";
import { asymmetry, bilinear, multiply, multiplyAdd } from "../../linalg/matrix.js";
import { fullPattern } from "../../linalg/sparsity.js";
import { identity, leftSolve, product, square, weighted } from "../../linalg/square.js";
import { alphaScheme } from "../alpha-family.js";
import type { Compensation } from "./compensation.js";

interface Scheme {
  readonly beta: number;
  readonly gamma: number;
  readonly h: number;
}

/** Matrices are written out up to this size. */
const DENSE_UP_TO = 150;

/** The largest modulus of the eigenvalues of a step: of the whole system, whatever couples its modes. */
export function growthOfStep(system: LinearSystem, parts: Compensation, scheme: Scheme): number {
  if (system.dof <= DENSE_UP_TO) return growthOfMatrix(system.dof, parts, scheme);
  const rest = () => new Float64Array(system.dof);
  const problem = { system: substituteSystem(system, parts, null), t0: 0, q0: rest(), v0: rest() };
  const { beta, gamma, h } = scheme;
  const newmark = alphaScheme({ beta, gamma, alphaM: 0, alphaF: 0 }, { tolerance: 0, summation: "plain" });
  return largestModulus(linearStep(newmark.prepare(problem, h, null), system.dof));
}

/** With a₀ = −M⁻¹(K q₀ + C v₀), predictors q* = q₀ + h v₀ + (½ − β) h² a₀, v* = v₀ + (1 − γ) h a₀, and
 *  (M + γ h C + β h² K) a₁ = −(K q* + C v*), column by column of (q₀, v₀). */
function growthOfMatrix(n: number, parts: Compensation, { beta, gamma, h }: Scheme): number {
  const [M, K] = [square(parts.mass), square(parts.stiffness)];
  const C = parts.damping === null ? new Float64Array(n * n) : square(parts.damping);
  const effective = weighted([1, gamma * h, beta * h * h], [M, C, K]);
  const size = 2 * n;
  const values = new Float64Array(size * size);
  const [I, zero] = [identity(n), new Float64Array(n * n)];
  for (const [column, Q, V, force] of [
    [0, I, zero, K],
    [1, zero, I, C],
  ] as const) {
    const before = leftSolve(n, M, force);
    if (!(before instanceof Float64Array)) return Infinity;
    const q = weighted([1, h, (beta - 0.5) * h * h], [Q, V, before]);
    const v = weighted([1, (gamma - 1) * h], [V, before]);
    const after = leftSolve(n, effective, weighted([1, 1], [product(n, K, q), product(n, C, v)]));
    if (!(after instanceof Float64Array)) return Infinity;
    const q1 = weighted([1, -beta * h * h], [q, after]);
    const v1 = weighted([1, -gamma * h], [v, after]);
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        values[i * size + column * n + j] = q1[i * n + j];
        values[(n + i) * size + column * n + j] = v1[i * n + j];
      }
    }
  }
  return spectralRadius({ pattern: fullPattern(size), values });
}

/** A system with the compensated parts. Its stiffness need not be symmetric: no energy belongs to it, only equations. */
export function substituteSystem(system: LinearSystem, parts: Compensation, load: TimeLoad | null): LinearSystem {
  const { mass, damping, stiffness } = parts;
  const own = mass === system.mass.matrix ? system.mass : compensatedMass(mass, system);
  const { defect } = asymmetry(stiffness);
  return {
    ...system,
    mass: own,
    stiffness,
    viscosity: damping,
    load,
    damping: linearForce(damping, defect === 0 ? null : stiffness),
    potential: (q) => bilinear(stiffness, q, q) / 2,
    gradient: (q, out) => multiply(stiffness, q, out),
    tangent: { pattern: stiffness.pattern, values: (_q, out) => out.set(stiffness.values) },
    discreteGradient: null,
  };
}

/** M̂, of which CM⁻¹C is a part: that is not symmetric where C has both a symmetric and a skew part. */
function compensatedMass(mass: Matrix, { viscosity, threads }: LinearSystem): Mass {
  if (!hasSymmetricMass(mass) && viscosity !== null) {
    const { defect, row, column } = asymmetry(viscosity);
    throw new InputError(
      `the damping matrix is not symmetric: the entries (${row}, ${column}) and (${column}, ${row}) differ by ${defect.toPrecision(3)} of its ` +
        "largest entry, and the compensated mass, of which CM⁻¹C is a part, would not be symmetric either. Take newmark with compensate: fourth-order and " +
        "form: paper, which leaves the mass alone, or gauss, which takes any damping",
      { key: "compensate" },
    );
  }
  return matrixMass(mass, { threads });
}

export const hasSymmetricMass = (mass: Matrix): boolean => asymmetry(mass).defect <= SYMMETRY_TOLERANCE;

/** −Ĉ v; where the stiffness is not symmetric, its tangent says so here, with no force of its own. */
function linearForce(damping: Matrix | null, unsymmetric: Matrix | null): Force | null {
  if (damping === null && unsymmetric === null) return null;
  const slope = damping?.values.map((c) => -c);
  return {
    addTo(_t, _q, v, out) {
      if (damping !== null) multiplyAdd(damping, v, -1, out);
    },
    byPosition:
      unsymmetric === null
        ? null
        : { pattern: unsymmetric.pattern, symmetric: false, values: (_t, _q, _v, out) => out.fill(0) },
    byVelocity:
      damping === null || slope === undefined
        ? null
        : {
            pattern: damping.pattern,
            symmetric: asymmetry(damping).defect === 0,
            values: (_t, _q, _v, out) => out.set(slope),
          },
  };
}
