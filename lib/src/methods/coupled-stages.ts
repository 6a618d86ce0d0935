/** Implicit stages that depend on one another: the engine of gauss and galerkin.
 *
 *      M A_i + ∇V(Q_i) = f(t₀ + c_i h, Q_i, V_i),     V_i = V̂_i + h Σ â_ij A_j,   Q_i = Q̂_i + h² Σ â̂_ij A_j
 *
 *  All are solved together, a system of s times the unknowns; its tangent has the blocks δ_ij M + h â_ij C_i + h² â̂_ij K_i.
 *  For a linear system there is one factor for the whole run and one solve a step; otherwise Newton's iteration. */
import type { Failure } from "../core/failure.js";
import { countFactor, type Work } from "../core/method.js";
import { type System, totalForce } from "../core/system.js";
import type { Vec } from "../core/vec.js";
import { effectiveMatrix } from "../linalg/effective-matrix.js";
import { analyzeBlocks, blockPattern, placeBlock } from "./block-system.js";
import { largestTerm, notFinite, termScale } from "./diagnosis.js";
import { ALLOWANCE, type Equation, newton, SIZE } from "./newton.js";

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
  /** Q and V on return. */
  readonly Q: readonly Vec[];
  readonly V: readonly Vec[];
  /** Solves for the accelerations, one after another in A, of a step that starts at t; starts from the values A has. */
  solve(t: number, A: Vec): Failure | null;
}

export function coupledStages(system: System, h: number, tableau: StageTableau, work: Work): CoupledStages {
  const { nodes, velocity, position } = tableau;
  const n = system.dof;
  const s = nodes.length;
  const vectors = () => nodes.map(() => new Float64Array(n));
  const [baseQ, baseV, Q, V] = [vectors(), vectors(), vectors(), vectors()];
  const force = new Float64Array(n);
  const momentum = new Float64Array(n);

  const matrix = effectiveMatrix(system);
  const blocks = blockPattern(matrix.pattern, s);
  const values = new Float64Array(blocks.column.length);
  const factorization = analyzeBlocks(matrix.pattern, s, matrix.symmetric, tableau.dominant ?? false);
  const parts = Array.from({ length: 3 }, () => new Float64Array(matrix.values.length));
  const measures = new Float64Array(2);
  const clock = new Float64Array(1);
  const time = (i: number) => clock[0] + nodes[i] * h;

  const moveTo = (A: Vec) => {
    let speed = 0;
    let distance = 0;
    for (let i = 0; i < s; i++) {
      for (let k = 0; k < n; k++) {
        let dv = 0;
        let dq = 0;
        for (let j = 0; j < s; j++) {
          dv += velocity[i][j] * A[j * n + k];
          dq += position[i][j] * A[j * n + k];
        }
        const v = baseV[i][k] + h * dv;
        const q = baseQ[i][k] + h * h * dq;
        V[i][k] = v;
        Q[i][k] = q;
        speed = Math.max(speed, Math.abs(v), Math.abs(baseV[i][k]));
        distance = Math.max(distance, Math.abs(q), Math.abs(baseQ[i][k]), Math.abs(h * baseV[i][k]));
      }
    }
    measures[ALLOWANCE] = Number.EPSILON * Math.min(distance / (h * h), speed / Math.abs(h));
  };

  const equation: Equation = {
    measures,
    residual(A, r) {
      moveTo(A);
      let size = 0;
      let sum = 0;
      for (let i = 0; i < s; i++) {
        totalForce(system, time(i), Q[i], V[i], force);
        work.gradients++;
        system.mass.apply(A.subarray(i * n, (i + 1) * n), momentum);
        for (let k = 0; k < n; k++) {
          const value = momentum[k] - force[k];
          r[i * n + k] = value;
          sum += value;
          size = Math.max(size, Math.abs(value));
        }
      }
      measures[SIZE] = Number.isFinite(sum) ? size : Number.NaN;
    },
    renewTangent() {
      for (let i = 0; i < s; i++) {
        for (let part = 0; part < 3; part++) {
          matrix.assemble(part === 0 ? 1 : 0, part === 1 ? 1 : 0, part === 2 ? 1 : 0, time(i), Q[i], V[i]);
          parts[part].set(matrix.values);
        }
        work.tangents++;
        for (let j = 0; j < s; j++) {
          placeBlock(matrix.pattern, s, i, j, values, (e) => {
            const inertia = i === j ? parts[0][e] : 0;
            return inertia + h * velocity[i][j] * parts[1][e] + h * h * position[i][j] * parts[2][e];
          });
        }
      }
      const failure = factorization.factor(values);
      countFactor(work, factorization.fill);
      return failure;
    },
    solve: factorization.solve,
    floor() {
      let scale = 0;
      for (let i = 0; i < s; i++) scale = Math.max(scale, termScale(system, time(i), Q[i], V[i], momentum));
      return 8 * Number.EPSILON * scale;
    },
    notFinite() {
      const bad = Q.findIndex((x, i) => !Number.isFinite(x[0] + V[i][0]));
      const i = Math.max(bad, 0);
      return notFinite(system, time(i), Q[i], V[i]);
    },
    stuck(r, residual, iterations) {
      let worst = 0;
      for (let e = 1; e < r.length; e++) if (Math.abs(r[e]) > Math.abs(r[worst])) worst = e;
      const dof = worst % n;
      const i = (worst - dof) / n;
      const term = largestTerm(system, time(i), Q[i], V[i], dof, momentum[dof]);
      return { kind: "newton", residual, tolerance: equation.floor(), iterations, dof, term };
    },
  };

  const solveFor = system.kind === "linear" ? once(s * n, equation) : newton(s * n, equation, work);
  return {
    baseQ,
    baseV,
    Q,
    V,
    solve(t, A) {
      clock[0] = t;
      const failure = solveFor(A);
      if (failure === null) moveTo(A);
      return failure;
    },
  };
}

/** The equations of a linear system: their tangent never changes, and one correction from anywhere solves them. */
function once(unknowns: number, equation: Equation): (A: Vec) => Failure | null {
  const r = new Float64Array(unknowns);
  const failure = equation.renewTangent();
  return (A) => {
    if (failure !== null) return failure;
    A.fill(0);
    equation.residual(A, r);
    if (Number.isNaN(equation.measures[SIZE])) return equation.notFinite();
    const unsolved = equation.solve(r, r);
    if (unsolved !== null) return unsolved;
    for (let e = 0; e < unknowns; e++) A[e] = -r[e];
    return null;
  };
}
