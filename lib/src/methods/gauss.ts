/** Gauss collocation with s stages.                                                        [hairer2006, ch. II.1.3, ch. IV.2.1]
 *
 *      M A_i + ∇V(Q_i) = f(t₀ + c_i h, Q_i, V_i),     V_i = v₀ + h Σ a_ij A_j,   Q_i = q₀ + c_i h v₀ + h² Σ (a²)_ij A_j
 *      v₁ = v₀ + h Σ b_i A_i,      q₁ = q₀ + h v₀ + h² Σ (bᵀa)_i A_i
 *
 *  Order 2s, symmetric, symplectic, stable for every step on linear systems, keeps quadratic invariants: linear and angular
 *  momentum, and the energy of linear systems. All stages are solved together, a system of s times the unknowns. */

import type { Ledger } from "../core/ledger.js";
import type { Sparsity } from "../core/matrix.js";
import { family, noWork, type Stepper, type Work } from "../core/method.js";
import { whole } from "../core/parameter.js";
import { type Problem, type System, totalForce } from "../core/system.js";
import type { Vec } from "../core/vec.js";
import { effectiveMatrix } from "../linalg/effective-matrix.js";
import { analyze } from "../linalg/factorization.js";
import { copy } from "../linalg/vec.js";
import { largestTerm, notFinite, termScale } from "./diagnosis.js";
import { type GaussTableau, gaussTableau } from "./gauss-tableau.js";
import { ALLOWANCE, type Equation, newton, SIZE } from "./newton.js";
import { stageBalance } from "./stage-balance.js";
import { canonicalForm } from "./symplectic-forms.js";

export const gauss = family(
  {
    id: "gauss",
    title: "Gauss collocation",
    summary: "Any even order with every structural property the midpoint rule has; the most accurate implicit choice.",
    parameters: { stages: whole(2, "number of stages; the order is twice that", { min: 1, max: 8 }) },
    cites: ["hairer2006"],
    variants: [{ stages: 1 }, { stages: 3 }],
  },
  ({ stages }) => ({
    clock: "fixed",
    claims: {
      order: 2 * stages,
      symplectic: canonicalForm,
      symmetric: true,
      conserves: ["linear-momentum", "angular-momentum", "energy-of-linear-systems"],
      balance: "closed",
    },
    needs: ["tangent"],
    prepare: (problem, h, ledger) => gaussStepper(problem, h, gaussTableau(stages), ledger),
  }),
);

function gaussStepper(
  { system, t0, q0, v0 }: Problem,
  h: number,
  tableau: GaussTableau,
  ledger: Ledger | null,
): Stepper {
  const n = system.dof;
  const { nodes, weights } = tableau;
  const s = nodes.length;
  const work = noWork();
  const stages = stageEquation(system, h, tableau, work);
  const iterate = newton(s * n, stages.equation, work);
  const balance = ledger && stageBalance(system, weights, h, ledger);
  // (bᵀa)_i: weights of the accelerations in the position.
  const reach = nodes.map((_, i) => weights.reduce((sum, b, k) => sum + b * tableau.coefficients[k][i], 0));
  // The accelerations of the last step, extrapolated as constant: where the next iteration starts.
  const guess = new Float64Array(s * n);
  const A = new Float64Array(s * n);
  totalForce(system, t0, q0, v0, guess.subarray(0, n));
  system.mass.solve(guess.subarray(0, n), guess.subarray(0, n));
  for (let i = 1; i < s; i++) guess.copyWithin(i * n, 0, n);
  work.gradients++;

  return {
    memory: [guess],
    work,
    step(state) {
      const { q, v } = state;
      copy(guess, A);
      stages.start(t0 + state.n * h, q, v);
      const failure = iterate(A);
      if (failure !== null) return failure;
      if (balance !== null) {
        stages.moveTo(A);
        balance.open(q);
        for (let i = 0; i < s; i++) balance.stage(i, stages.time(i), stages.Q[i], stages.V[i]);
      }
      for (let k = 0; k < n; k++) {
        let dq = 0;
        let dv = 0;
        for (let i = 0; i < s; i++) {
          dq += reach[i] * A[i * n + k];
          dv += weights[i] * A[i * n + k];
        }
        q[k] += h * (v[k] + h * dq);
        v[k] += h * dv;
      }
      balance?.close(q);
      copy(A, guess);
      // The last stage is the nearest to the next step.
      for (let i = 0; i + 1 < s; i++) guess.copyWithin(i * n, (s - 1) * n, s * n);
      return null;
    },
  };
}

interface Stages {
  readonly equation: Equation;
  readonly Q: readonly Vec[];
  readonly V: readonly Vec[];
  /** Begins a step. */
  start(t: number, q: Vec, v: Vec): void;
  moveTo(A: Vec): void;
  time(i: number): number;
}

/** The coupled equations of all stages; the tangent has the blocks δ_ij M + h a_ij C_i + h² (a²)_ij K_i. */
function stageEquation(system: System, h: number, { nodes, coefficients: a }: GaussTableau, work: Work): Stages {
  const n = system.dof;
  const s = nodes.length;
  const squared = a.map((row) => row.map((_, j) => row.reduce((sum, aik, k) => sum + aik * a[k][j], 0)));
  const Q = nodes.map(() => new Float64Array(n));
  const V = nodes.map(() => new Float64Array(n));
  const q0 = new Float64Array(n);
  const v0 = new Float64Array(n);
  const force = new Float64Array(n);
  const momentum = new Float64Array(n);

  const matrix = effectiveMatrix(system);
  const blocks = blockPattern(matrix.pattern, s);
  const values = new Float64Array(blocks.column.length);
  const factorization = analyze(blocks, s === 1 && matrix.symmetric);
  const parts = Array.from({ length: 3 }, () => new Float64Array(matrix.values.length));
  const constant = system.kind === "linear";
  let factored = false;
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
          dv += a[i][j] * A[j * n + k];
          dq += squared[i][j] * A[j * n + k];
        }
        V[i][k] = v0[k] + h * dv;
        Q[i][k] = q0[k] + h * (nodes[i] * v0[k] + h * dq);
        speed = Math.max(speed, Math.abs(V[i][k]), Math.abs(v0[k]));
        distance = Math.max(distance, Math.abs(Q[i][k]), Math.abs(q0[k]), Math.abs(h * nodes[i] * v0[k]));
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
      if (constant && factored) return null;
      for (let i = 0; i < s; i++) {
        for (let part = 0; part < 3; part++) {
          matrix.assemble(part === 0 ? 1 : 0, part === 1 ? 1 : 0, part === 2 ? 1 : 0, time(i), Q[i], V[i]);
          parts[part].set(matrix.values);
        }
        work.tangents++;
        for (let j = 0; j < s; j++) {
          placeBlock(matrix.pattern, s, i, j, values, (e) => {
            const inertia = i === j ? parts[0][e] : 0;
            return inertia + h * a[i][j] * parts[1][e] + h * h * squared[i][j] * parts[2][e];
          });
        }
      }
      work.factorizations++;
      factored = true;
      return factorization.factor(values);
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
  return {
    equation,
    Q,
    V,
    moveTo,
    time,
    start(from, q, v) {
      clock[0] = from;
      copy(q, q0);
      copy(v, v0);
    },
  };
}

/** An s × s arrangement of copies of a pattern. */
function blockPattern({ size, rowStart, column }: Sparsity, s: number): Sparsity {
  const entries = column.length;
  const blocks = {
    size: s * size,
    rowStart: new Int32Array(s * size + 1),
    column: new Int32Array(s * s * entries),
  };
  for (let i = 0; i < s; i++) {
    for (let r = 0; r < size; r++) blocks.rowStart[i * size + r] = s * (i * entries + rowStart[r]);
    for (let j = 0; j < s; j++)
      placeBlock({ size, rowStart, column }, s, i, j, blocks.column, (e) => j * size + column[e]);
  }
  blocks.rowStart[s * size] = s * s * entries;
  return blocks;
}

/** Writes block (i, j) of such an arrangement, entry e of the pattern by entry. */
function placeBlock(
  { size, rowStart, column }: Sparsity,
  s: number,
  i: number,
  j: number,
  out: Float64Array | Int32Array,
  entry: (e: number) => number,
): void {
  for (let r = 0; r < size; r++) {
    const length = rowStart[r + 1] - rowStart[r];
    const at = s * (i * column.length + rowStart[r]) + j * length;
    for (let k = 0; k < length; k++) out[at + k] = entry(rowStart[r] + k);
  }
}
