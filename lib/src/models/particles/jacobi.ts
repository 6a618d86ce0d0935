/** N particles in Jacobi coordinates: each particle relative to the centre of mass of those before it, with the reduced mass
 *  μ_i = m_i M_{i−1}/M_i, M_i = m_0 + … + m_i. The centre of mass of all moves on a straight line and is left out, so that a
 *  method integrates d fewer coordinates and keeps the linear momentum exactly, whatever it is. [gonzalez2010, (37)–(44)] */
import { InputError } from "../../core/failure.js";
import type { Problem, System } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { diagonalMass } from "../../linalg/mass.js";
import { multiply } from "../../linalg/matrix.js";
import { fullPattern } from "../../linalg/sparsity.js";
import { dot } from "../../linalg/vec.js";
import { angularMomenta } from "../../systems/momentum.js";
import { potentialSystem } from "../../systems/potential.js";
import type { ModelProblem } from "../model.js";

/** The same motion with the centre of mass taken out; `view` puts it back. The potential has to be invariant under
 *  translations, and the mass matrix that of points. */
export function inJacobiCoordinates(problem: Problem, dimension: number): Problem {
  const { system, t0, q0, v0 } = problem;
  const { diagonal } = system.mass;
  if (diagonal === null || system.load !== null || system.damping !== null) {
    throw new InputError("Jacobi coordinates are for particles without loads and damping");
  }
  const count = system.dof / dimension;
  const masses = Array.from({ length: count }, (_, i) => diagonal[i * dimension]);
  // M_0, M_1, …
  const sums = masses.map((_, i) => masses.slice(0, i + 1).reduce((sum, m) => sum + m, 0));
  const total = sums[count - 1];
  const length = system.dof - dimension;

  /** out = the relative coordinates of x. */
  const relative = (x: Vec, out: Vec): void => {
    for (let k = 0; k < dimension; k++) {
      let weighted = masses[0] * x[k];
      for (let i = 1; i < count; i++) {
        out[(i - 1) * dimension + k] = x[i * dimension + k] - weighted / sums[i - 1];
        weighted += masses[i] * x[i * dimension + k];
      }
    }
  };
  /** out = all coordinates, around the given centre. */
  const absolute = (x: Vec, centre: Vec, out: Vec): void => {
    for (let k = 0; k < dimension; k++) {
      let middle = centre[k];
      for (let i = count - 1; i > 0; i--) {
        const apart = x[(i - 1) * dimension + k];
        middle -= (masses[i] / sums[i]) * apart;
        out[i * dimension + k] = middle + apart;
      }
      out[k] = middle;
    }
  };
  const centreOf = (x: Vec): Vec =>
    Float64Array.from(
      { length: dimension },
      (_, k) => masses.reduce((sum, m, i) => sum + m * x[i * dimension + k], 0) / total,
    );

  const start = centreOf(q0);
  const drift = centreOf(v0);
  const origin = new Float64Array(dimension);
  const x = new Float64Array(system.dof);
  const gradient = new Float64Array(system.dof);
  const mass = diagonalMass(
    Float64Array.from({ length }, (_, j) => {
      const i = Math.floor(j / dimension) + 1;
      return (masses[i] * sums[i - 1]) / sums[i];
    }),
  );
  const reduced = potentialSystem({
    labels: system.labels.slice(dimension).map((label) => `${label}′`),
    mass,
    potential(q) {
      absolute(q, origin, x);
      return system.potential(x);
    },
    gradient(q, out) {
      absolute(q, origin, x);
      system.gradient(x, gradient);
      for (let k = 0; k < dimension; k++) {
        let sum = gradient[k];
        for (let i = 1; i < count; i++) {
          const own = gradient[i * dimension + k];
          out[(i - 1) * dimension + k] = (sums[i - 1] * own - masses[i] * sum) / sums[i];
          sum += own;
        }
      }
    },
    tangent: system.tangent === null ? null : reducedTangent(system.tangent, system.dof, length, origin, absolute),
    conserved: angularMomenta(mass, dimension),
  });
  const relativeQ = new Float64Array(length);
  const relativeV = new Float64Array(length);
  relative(q0, relativeQ);
  relative(v0, relativeV);
  const centre = new Float64Array(dimension);
  return {
    system: reduced,
    t0,
    q0: relativeQ,
    v0: relativeV,
    view: {
      labels: system.labels,
      expand(s, q, v) {
        for (let k = 0; k < dimension; k++) centre[k] = start[k] + (s.t - t0) * drift[k];
        absolute(s.q, centre, q);
        absolute(s.v, drift, v);
      },
    },
  };
}

/** The problem of a model about its centre of mass, from any start. */
export function aboutCentre(whole: Problem, dimension: number, seen: (problem: Problem) => ModelProblem): ModelProblem {
  const startingAt = (start: Partial<Problem>) => seen(inJacobiCoordinates({ ...whole, ...start }, dimension));
  return { ...startingAt({}), startingAt };
}

type Tangent = NonNullable<System["tangent"]>;

/** Aᵀ∇²V A, A being the linear map from relative coordinates to all; full, as every particle moves with those after it. */
function reducedTangent(
  whole: Tangent,
  dof: number,
  length: number,
  origin: Vec,
  absolute: (x: Vec, centre: Vec, out: Vec) => void,
): Tangent {
  const columns = Array.from({ length }, (_, j) => {
    const [unit, column] = [new Float64Array(length), new Float64Array(dof)];
    unit[j] = 1;
    absolute(unit, origin, column);
    return column;
  });
  const H = { pattern: whole.pattern, values: new Float64Array(whole.pattern.column.length) };
  const [x, image] = [new Float64Array(dof), new Float64Array(dof)];
  return {
    pattern: fullPattern(length),
    values(q, out) {
      absolute(q, origin, x);
      whole.values(x, H.values);
      columns.forEach((column, j) => {
        multiply(H, column, image);
        for (let i = 0; i <= j; i++) out[i * length + j] = out[j * length + i] = dot(columns[i], image);
      });
    },
  };
}
