/** Implicit stages that depend on one another: the engine of gauss and galerkin.
 *
 *      M A_i + ∇V(Q_i) = f(t₀ + c_i h, Q_i, V_i),     V_i = V̂_i + h Σ â_ij A_j,   Q_i = Q̂_i + h² Σ â̂_ij A_j
 *
 *  All are solved together, a system of s times the unknowns; its tangent has the blocks δ_ij M + h â_ij C_i + h² â̂_ij K_i.
 *  For a linear system there is one factor for the whole run and one solve a step; otherwise the iteration of short steps (inertia-iteration.ts) where
 *  that converges, and Newton's where it does not. */
import type { Failure } from "../../core/failure.js";
import { countFactor, type Work } from "../../core/method.js";
import { opposingForce, readsVelocity, type System } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { effectiveMatrix } from "../../linalg/effective-matrix.js";
import { forceRounding, inertiaRounding, sizesOf } from "../../linalg/force-rounding.js";
import { linearSolver } from "../../linalg/linear-equations.js";
import { isCheap } from "../../linalg/newton-factorization.js";
import { areWithin, type Equations, nonlinearSolver } from "../../linalg/nonlinear.js";
import { copy } from "../../linalg/vec.js";
import { dominantTerm, notFinite } from "../diagnosis.js";
import { exactly, factorOf, productOf } from "../factors.js";
import type { Start } from "../implicit-acceleration.js";
import { lostInertia } from "../lost-inertia.js";
import { type PlaceRounding, placeRounding } from "../place-rounding.js";
import { lostOfLarger } from "../summation.js";
import { blockPattern, placeBlock } from "./block-pattern.js";
import { analyzeBlocks } from "./block-system.js";
import type { Pair } from "./fixed-point.js";
import { correctStage, inertiaIteration, type ShortStepEquations } from "./inertia-iteration.js";

export interface StageTableau {
  readonly nodes: readonly number[];
  /** â: weights of the accelerations in the velocities. */
  readonly velocity: readonly (readonly number[])[];
  /** â̂: weights of the accelerations in the positions. */
  readonly position: Pair<readonly (readonly number[])[]>;
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

/** Where inertia alone did not contract fast enough, it is tried again after so many steps. */
const PAUSE = 32;

/** `pause`: how many steps are to be taken before inertia alone is tried, part of the method's memory; null where it never is. */
export function coupledStages(
  system: System,
  h: number,
  tableau: StageTableau,
  work: Work,
  tolerance = 0,
  pause: Vec | null = null,
): CoupledStages {
  const { nodes, velocity } = tableau;
  const { value: position } = tableau.position;
  const n = system.dof;
  const s = nodes.length;
  const { mass, cancellingTerms = 0 } = system;
  const { diagonal } = mass;
  const vectors = () => nodes.map(() => new Float64Array(n));
  const [baseQ, baseV, rest, hatQ, hatV, Q, V, force] = Array.from({ length: 8 }, vectors);
  const [fromQ, fromV, one, reach, speed, delta] = Array.from({ length: 6 }, () => new Float64Array(n));
  const momentum = new Float64Array(s * n);
  const own = new Float64Array(n);
  let place: Vec = momentum; // where it has moved to last

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
  let inPosition = timesSquare(tableau.position, h);
  // Velocities are of no use to forces that are a potential's alone.
  const inMotion = system.load !== null || system.damping !== null;
  const accelerate = (A: Vec) => {
    for (let i = 0; i < s; i++) moveVelocity(A, now[STEP], inVelocity[i], baseV[i], V[i]);
  };
  const moveTo = (A: Vec) => {
    for (let i = 0; i < s; i++) moveStage(A, inPosition[i], baseQ[i], Q[i]);
    if (inMotion) accelerate(A);
    place = A;
  };
  /** What the rounding of stage i, moved to A last, makes of its force is added to `out` from `first` on. */
  const addRounded = (A: Vec, i: number, stiffness: PlaceRounding, out: Vec, first: number) => {
    roundedBy(A, inPosition[i], baseQ[i], rest[i], Q[i], delta);
    stiffness.addTo(delta, 1, force[i], 1, out, first);
  };
  const applyMass = (A: Vec, i: number) => {
    for (let k = 0; k < n; k++) one[k] = A[i * n + k];
    mass.apply(one, own);
    for (let k = 0; k < n; k++) momentum[i * n + k] = own[k];
  };

  const ofInertia = lostInertia(mass);

  const equations: Equations = {
    unknowns: s * n,
    residual(A, r, size) {
      moveTo(A);
      for (let i = 0; i < s; i++) {
        opposingForce(system, time(i), Q[i], V[i], force[i]);
        if (diagonal === null) {
          applyMass(A, i);
          balance(momentum, force[i], i * n, cancellingTerms, r, size);
        } else balanceDiagonal(A, diagonal, momentum, force[i], i * n, cancellingTerms, r, size);
      }
    },
    refine(r) {
      for (let i = 0; i < s; i++) {
        addRounded(place, i, rounded[i], r, i * n);
        ofInertia?.addTo(place, i * n, r, i * n);
      }
    },
    rounding(out) {
      for (let i = 0; i < s; i++) {
        for (let k = 0; k < n; k++) one[k] = place[i * n + k];
        inertiaRounding(mass, one, 1, own);
        sizesOf(reach, Q[i], baseQ[i], fromQ);
        if (inMotion) sizesOf(speed, V[i], baseV[i], fromV);
        ofForces.addTo(time(i), Q[i], V[i], reach, speed, 1, own, inMotion ? null : force[i]);
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
    cheapFactor: isCheap(factorization, s * n),
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
      inPosition = timesSquare(tableau.position, part * h);
      for (let i = 0; i < s; i++) {
        for (let k = 0; k < n; k++) {
          // As in implicit-acceleration.ts: besides the path at the first velocity, what is of the order h².
          const way = h * tableau.nodes[i] * fromV[k];
          baseQ[i][k] = part === 1 ? hatQ[i][k] : fromQ[k] + part * (way + part * (hatQ[i][k] - fromQ[k] - way));
          baseV[i][k] = part === 1 ? hatV[i][k] : fromV[k] + part * (hatV[i][k] - fromV[k]);
        }
      }
    },
  };

  /** For the iteration with M alone, where M is diagonal. */
  const shortStepEquations = (diagonal: Vec): ShortStepEquations => {
    const inverse = diagonal.map((m) => 1 / m);
    const extra = vectors();
    const [r, bound] = [new Float64Array(s * n), new Float64Array(s * n)];
    const ofOne = placeRounding(system, matrix.pattern, matrix.values);
    let added = false;
    const addRoundings = (A: Vec, near: boolean) => {
      for (let i = 0; i < s; i++) extra[i].fill(0);
      if (!near) return;
      // The stiffness of one stage is that of the others but for a factor 1 + O(h), and what it is multiplied by is rounding.
      matrix.assemble(0, 0, 1, time(0), Q[0], V[0]);
      ofOne.enter(0, 1);
      for (let i = 0; i < s; i++) {
        addRounded(A, i, ofOne, extra[i], 0);
        ofInertia?.addTo(A, i * n, extra[i], 0);
      }
    };
    return {
      correct(A, near, found) {
        moveTo(A);
        for (let i = 0; i < s; i++) opposingForce(system, time(i), Q[i], V[i], force[i]);
        if (near || added) addRoundings(A, near);
        added = near;
        found[0] = found[1] = 0;
        for (let i = 0; i < s; i++) {
          correctStage(A, diagonal, inverse, force[i], extra[i], i * n, cancellingTerms, r, found);
        }
      },
      isRounding() {
        equations.rounding(bound);
        return areWithin(r, bound);
      },
    };
  };
  const solveFor =
    system.kind === "linear" ? linearSolver(equations) : nonlinearSolver(equations, work, tolerance).solve;
  const short =
    pause === null || diagonal === null || system.kind === "linear"
      ? null
      : inShortSteps(pause, s * n, inertiaIteration(shortStepEquations(diagonal), work, tolerance));
  return {
    baseQ,
    baseV,
    rest,
    Q,
    V,
    solve(from, A) {
      now[TIME] = from.t;
      for (let i = 0; i < s; i++) {
        copy(baseQ[i], hatQ[i]);
        copy(baseV[i], hatV[i]);
      }
      copy(from.q, fromQ);
      copy(from.v, fromV);
      if (system.kind !== "linear") for (let i = 0; i < s; i++) rounded[i].forget();
      if (short?.isSolved(A) !== true) {
        const failure = solveFor(A);
        if (failure !== null) return failure;
      }
      short?.enter();
      moveTo(A);
      if (!inMotion) accelerate(A);
      return null;
    },
  };
}

/** The iteration with inertia alone in those steps in which it may do; a step that it does not solve is left as it was. */
function inShortSteps(pause: Vec, unknowns: number, iteration: (A: Vec) => boolean) {
  const start = new Float64Array(unknowns);
  let failed = false;
  return {
    isSolved(A: Vec): boolean {
      failed = false;
      if (pause[0] > 0) return false;
      copy(A, start);
      if (iteration(A)) return true;
      copy(start, A);
      failed = true;
      return false;
    },
    /** A step has been taken. */
    enter() {
      pause[0] = failed ? PAUSE : Math.max(0, pause[0] - 1);
    },
  };
}

/** A row of coefficients, each the sum of two numbers. */
interface InTwoParts {
  readonly high: Vec;
  readonly low: Vec;
}

/** h² p, row by row, in two parts each (factors.ts). */
function timesSquare({ value, rest }: Pair<readonly (readonly number[])[]>, h: number): InTwoParts[] {
  const square = productOf(exactly(h), exactly(h));
  return value.map((row, i) => {
    const factors = row.map((p, j) => factorOf(productOf(square, { value: p, rest: rest[i][j] })));
    return {
      high: Float64Array.from(factors, (factor) => factor.high),
      low: Float64Array.from(factors, (factor) => factor.low),
    };
  });
}

/** Q = baseQ + Σ p_j A_j of one stage. */
function moveStage(A: Vec, { high, low }: InTwoParts, baseQ: Vec, Q: Vec): void {
  const n = Q.length;
  const s = high.length;
  const p0 = high[0];
  const r0 = low[0];
  const p1 = s > 1 ? high[1] : 0;
  const r1 = s > 1 ? low[1] : 0;
  const second = s > 1 ? n : 0;
  for (let k = 0; k < n; k++) {
    let dq = p0 * A[k] + p1 * A[second + k];
    let more = r0 * A[k] + r1 * A[second + k];
    for (let j = 2, e = 2 * n + k; j < s; j++, e += n) {
      dq += high[j] * A[e];
      more += low[j] * A[e];
    }
    Q[k] = baseQ[k] + (dq + more);
  }
}

/** What Q was rounded by, with what baseQ already was. */
function roundedBy(A: Vec, { high, low }: InTwoParts, baseQ: Vec, rest: Vec, Q: Vec, delta: Vec): void {
  const n = Q.length;
  for (let k = 0; k < n; k++) {
    let dq = 0;
    let more = 0;
    for (let j = 0, e = k; j < high.length; j++, e += n) {
      dq += high[j] * A[e];
      more += low[j] * A[e];
    }
    delta[k] = lostOfLarger(baseQ[k], dq + more, Q[k]) + rest[k];
  }
}

/** V = baseV + h Σ a_j A_j of one stage. */
function moveVelocity(A: Vec, h: number, a: Vec, baseV: Vec, V: Vec): void {
  const n = V.length;
  for (let k = 0; k < n; k++) {
    let dv = 0;
    for (let j = 0; j < a.length; j++) dv += a[j] * A[j * n + k];
    V[k] = baseV[k] + h * dv;
  }
}

/** r = momentum + force of one stage, whose entries begin at `first`, and the sizes of its terms. */
function balance(momentum: Vec, force: Vec, first: number, cancelling: number, r: Vec, size: Vec): void {
  for (let k = 0, e = first; k < force.length; k++, e++) {
    r[e] = momentum[e] + force[k];
    size[e] = Math.abs(momentum[e]) + Math.abs(force[k]) + cancelling;
  }
}

/** The same for a diagonal mass, which is multiplied on the way. */
function balanceDiagonal(
  A: Vec,
  diagonal: Vec,
  momentum: Vec,
  force: Vec,
  first: number,
  cancelling: number,
  r: Vec,
  size: Vec,
): void {
  for (let k = 0, e = first; k < force.length; k++, e++) {
    const product = diagonal[k] * A[e];
    const ofForce = force[k];
    momentum[e] = product;
    r[e] = product + ofForce;
    size[e] = Math.abs(product) + Math.abs(ofForce) + cancelling;
  }
}

/** out = m M + c C + k K; C may be missing. */
function combineMatrices(m: number, M: Vec, c: number, C: Vec | null, k: number, K: Vec, out: Vec): void {
  if (C === null) for (let e = 0; e < K.length; e++) out[e] = m * M[e] + k * K[e];
  else for (let e = 0; e < K.length; e++) out[e] = m * M[e] + c * C[e] + k * K[e];
}
