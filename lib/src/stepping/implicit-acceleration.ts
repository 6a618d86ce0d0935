/** One implicit stage of a second-order method (engine of midpoint, the Newmark family and bathe).
 *
 *  The stage's equation of motion is solved for the acceleration A,
 *
 *      m M A + g G(t, Q, V) + b = 0,    Q = Q̂ + c₂ A,  V = V̂ + c₁ A,    G = ∇V(q) − f_load − f_damping,
 *
 *  with coefficients that the method fixes once. Its tangent is m M + g (c₁ C + c₂ K): K = ∇²V − ∂f/∂q, C = −∂f/∂v.
 *
 *  Three ways, chosen when prepared: explicit when A enters only through M (c₂ = 0 and no force reads the velocity);
 *  one solve with one factor for the whole run when the system is linear; otherwise Newton's iteration
 *  (linalg/nonlinear.ts). The unknown is the acceleration, not the position:
 *  then small steps do not divide rounding errors by h². */
import type { Failure } from "../core/failure.js";
import { countFactor, type Work } from "../core/method.js";
import type { State } from "../core/state.js";
import { opposingForce, readsVelocity, type System } from "../core/system.js";
import type { Vec } from "../core/vec.js";
import { effectiveMatrix } from "../linalg/effective-matrix.js";
import { analyze } from "../linalg/factorization.js";
import { forceRounding, inertiaRounding, ROUNDING, sizesOf } from "../linalg/force-rounding.js";
import { isCheap, newtonFactorization } from "../linalg/newton-factorization.js";
import { type Equations, nonlinearSolver } from "../linalg/nonlinear.js";
import { copy } from "../linalg/vec.js";
import { hasCode } from "./code/compiled.js";
import { compiledStage } from "./code/stage.js";
import { dominantTerm, notFinite } from "./diagnosis.js";
import { lostInertia } from "./lost-inertia.js";
import { placeRounding } from "./place-rounding.js";
import { balanceDiagonal, balanceStage, moveStage, roundedBy } from "./stage-loops.js";

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
  /** What Q̂ has been rounded by; zero unless written. */
  readonly rest: Vec;
  /** The constant part b of the equation; zero unless written. */
  readonly b: Vec;
  /** Solves for A, starting from the value it has; `from` is the state at the start of the step. */
  solve(t: number, A: Vec, from: Start): Failure | null;
}

/** `n`: the number of the step, where it is known. */
export type Start = Pick<State, "t" | "q" | "v"> & Partial<Pick<State, "n">>;

/** `tolerance`: what of its terms an equation may be off by; 0 for rounding alone. `compiles`: may the stage become generated code? */
export function implicitStage(
  system: System,
  coefficients: StageCoefficients,
  work: Work,
  tolerance = 0,
  compiles = true,
): Stage {
  const { velocity, position } = coefficients;
  if (position === 0 && (velocity === 0 || !readsVelocity(system))) return explicitStage(system, coefficients);
  if (system.kind === "linear") return linearStage(system, coefficients, work);
  const general = newtonStage(system, coefficients, work, tolerance);
  const special = compiles && tolerance === 0 && hasCode(system);
  return special ? compiledStage(system, coefficients, work, general) : general;
}

function explicitStage(system: System, { inertia, forces, velocity }: StageCoefficients): Stage {
  const n = system.dof;
  const [q, v, b, rest] = vectors(4, n);
  return {
    q,
    v,
    b,
    rest,
    solve(t, A) {
      opposingForce(system, t, q, v, A);
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
  const [q, v, b, rest, r] = vectors(5, n);
  const matrix = effectiveMatrix(system);
  const factorization = analyze(matrix.pattern, matrix.symmetric, system);
  matrix.assemble(inertia, forces * velocity, forces * position, 0, q, v);
  const failure = factorization.factor(matrix.values);
  countFactor(work, factorization.fill);
  return {
    q,
    v,
    b,
    rest,
    solve(t, A) {
      if (failure !== null) return failure;
      // Mostly below an ulp; a motion that a step nearly stops leaves the rounding of what it was.
      for (let i = 0; i < n; i++) q[i] += rest[i];
      opposingForce(system, t, q, v, r);
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

function newtonStage(system: System, coefficients: StageCoefficients, work: Work, tolerance: number): Stage {
  const { inertia, forces, velocity, position } = coefficients;
  const n = system.dof;
  const { mass, cancellingTerms = 0 } = system;
  const { diagonal } = mass;
  const [q, v, b, rest, hatQ, hatV, baseQ, baseV, momentum, reach, speed, delta, force] = vectors(13, n);
  let place: Vec = momentum; // where it has moved to last
  let start: Start = { t: 0, q, v };
  /** Is the step one that has been shortened, and has Q̂ and V̂ of the full one kept? */
  let shortened = false;
  const onlyPotential = system.load === null && system.damping === null;
  const matrix = effectiveMatrix(system);
  // J has no other part than these where no force reads the velocity.
  const rounded = readsVelocity(system) ? null : placeRounding(system, matrix.pattern, matrix.values);
  const ofInertia = inertia === 1 ? lostInertia(mass) : null;
  const factorization = newtonFactorization(matrix.pattern, matrix.symmetric, system);
  const ofForces = forceRounding(system);
  // Of the step that is solved: c₁, c₂ and the time of the stage; and the times of the full step's start and stage.
  const now = Float64Array.of(velocity, position, 0, 0, 0);

  const equations: Equations = {
    unknowns: n,
    residual(A, r, size) {
      place = A;
      moveStage(A, now[C2], baseQ, q);
      if (!onlyPotential) moveStage(A, now[C1], baseV, v);
      opposingForce(system, now[TIME], q, v, force);
      if (diagonal === null) {
        mass.apply(A, momentum);
        balanceStage(momentum, inertia, force, forces, b, cancellingTerms, r, size);
      } else balanceDiagonal(A, diagonal, inertia, force, forces, b, cancellingTerms, r, size);
    },
    ...((rounded !== null || ofInertia !== null) && {
      refine(r: Vec) {
        if (rounded !== null) {
          roundedBy(place, now[C2], baseQ, rest, q, delta);
          rounded.addTo(delta, 1, force, forces, r);
        }
        ofInertia?.addTo(place, 0, r, 0);
      },
    }),
    rounding(out) {
      inertiaRounding(mass, place, inertia, out);
      for (let i = 0; i < n; i++) out[i] += ROUNDING * Math.abs(b[i]);
      sizesOf(reach, q, baseQ, start.q);
      if (!onlyPotential) sizesOf(speed, v, baseV, start.v);
      ofForces.addTo(now[TIME], q, v, reach, speed, forces, out, onlyPotential ? force : null);
    },
    factor() {
      matrix.assemble(inertia, forces * now[C1], forces * now[C2], now[TIME], q, v);
      rounded?.enter(inertia, forces * now[C2]);
      const failure = factorization.factor(matrix.values);
      countFactor(work, factorization.fill);
      return failure;
    },
    solve: factorization.solve,
    cheapFactor: isCheap(factorization, n),
    notFinite: () => notFinite(system, now[TIME], q, v),
    dominantTerm(dof) {
      mass.apply(place, momentum);
      return dominantTerm(system, now[TIME], q, v, dof, momentum[dof]);
    },
    // Q = q₀ + s τ v₀ + s² (Q̂ − q₀ − τ v₀ + c₂ A) with the time τ of the stage: the very equations of a step s h, but for stages that begin from others.
    shorten(s) {
      if (!shortened) {
        copy(baseQ, hatQ);
        copy(baseV, hatV);
        shortened = true;
      }
      const { q: fromQ, v: fromV } = start;
      const whole = now[STAGE] - now[START];
      now[C1] = s * velocity;
      now[C2] = s * s * position;
      now[TIME] = now[START] + s * whole;
      for (let i = 0; i < n; i++) {
        const way = whole * fromV[i];
        baseQ[i] = s === 1 ? hatQ[i] : fromQ[i] + s * (way + s * (hatQ[i] - fromQ[i] - way));
        baseV[i] = s === 1 ? hatV[i] : fromV[i] + s * (hatV[i] - fromV[i]);
      }
    },
  };
  const { solve } = nonlinearSolver(equations, work, tolerance);
  return {
    q,
    v,
    b,
    rest,
    solve(t, A, from) {
      rounded?.forget();
      now[TIME] = t;
      now[START] = from.t;
      now[STAGE] = t;
      start = from;
      shortened = false;
      copy(q, baseQ);
      copy(v, baseV);
      const failure = solve(A);
      if (failure !== null) return failure;
      moveStage(A, position, baseQ, q);
      moveStage(A, velocity, baseV, v);
      return null;
    },
  };
}

const [C1, C2, TIME, START, STAGE] = [0, 1, 2, 3, 4];

function vectors(count: number, n: number): Vec[] {
  return Array.from({ length: count }, () => new Float64Array(n));
}
