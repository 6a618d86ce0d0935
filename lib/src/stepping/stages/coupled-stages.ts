/** Implicit stages that depend on one another: the engine of gauss and galerkin.
 *
 *      M A_i + ∇V(Q_i) = f(t₀ + c_i h, Q_i, V_i),     V_i = V̂_i + h Σ â_ij A_j,   Q_i = Q̂_i + h² Σ â̂_ij A_j
 *
 *  All are solved together, a system of s times the unknowns; its tangent has the blocks δ_ij M + h â_ij C_i + h² â̂_ij K_i.
 *  For a linear system there is one factor for the whole run and one solve a step; otherwise Newton's iteration. */
import type { Failure } from "../../core/failure.js";
import { countFactor, type Work } from "../../core/method.js";
import { readsVelocity, type System, totalForce } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { effectiveMatrix } from "../../linalg/effective-matrix.js";
import { forceRounding, inertiaRounding, sizesOf } from "../../linalg/force-rounding.js";
import { linearSolver } from "../../linalg/linear-equations.js";
import { type Equations, nonlinearSolver } from "../../linalg/nonlinear.js";
import { copy } from "../../linalg/vec.js";
import { dominantTerm, notFinite } from "../diagnosis.js";
import type { Start } from "../implicit-acceleration.js";
import { placeRounding } from "../place-rounding.js";
import { lostOfLarger } from "../summation.js";
import { blockPattern, placeBlock } from "./block-pattern.js";
import { analyzeBlocks } from "./block-system.js";

export interface StageTableau {
  readonly nodes: readonly number[];
  /** â: weights of the accelerations in the velocities. */
  readonly velocity: readonly (readonly number[])[];
  /** â̂: weights of the accelerations in the positions. */
  readonly position: readonly (readonly number[])[];
  /** Do the blocks on the diagonal outweigh the others, so that a large system may be solved block by block? */
  readonly dominant?: boolean;
}

export interface CoupledStages {
  /** Q̂ and V̂ on entry. */
  readonly baseQ: readonly Vec[];
  readonly baseV: readonly Vec[];
  /** What Q̂ has been rounded by; zero unless written. */
  readonly rest: readonly Vec[];
  /** Q and V on return. */
  readonly Q: readonly Vec[];
  readonly V: readonly Vec[];
  /** Solves for the accelerations, one after another in A; starts from the values A has. */
  solve(from: Start, A: Vec): Failure | null;
}

const [STEP, TIME] = [0, 1];

export function coupledStages(
  system: System,
  h: number,
  tableau: StageTableau,
  work: Work,
  tolerance = 0,
): CoupledStages {
  const { nodes, velocity, position } = tableau;
  const n = system.dof;
  const s = nodes.length;
  const { mass, cancelling = 0 } = system;
  const { diagonal } = mass;
  const vectors = () => nodes.map(() => new Float64Array(n));
  const [baseQ, baseV, rest, hatQ, hatV, Q, V, delta, force] = Array.from({ length: 9 }, vectors);
  const [fromQ, fromV, one, reach, speed] = Array.from({ length: 5 }, () => new Float64Array(n));
  const momentum = new Float64Array(s * n);
  const place = new Float64Array(s * n);
  const own = new Float64Array(n);

  const matrix = effectiveMatrix(system);
  const blocks = blockPattern(matrix.pattern, s);
  const values = new Float64Array(blocks.column.length);
  const factorization = analyzeBlocks(matrix.pattern, s, matrix.symmetric, {
    dominant: tableau.dominant ?? false,
    threads: system.threads,
    position,
    tolerance: system.kind === "linear" ? 1e-12 : 1e-3,
  });
  const entries = matrix.values.length;
  matrix.assemble(1, 0, 0, 0, Q[0], V[0]);
  const inertia = matrix.values.slice();
  const resists = readsVelocity(system);
  const resistance = nodes.map(() => new Float64Array(resists ? entries : 0)); // C of every stage
  const stiffness = nodes.map(() => new Float64Array(entries)); // K
  const rounded = stiffness.map((K) => placeRounding(system, matrix.pattern, K));
  // Block (i, j), δ_ij M + h â_ij C_i + h² â̂_ij K_i.
  const block = new Float64Array(entries);
  const ofForces = forceRounding(system);
  const now = Float64Array.of(h, 0); // the length of the step that is solved, and the time of its start
  const time = (i: number) => now[TIME] + nodes[i] * now[STEP];

  // The rows of the tableau, as the loops below take them.
  const inVelocity = velocity.map((row) => Float64Array.from(row));
  const inPosition = position.map((row) => Float64Array.from(row));

  const moveTo = (A: Vec) => {
    const step = now[STEP];
    for (let i = 0; i < s; i++) {
      moveStage(A, step, inVelocity[i], inPosition[i], baseQ[i], baseV[i], rest[i], Q[i], V[i], delta[i]);
    }
  };
  const applyMass = (A: Vec, i: number) => {
    if (diagonal !== null) {
      for (let k = 0; k < n; k++) momentum[i * n + k] = diagonal[k] * A[i * n + k];
      return;
    }
    for (let k = 0; k < n; k++) one[k] = A[i * n + k];
    mass.apply(one, own);
    for (let k = 0; k < n; k++) momentum[i * n + k] = own[k];
  };

  const equations: Equations = {
    unknowns: s * n,
    residual(A, r, size) {
      moveTo(A);
      copy(A, place);
      for (let i = 0; i < s; i++) {
        applyMass(A, i);
        totalForce(system, time(i), Q[i], V[i], force[i]);
        balance(momentum, force[i], i * n, cancelling, r, size);
      }
    },
    refine(r) {
      for (let i = 0; i < s; i++) rounded[i].addTo(delta[i], 1, force[i], 1, r, i * n);
    },
    rounding(out) {
      for (let i = 0; i < s; i++) {
        for (let k = 0; k < n; k++) one[k] = place[i * n + k];
        inertiaRounding(mass, one, 1, own);
        sizesOf(reach, Q[i], baseQ[i], fromQ);
        sizesOf(speed, V[i], baseV[i], fromV);
        ofForces.addTo(time(i), Q[i], V[i], reach, speed, 1, own);
        for (let k = 0; k < n; k++) out[i * n + k] = own[k];
      }
    },
    factor() {
      const step = now[STEP];
      for (let i = 0; i < s; i++) {
        if (resists) {
          matrix.assemble(0, 1, 0, time(i), Q[i], V[i]);
          copy(matrix.values, resistance[i]);
        }
        matrix.assemble(0, 0, 1, time(i), Q[i], V[i]);
        copy(matrix.values, stiffness[i]);
        rounded[i].enter(0, 1);
        for (let j = 0; j < s; j++) {
          const ofC = step * velocity[i][j];
          const ofK = step * step * position[i][j];
          combineMatrices(i === j ? 1 : 0, inertia, ofC, resists ? resistance[i] : null, ofK, stiffness[i], block);
          placeBlock(matrix.pattern, s, i, j, values, block);
        }
      }
      const failure = factorization.factor(values);
      countFactor(work, factorization.fill);
      return failure;
    },
    solve: factorization.solve,
    notFinite() {
      const bad = Q.findIndex((x, i) => !Number.isFinite(x[0] + V[i][0]));
      const i = Math.max(bad, 0);
      return notFinite(system, time(i), Q[i], V[i]);
    },
    dominantTerm(e) {
      const dof = e % n;
      const i = (e - dof) / n;
      return dominantTerm(system, time(i), Q[i], V[i], dof, momentum[e]);
    },
    shorten(part) {
      now[STEP] = part * h;
      for (let i = 0; i < s; i++) {
        for (let k = 0; k < n; k++) {
          baseQ[i][k] = part === 1 ? hatQ[i][k] : fromQ[k] + part * (hatQ[i][k] - fromQ[k]);
          baseV[i][k] = part === 1 ? hatV[i][k] : fromV[k] + part * (hatV[i][k] - fromV[k]);
        }
      }
    },
  };

  const solveFor =
    system.kind === "linear" ? linearSolver(equations) : nonlinearSolver(equations, work, tolerance).solve;
  return {
    baseQ,
    baseV,
    rest,
    Q,
    V,
    solve(from, A) {
      now[TIME] = from.t;
      if (system.kind !== "linear") for (let i = 0; i < s; i++) rounded[i].forget();
      for (let i = 0; i < s; i++) {
        copy(baseQ[i], hatQ[i]);
        copy(baseV[i], hatV[i]);
      }
      copy(from.q, fromQ);
      copy(from.v, fromV);
      const failure = solveFor(A);
      if (failure === null) moveTo(A);
      return failure;
    },
  };
}

/** Q = baseQ + h² Σ p_j A_j and V = baseV + h Σ a_j A_j of one stage, and what Q is rounded by into delta. */
function moveStage(
  A: Vec,
  h: number,
  inVelocity: Vec,
  inPosition: Vec,
  baseQ: Vec,
  baseV: Vec,
  rest: Vec,
  Q: Vec,
  V: Vec,
  delta: Vec,
): void {
  const n = Q.length;
  const s = inVelocity.length;
  for (let k = 0; k < n; k++) {
    let dv = 0;
    let dq = 0;
    for (let j = 0, e = k; j < s; j++, e += n) {
      const a = A[e];
      dv += inVelocity[j] * a;
      dq += inPosition[j] * a;
    }
    V[k] = baseV[k] + h * dv;
    const from = baseQ[k];
    const y = h * (h * dq);
    const to = from + y;
    Q[k] = to;
    delta[k] = lostOfLarger(from, y, to) + rest[k];
  }
}

/** r = momentum − force of one stage, whose entries begin at `first`, and the sizes of its terms. */
function balance(momentum: Vec, force: Vec, first: number, cancelling: number, r: Vec, size: Vec): void {
  for (let k = 0, e = first; k < force.length; k++, e++) {
    r[e] = momentum[e] - force[k];
    size[e] = Math.abs(momentum[e]) + Math.abs(force[k]) + cancelling;
  }
}

/** out = m M + c C + k K; C may be missing. */
function combineMatrices(m: number, M: Vec, c: number, C: Vec | null, k: number, K: Vec, out: Vec): void {
  if (C === null) for (let e = 0; e < K.length; e++) out[e] = m * M[e] + k * K[e];
  else for (let e = 0; e < K.length; e++) out[e] = m * M[e] + c * C[e] + k * K[e];
}
