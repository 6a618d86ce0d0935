/** A discrete Lagrangian of your own, L_d(q₀, q₁, h), written once as a formula: the library derives the rest from it.
 *
 *      discrete Legendre transforms   p₀ = −D₁L_d(q₀, q₁),  p₁ = D₂L_d(q₀, q₁)                                [kane2000, (8)]
 *      discrete Euler–Lagrange        D₂L_d(q_{k−1}, q_k) + D₁L_d(q_k, q_{k+1}) = 0                            [kane2000, (6)]
 *      momentum map                   ⟨J_d, ξ⟩ = D₂L_d(q₀, q₁)·ξ_Q(q₁)                                        [kane2000, (10)]
 *      discrete energy                E_d = −∂L_d/∂h                                                           [kane2000, (11)]
 *
 *  and, as `variationalFrom`, a method: a step solves M v₀ = −D₁L_d(q₀, q₁) for q₁ and takes M v₁ = D₂L_d(q₀, q₁). It is
 *  symplectic whatever the formula is, and keeps the momenta of its symmetries; of what order it is, the formula decides, and the
 *  author claims. Derivatives are exact (symbolic/differentiated.ts). The matrices are full: made for small systems. */
import type { Failure } from "../../core/failure.js";
import { type Claims, type FixedStepMethod, noWork, type Stepper } from "../../core/method.js";
import type { Problem } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { analyze } from "../../linalg/factorization.js";
import { ROUNDING } from "../../linalg/force-rounding.js";
import { nonlinearSolver } from "../../linalg/nonlinear.js";
import { fullPattern } from "../../linalg/sparsity.js";
import { copy, dot } from "../../linalg/vec.js";
import { type Algebra, differentiated } from "../../symbolic/differentiated.js";
import { notFinite } from "../diagnosis.js";
import { stateSum } from "../summation.js";
import { canonicalForm } from "../symplectic-forms.js";

/** h Σ … as it would be on paper: `(a, q0, q1, h) => a.multiply(h, …)`. */
export type DiscreteFormula = <T>(algebra: Algebra<T>, q0: readonly T[], q1: readonly T[], h: T) => T;

export interface DiscreteLagrangian {
  readonly dof: number;
  value(q0: Vec, q1: Vec, h: number): number;
  /** D₁L_d and D₂L_d. */
  slopes(q0: Vec, q1: Vec, h: number, d1: Vec, d2: Vec): void;
  /** ∂²L_d/∂q₀∂q₁, row by row: entry (i, j) is ∂D₁L_d,i/∂q₁,j. The two-form on pairs of points is −(it)_ij dq₀_i ∧ dq₁_j. */
  mixed(q0: Vec, q1: Vec, h: number, out: Vec): void;
  /** E_d = −∂L_d/∂h. */
  energy(q0: Vec, q1: Vec, h: number): number;
  /** ⟨J_d, ξ⟩ for a symmetry whose field at q₁ is given. */
  momentum(q0: Vec, q1: Vec, h: number, field: Vec): number;
}

export function discreteLagrangian(dof: number, formula: DiscreteFormula): DiscreteLagrangian {
  const size = 2 * dof + 1;
  const L = differentiated(size, (algebra, x) => formula(algebra, x.slice(0, dof), x.slice(dof, 2 * dof), x[2 * dof]));
  const x = new Float64Array(size);
  const slope = new Float64Array(size);
  const direction = new Float64Array(size);
  const moveTo = (q0: Vec, q1: Vec, h: number) => {
    for (let i = 0; i < dof; i++) {
      x[i] = q0[i];
      x[dof + i] = q1[i];
    }
    x[2 * dof] = h;
  };
  return {
    dof,
    value(q0, q1, h) {
      moveTo(q0, q1, h);
      return L.value(x);
    },
    slopes(q0, q1, h, d1, d2) {
      moveTo(q0, q1, h);
      L.gradient(x, slope);
      for (let i = 0; i < dof; i++) {
        d1[i] = slope[i];
        d2[i] = slope[dof + i];
      }
    },
    mixed(q0, q1, h, out) {
      moveTo(q0, q1, h);
      for (let j = 0; j < dof; j++) {
        direction.fill(0);
        direction[dof + j] = 1;
        L.hessianTimes(x, direction, slope);
        for (let i = 0; i < dof; i++) out[i * dof + j] = slope[i];
      }
    },
    energy(q0, q1, h) {
      moveTo(q0, q1, h);
      L.gradient(x, slope);
      return -slope[2 * dof];
    },
    momentum(q0, q1, h, field) {
      moveTo(q0, q1, h);
      L.gradient(x, slope);
      return dot(slope.subarray(dof, 2 * dof), field);
    },
  };
}

/** What the author of a formula promises; the contract tests of this library measure such promises. */
export interface Promised extends Partial<Pick<Claims, "symmetric" | "conserves">> {
  readonly order: number;
}

/** The method of a discrete Lagrangian, for systems without loads and damping; of the system it reads the mass only. */
export function variationalFrom(
  lagrangian: DiscreteLagrangian,
  { order, symmetric = false, conserves = [] }: Promised,
): FixedStepMethod {
  return {
    id: "variational",
    parameters: {},
    cites: ["kane2000"],
    clock: "fixed",
    claims: { order, symplectic: canonicalForm, symmetric, conserves, balance: "open" },
    needs: ["conservative"],
    prepare: (problem, h) => lagrangianStepper(problem, h, lagrangian),
  };
}

function lagrangianStepper({ system }: Problem, h: number, lagrangian: DiscreteLagrangian): Stepper {
  const n = system.dof;
  const { mass } = system;
  const work = noWork();
  const [q0, q1, v0, p0, d1, d2, mean, dq, dv] = Array.from({ length: 9 }, () => new Float64Array(n));
  const matrix = new Float64Array(n * n);
  const factorization = analyze(fullPattern(n), false);
  const sum = stateSum(n, "compensated");

  // M v₀ + D₁L_d(q₀, q₀ + h (v₀ + x)) = 0, in the difference x of the mean velocity from v₀.
  const { solve } = nonlinearSolver(
    {
      unknowns: n,
      residual(x, r, size) {
        for (let i = 0; i < n; i++) {
          mean[i] = v0[i] + x[i];
          q1[i] = q0[i] + h * mean[i];
        }
        lagrangian.slopes(q0, q1, h, d1, d2);
        for (let i = 0; i < n; i++) {
          r[i] = p0[i] + d1[i];
          size[i] = Math.abs(p0[i]) + Math.abs(d1[i]);
        }
      },
      // D₁L_d is a difference of terms as large as the momenta, and of the positions of which it takes (q₁ − q₀)/h.
      rounding(out) {
        lagrangian.mixed(q0, q1, h, matrix);
        for (let i = 0; i < n; i++) {
          out[i] = Math.abs(p0[i]) + Math.abs(d1[i]) + Math.abs(d2[i]);
          for (let j = 0; j < n; j++) out[i] += Math.abs(matrix[i * n + j]) * (Math.abs(q0[j]) + Math.abs(q1[j]));
          out[i] *= ROUNDING;
        }
      },
      factor(): Failure | null {
        lagrangian.mixed(q0, q1, h, matrix);
        for (let k = 0; k < matrix.length; k++) matrix[k] *= h;
        work.factorizations++;
        return factorization.factor(matrix);
      },
      solve: factorization.solve,
      notFinite: () => notFinite(system, 0, q1, mean),
      dominantTerm: (dof) => ({ dof, term: "inertia" }),
    },
    work,
  );

  const x = new Float64Array(n);
  return {
    memory: sum.memory,
    work,
    step(s) {
      copy(s.q, q0);
      copy(s.v, v0);
      mass.apply(v0, p0);
      x.fill(0);
      const failure = solve(x);
      if (failure !== null) return failure;
      for (let i = 0; i < n; i++) {
        dq[i] = h * (v0[i] + x[i]);
        q1[i] = q0[i] + dq[i];
      }
      lagrangian.slopes(q0, q1, h, d1, d2);
      mass.solve(d2, dv);
      for (let i = 0; i < n; i++) dv[i] -= v0[i];
      sum.add(s, dq, dv);
      return null;
    },
  };
}
