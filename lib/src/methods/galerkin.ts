/** Galerkin variational integrators on Gauss–Lobatto points.                       [rojas2024, section 3], [hairer2006, ch. VI.6]
 *
 *  Within a step the motion is a polynomial of degree s through its values at the s + 1 Lobatto points, and the action is
 *  summed with their weights:
 *
 *      L_d(q₀, q₁) = ext h Σ b_i L(Q_i, V_i),    Q_i = q(c_i h), V_i = q'(c_i h),   Q₀ = q₀, Q_s = q₁
 *
 *  s = 1 is Störmer–Verlet, s = 2 the paper's Simpson integrator. Forces and damping enter by Lagrange–d'Alembert with the same
 *  weights. In accelerations, A_i = M⁻¹(f − ∇V) at (t₀ + c_i h, Q_i, V_i), this is the pair Lobatto IIIA–IIIB:
 *
 *      V_i = v₀ + h Σ â_ij A_j,    Q_i = q₀ + c_i h v₀ + h² Σ (a â)_ij A_j
 *      v₁ = v₀ + h Σ b_i A_i,      q₁ = q₀ + h v₀ + h² Σ (bᵀâ)_i A_i
 *
 *  The last column of â is zero: A_s follows from q₁. Where no force reads the velocity, A₀ is the last A_s of the step before,
 *  and only the s − 1 inner stages are solved for.
 *  Order 2s, symmetric, symplectic, keeps linear and angular momentum. Linear systems are stable for h ω_max below the
 *  first pocket of stable-steps.ts (2, 2.828, 3.113, 3.141, …), and for modes between the pockets. */
import type { Failure } from "../core/failure.js";
import type { Ledger } from "../core/ledger.js";
import { family, noWork, type Stepper } from "../core/method.js";
import { whole } from "../core/parameter.js";
import type { State } from "../core/state.js";
import { acceleration, type Problem, readsVelocity } from "../core/system.js";
import type { Vec } from "../core/vec.js";
import { copy } from "../linalg/vec.js";
import { notFinite } from "../stepping/diagnosis.js";
import { exactly, factorOf, factorsOf, product, productOf } from "../stepping/factors.js";
import { IMPLICIT_DEFAULTS, implicitParameters } from "../stepping/implicit-parameters.js";
import { checkStability } from "../stepping/stable-steps.js";
import { stageBalance } from "../stepping/stages/balance.js";
import { coupledStages } from "../stepping/stages/coupled-stages.js";
import { lobattoTableau } from "../stepping/stages/lobatto-tableau.js";
import type { Tableau } from "../stepping/stages/tableau.js";
import { lostOfLarger, stateSum } from "../stepping/summation.js";
import { canonicalForm } from "../stepping/symplectic-forms.js";
import { lobattoPockets } from "./galerkin/lobatto-pockets.js";

export const galerkin = family(
  {
    id: "galerkin",
    title: "Galerkin variational integrator",
    summary: "Symplectic of any even order with fewer unknowns a step than gauss, for steps below its stability limit.",
    parameters: {
      degree: whole(2, "degree of the motion within a step; the order is twice that", { min: 1, max: 8 }),
      ...implicitParameters,
    },
    cites: ["rojas2024", "hairer2006"],
    variants: [{ degree: 1 }, { degree: 3 }],
  },
  ({ degree, ...options }) => ({
    clock: "fixed",
    claims: {
      order: 2 * degree,
      symplectic: canonicalForm,
      symmetric: true,
      conserves: ["linear-momentum", "angular-momentum"],
      balance: "closed",
    },
    needs: ["tangent"],
    prepare: (problem, h, ledger) => ({
      ...galerkinStepper(problem, h, lobattoTableau(degree), ledger, options),
      check: () => checkStability("galerkin", problem, h, lobattoPockets(degree)),
    }),
  }),
);

export function galerkinStepper(
  { system, t0, q0, v0 }: Problem,
  h: number,
  tableau: Tableau,
  ledger: Ledger | null,
  { tolerance, summation } = IMPLICIT_DEFAULTS,
): Stepper {
  const n = system.dof;
  const { value: nodes } = tableau.nodes;
  const { value: weights } = tableau.weights;
  const { value: velocity } = tableau.velocity;
  const { value: position } = tableau.position;
  const inVelocity = factorsOf(tableau.weights);
  const inPosition = factorsOf(tableau.reach);
  const s = nodes.length - 1;
  const left = Math.floor(s / 2);
  const right = s - left;
  const work = noWork();
  const balance = ledger && stageBalance(system, weights, h, ledger);
  // The stages that are solved for: all but the last, and not the first where its acceleration is known.
  const first = readsVelocity(system) ? 0 : 1;
  const solved = nodes.map((_, i) => i).filter((i) => i >= first && i < s);
  const part = (of: readonly (readonly number[])[]) => solved.map((i) => solved.map((j) => of[i][j]));
  const { rest: positionRest } = tableau.position;
  const step = exactly(h);
  const ofStep = factorOf(step);
  /** h c_i and h² p_i0. */
  const ahead = nodes.map((c, i) => factorOf(productOf(step, { value: c, rest: tableau.nodes.rest[i] })));
  const known = nodes.map((_, i) =>
    factorOf(productOf(productOf(step, step), { value: position[i][0], rest: positionRest[i][0] })),
  );
  const inner = {
    nodes: solved.map((i) => nodes[i]),
    velocity: part(velocity),
    position: { value: part(position), rest: part(positionRest) },
    dominant: true, // [docs/topics/simpson.md, Large systems]
  };
  const stages = solved.length === 0 ? null : coupledStages(system, h, inner, work, tolerance);

  const accelerations = new Float64Array((s + 1) * n);
  const A = nodes.map((_, i) => accelerations.subarray(i * n, (i + 1) * n));
  const unknown = accelerations.subarray(first * n, s * n);
  const q1 = new Float64Array(n);
  const v1 = new Float64Array(n);
  const Q = new Float64Array(n);
  const V = new Float64Array(n);
  const [path, mean, ofPath, ofKick] = Array.from({ length: 4 }, () => new Float64Array(n));
  const total = stateSum(n, summation);
  const { ofPositions, ofVelocities } = total;
  // The last A_s: the acceleration at the start of the next step, or near it where forces read the velocity.
  const a = new Float64Array(n);
  acceleration(system, t0, q0, v0, a);

  /** Q and V of stage i, from all accelerations. */
  const moveTo = (i: number, q: Vec, v: Vec) => {
    for (let k = 0; k < n; k++) {
      let dq = 0;
      let dv = 0;
      for (let j = 0; j < s; j++) {
        dq += position[i][j] * A[j][k];
        dv += velocity[i][j] * A[j][k];
      }
      Q[k] = q[k] + h * (nodes[i] * v[k] + h * dq);
      V[k] = v[k] + h * dv;
    }
  };

  const book = (t: number, q: Vec, v: Vec) => {
    if (balance === null) return;
    balance.open(q);
    let besides = 0;
    for (let i = 0; i <= s; i++) {
      moveTo(i, q, v);
      balance.stage(i, t + nodes[i] * h, Q, V);
      system.mass.apply(A[i], Q);
      for (let k = 0; k < n; k++) besides += h * weights[i] * (V[k] - (v[k] + v1[k]) / 2) * Q[k];
    }
    balance.close(q1, besides);
  };

  /** The inner stages start from what v₀ and A₀ alone make of them; A on return. */
  const solveInner = (state: State): Failure | null => {
    if (stages === null) return null;
    const { q, v } = state;
    for (let e = 0; e < solved.length; e++) {
      const i = solved[e];
      const atQ = stages.baseQ[e];
      const atV = stages.baseV[e];
      const rest = stages.rest[e];
      for (let k = 0; k < n; k++) {
        const a0 = first === 0 ? 0 : a[k];
        const y = product(ahead[i], v[k]) + product(known[i], a0);
        atQ[k] = q[k] + y;
        rest[k] = lostOfLarger(q[k], y, atQ[k]) + (ofPositions[k] + h * (nodes[i] * ofVelocities[k]));
        atV[k] = v[k] + h * (velocity[i][0] * a0);
      }
    }
    return stages.solve(state, unknown);
  };
  // As in gauss.ts: Σ (bᵀâ)_j = ½ and Σ b_j = 1, hence means, and differences from the mean of the two accelerations in the middle.
  /** q₁ = q₀ + h v₀ + h² Σ (bᵀâ)_i A_i, along `path`. */
  const arrive = (q: Vec, v: Vec) => {
    for (let k = 0; k < n; k++) {
      const Am = (A[left][k] + A[right][k]) / 2;
      let bent = 0;
      for (let j = 0; j < s; j++) bent += product(inPosition[j], A[j][k] - Am);
      const kick = product(ofStep, Am / 2 + bent);
      path[k] = v[k] + kick;
      ofPath[k] = h * (lostOfLarger(v[k], kick, path[k]) + ofVelocities[k]);
      q1[k] = q[k] + (h * path[k] + (ofPositions[k] + ofPath[k]));
    }
  };
  /** v₁ = v₀ + h Σ b_i A_i, by the `mean`; false where it is not finite. */
  const accelerate = (v: Vec): boolean => {
    let sum = 0;
    for (let k = 0; k < n; k++) {
      const Am = (A[left][k] + A[right][k]) / 2;
      let bent = 0;
      for (let j = 0; j <= s; j++) bent += product(inVelocity[j], A[j][k] - Am);
      mean[k] = Am + bent;
      ofKick[k] = h * lostOfLarger(Am, bent, mean[k]);
      v1[k] = v[k] + h * mean[k];
      sum += q1[k] + v1[k];
    }
    return Number.isFinite(sum);
  };

  return {
    memory: [a, ...total.memory],
    work,
    restart: (t, q, v) => acceleration(system, t, q, v, a),
    step(state) {
      const { q, v } = state;
      const t = t0 + state.n * h;
      // The last one too, which the means below read before it is known: what it was in the step before is no part of the memory.
      for (let i = 0; i <= s; i++) copy(a, A[i]);
      const failure = solveInner(state);
      if (failure !== null) return failure;
      arrive(q, v);
      moveTo(s, q, v);
      acceleration(system, t0 + (state.n + 1) * h, q1, V, A[s]);
      if (!accelerate(v)) return notFinite(system, t + h, q1, v1);
      book(t, q, v);
      for (let k = 0; k < n; k++) total.carry(k, ofPath[k], ofKick[k]);
      total.addTimes(state, h, path, mean);
      copy(A[s], a);
      return null;
    },
  };
}
