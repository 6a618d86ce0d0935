/** One implicit stage of a second-order method (engine of midpoint, the Newmark family and bathe).
 *
 *  The stage's equation of motion is solved for the acceleration A,
 *
 *      m M A + g G(t, Q, V) + b = 0,    Q = Q̂ + c₂ A,  V = V̂ + c₁ A,    G = ∇V(q) − f_load − f_damping,
 *
 *  with coefficients that the method fixes once. Its tangent is m M + g (c₁ C + c₂ K): K = ∇²V − ∂f/∂q, C = −∂f/∂v.
 *
 *  Three ways, chosen when prepared: explicit when A enters only through M (c₂ = 0 and no force reads the velocity);
 *  one solve with one factor for the whole run when the system is linear; otherwise Newton's iteration, which factors
 *  the tangent at the predictor and keeps it while it converges fast. The unknown is the acceleration, not the position:
 *  then small steps do not divide rounding errors by h². */
import type { Failure } from "../core/failure.js";
import { countFactor, type Work } from "../core/method.js";
import { opposingForce, readsVelocity, type System } from "../core/system.js";
import type { Vec } from "../core/vec.js";
import { effectiveMatrix } from "../linalg/effective-matrix.js";
import { analyze } from "../linalg/factorization.js";
import { largestRow } from "../linalg/matrix.js";
import { newtonFactorization } from "../linalg/newton-factorization.js";
import { copy, normInf } from "../linalg/vec.js";
import { largestTerm, notFinite, termScale } from "./diagnosis.js";
import { ALLOWANCE, newton, SIZE } from "./newton.js";
import { isPlanar, planarStage } from "./planar-stage.js";

export interface StageCoefficients {
  /** m, weight of the inertia. */
  readonly inertia: number;
  /** g, weight of the forces. */
  readonly forces: number;
  /** c₁ = ∂V/∂A. */
  readonly velocity: number;
  /** c₂ = ∂Q/∂A. */
  readonly position: number;
}

export interface Stage {
  /** Q̂ and V̂ on entry, Q and V on return. */
  readonly q: Vec;
  readonly v: Vec;
  /** The constant part b of the equation; zero unless written. */
  readonly b: Vec;
  /** Solves for A, starting from the value it has. */
  solve(t: number, A: Vec): Failure | null;
}

/** Rounding errors of an equation: some operations on each of its terms. */
const ROUNDING = 8 * Number.EPSILON;

export function implicitStage(system: System, coefficients: StageCoefficients, work: Work): Stage {
  const { velocity, position } = coefficients;
  if (position === 0 && (velocity === 0 || !readsVelocity(system))) return explicitStage(system, coefficients, work);
  if (system.kind === "linear") return linearStage(system, coefficients, work);
  const general = newtonStage(system, coefficients, work);
  return isPlanar(system) ? planarStage(system, coefficients, work, general) : general;
}

function explicitStage(system: System, { inertia, forces, velocity }: StageCoefficients, work: Work): Stage {
  const n = system.dof;
  const [q, v, b] = vectors(3, n);
  return {
    q,
    v,
    b,
    solve(t, A) {
      opposingForce(system, t, q, v, A);
      work.gradients++;
      let sum = 0;
      for (let i = 0; i < n; i++) {
        A[i] = -(forces * A[i] + b[i]) / inertia;
        sum += A[i];
      }
      if (!Number.isFinite(sum)) return notFinite(system, t, q, v);
      system.mass.solve(A, A);
      for (let i = 0; i < n; i++) v[i] += velocity * A[i];
      return null;
    },
  };
}

function linearStage(system: System, { inertia, forces, velocity, position }: StageCoefficients, work: Work): Stage {
  const n = system.dof;
  const [q, v, b, r] = vectors(4, n);
  const matrix = effectiveMatrix(system);
  const factorization = analyze(matrix.pattern, matrix.symmetric);
  matrix.assemble(inertia, forces * velocity, forces * position, 0, q, v);
  const failure = factorization.factor(matrix.values);
  work.tangents++;
  countFactor(work, factorization.fill);
  return {
    q,
    v,
    b,
    solve(t, A) {
      if (failure !== null) return failure;
      opposingForce(system, t, q, v, r);
      work.gradients++;
      for (let i = 0; i < n; i++) r[i] = -(forces * r[i] + b[i]);
      const unsolved = factorization.solve(r, A);
      if (unsolved !== null) return unsolved;
      let sum = 0;
      for (let i = 0; i < n; i++) {
        q[i] += position * A[i];
        v[i] += velocity * A[i];
        sum += q[i] + v[i];
      }
      return Number.isFinite(sum) ? null : notFinite(system, t, q, v);
    },
  };
}

function newtonStage(system: System, coefficients: StageCoefficients, work: Work): Stage {
  const { inertia, forces, velocity, position } = coefficients;
  const n = system.dof;
  const { mass } = system;
  const { diagonal } = mass;
  const [q, v, b, q0, v0, momentum] = vectors(6, n);
  const matrix = effectiveMatrix(system);
  const factorization = newtonFactorization(matrix.pattern, matrix.symmetric);
  const measures = new Float64Array(2);
  const clock = new Float64Array(1);
  // How far A may change for the rounding of the largest position, and of the largest velocity.
  const ofReach = Math.min(Number.EPSILON / Math.abs(position), Number.MAX_VALUE);
  const ofSpeed = Math.min(Number.EPSILON / Math.abs(velocity), Number.MAX_VALUE);

  const moveTo = (A: Vec) => {
    let reach = 0;
    let speed = 0;
    for (let i = 0; i < n; i++) {
      const x = q0[i] + position * A[i];
      const u = v0[i] + velocity * A[i];
      q[i] = x;
      v[i] = u;
      // The terms of a sum that cancel leave their rounding in it.
      reach = Math.max(reach, Math.abs(x), Math.abs(q0[i]));
      speed = Math.max(speed, Math.abs(u), Math.abs(v0[i]));
    }
    measures[ALLOWANCE] = Math.min(reach * ofReach, speed * ofSpeed);
  };
  /** Terms are rounded, and so are positions, of which the stiffness makes forces. */
  const floor = () => {
    for (let i = 0; i < n; i++) momentum[i] = inertia * momentum[i] + b[i];
    const ofPositions = largestRow(matrix.pattern, matrix.values) * ofReach * Math.max(normInf(q), normInf(q0));
    return ROUNDING * termScale(system, clock[0], q, v, momentum) + ofPositions;
  };
  const iterate = newton(
    n,
    {
      measures,
      residual(A, r) {
        moveTo(A);
        opposingForce(system, clock[0], q, v, r);
        work.gradients++;
        if (diagonal === null) mass.apply(A, momentum);
        else for (let i = 0; i < n; i++) momentum[i] = diagonal[i] * A[i];
        let size = 0;
        let sum = 0;
        for (let i = 0; i < n; i++) {
          const value = inertia * momentum[i] + forces * r[i] + b[i];
          r[i] = value;
          sum += value;
          size = Math.max(size, Math.abs(value));
        }
        measures[SIZE] = Number.isFinite(sum) ? size : Number.NaN;
      },
      renewTangent() {
        matrix.assemble(inertia, forces * velocity, forces * position, clock[0], q, v);
        work.tangents++;
        const failure = factorization.factor(matrix.values);
        countFactor(work, factorization.fill);
        return failure;
      },
      solve: factorization.solve,
      floor,
      notFinite: () => notFinite(system, clock[0], q, v),
      stuck(r, residual, iterations) {
        let dof = 0;
        for (let i = 1; i < n; i++) if (Math.abs(r[i]) > Math.abs(r[dof])) dof = i;
        const term = largestTerm(system, clock[0], q, v, dof, momentum[dof]);
        return { kind: "newton", residual, tolerance: floor(), iterations, dof, term };
      },
    },
    work,
  );
  return {
    q,
    v,
    b,
    solve(t, A) {
      clock[0] = t;
      copy(q, q0);
      copy(v, v0);
      const failure = iterate(A);
      if (failure === null) moveTo(A);
      return failure;
    },
  };
}

function vectors(count: number, n: number): Vec[] {
  return Array.from({ length: count }, () => new Float64Array(n));
}
