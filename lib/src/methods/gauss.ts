/** Gauss collocation with s stages.                                                        [hairer2006, ch. II.1.3, ch. IV.2.1]
 *
 *      M A_i + ∇V(Q_i) = f(t₀ + c_i h, Q_i, V_i),     V_i = v₀ + h Σ a_ij A_j,   Q_i = q₀ + c_i h v₀ + h² Σ (a²)_ij A_j
 *      v₁ = v₀ + h Σ b_i A_i,      q₁ = q₀ + h v₀ + h² Σ (bᵀa)_i A_i
 *
 *  Order 2s, symmetric, symplectic, stable for every step on linear systems, keeps quadratic invariants: linear and angular
 *  momentum, and the energy of linear systems. All stages are solved together, a system of s times the unknowns. */
import type { Ledger } from "../core/ledger.js";
import { family, noWork, type Stepper } from "../core/method.js";
import { whole } from "../core/parameter.js";
import type { State } from "../core/state.js";
import { acceleration, type Problem } from "../core/system.js";
import type { Vec } from "../core/vec.js";
import { copy } from "../linalg/vec.js";
import { compiledStepper, hasCode, hasLoops } from "../stepping/code/compiled.js";
import { gaussCode } from "../stepping/code/gauss-code.js";
import { gaussLoops } from "../stepping/code/gauss-loops.js";
import { exactly, factorOf, factorsOf, product, productOf } from "../stepping/factors.js";
import { type ImplicitOptions, implicitParameters } from "../stepping/implicit-parameters.js";
import { type StageBalance, stageBalance } from "../stepping/stages/balance.js";
import { type CoupledStages, coupledStages } from "../stepping/stages/coupled-stages.js";
import { gaussTableau } from "../stepping/stages/gauss-tableau.js";
import type { Tableau } from "../stepping/stages/tableau.js";
import { lostOfLarger, stateSum } from "../stepping/summation.js";
import { canonicalForm } from "../stepping/symplectic-forms.js";

export const gauss = family(
  {
    id: "gauss",
    title: "Gauss collocation",
    summary: "Any even order with every structural property the midpoint rule has; the most accurate implicit choice.",
    parameters: {
      stages: whole(2, "number of stages; the order is twice that", { min: 1, max: 8 }),
      ...implicitParameters,
    },
    cites: ["hairer2006"],
    variants: [{ stages: 1 }, { stages: 3 }],
  },
  ({ stages, ...options }) => ({
    clock: "fixed",
    claims: {
      order: 2 * stages,
      symplectic: canonicalForm,
      symmetric: true,
      conserves: ["linear-momentum", "angular-momentum", "energy-of-linear-systems"],
      balance: "closed",
    },
    needs: ["tangent"],
    prepare: (problem, h, ledger) => gaussStepper(problem, h, gaussTableau(stages), options, ledger),
  }),
);

function gaussStepper(
  { system, t0, q0, v0 }: Problem,
  h: number,
  tableau: Tableau,
  { tolerance, summation }: ImplicitOptions,
  ledger: Ledger | null,
): Stepper {
  const n = system.dof;
  const work = noWork();
  const { value: nodes } = tableau.nodes;
  const { value: weights } = tableau.weights;
  const inVelocity = factorsOf(tableau.weights);
  const inPosition = factorsOf(tableau.reach);
  // A linear system is solved in one go, and remembers nothing of how.
  const pause = system.kind === "linear" ? null : new Float64Array(1);
  const stages = coupledStages(
    system,
    h,
    { nodes, velocity: tableau.velocity.value, position: tableau.position },
    work,
    tolerance,
    pause,
  );
  const s = nodes.length;
  const ofStep = factorOf(exactly(h));
  const ahead = nodes.map((c, i) => factorOf(productOf(exactly(h), { value: c, rest: tableau.nodes.rest[i] }))); // h c_i
  const left = Math.floor((s - 1) / 2);
  const right = s - 1 - left;
  const balance = ledger && stageBalance(system, weights, h, ledger);
  const sum = stateSum(n, summation);
  const { ofPositions, ofVelocities } = sum;
  const following = extrapolated(nodes);
  // The accelerations of the last step: on the polynomial through them the next iteration starts.
  const last = new Float64Array(s * n);
  const A = new Float64Array(s * n);
  const [path, mean] = [new Float64Array(n), new Float64Array(n)];
  const start = (t: number, q: Vec, v: Vec) => {
    pause?.fill(0);
    acceleration(system, t, q, v, last.subarray(0, n));
    for (let i = 1; i < s; i++) last.copyWithin(i * n, 0, n);
  };
  start(t0, q0, v0);

  /** Q₀ + c_i h v₀ of the stages, and the accelerations that the last step leads to expect. */
  const guess = (q: Vec, v: Vec) => {
    for (let i = 0; i < s; i++) {
      const Q = stages.baseQ[i];
      const V = stages.baseV[i];
      const rest = stages.rest[i];
      const c = nodes[i];
      const ofStage = following[i];
      for (let k = 0; k < n; k++) {
        const y = product(ahead[i], v[k]);
        Q[k] = q[k] + y;
        rest[k] = lostOfLarger(q[k], y, Q[k]) + (ofPositions[k] + h * (c * ofVelocities[k]));
        V[k] = v[k];
        let expected = 0;
        for (let j = 0; j < s; j++) expected += ofStage[j] * last[j * n + k];
        A[i * n + k] = expected;
      }
    }
  };
  /** The mean velocity and acceleration of the step, v₀ + h Σ (bᵀa)_i A_i and Σ b_i A_i. */
  const addUp = (v: Vec) => {
    for (let k = 0; k < n; k++) {
      // Σ b_i A_i = A_m + Σ b_i (A_i − A_m), and half of A_m for Σ (bᵀa)_i A_i. Differences are small, and so is what rounding leaves of them.
      const Am = (A[left * n + k] + A[right * n + k]) / 2;
      let ofPosition = 0;
      let ofVelocity = 0;
      for (let i = 0; i < s; i++) {
        const bent = A[i * n + k] - Am;
        ofPosition += product(inPosition[i], bent);
        ofVelocity += product(inVelocity[i], bent);
      }
      const kick = product(ofStep, Am / 2 + ofPosition);
      path[k] = v[k] + kick;
      mean[k] = Am + ofVelocity;
      sum.carry(
        k,
        h * (lostOfLarger(v[k], kick, path[k]) + ofVelocities[k]),
        h * lostOfLarger(Am, ofVelocity, mean[k]),
      );
    }
  };

  const general: Stepper = {
    memory: [last, ...(pause === null ? [] : [pause]), ...sum.memory],
    work,
    restart: start,
    step(state) {
      const { q, v, t } = state;
      guess(q, v);
      const failure = stages.solve(state, A);
      if (failure !== null) return failure;
      balance?.open(q);
      for (let i = 0; i < s; i++) balance?.stage(i, t + nodes[i] * h, stages.Q[i], stages.V[i]);
      addUp(v);
      sum.addTimes(state, h, path, mean);
      balance?.close(q);
      copy(A, last);
      return null;
    },
  };
  const { diagonal } = system.mass;
  const isSmall = s * n <= MOST_UNKNOWNS && hasCode(system);
  if (tolerance > 0 || diagonal === null || !(isSmall || hasLoops(system, "place"))) return general;
  return compiledStepper(system, general, {
    name: `gauss ${s} ${summation}`,
    forces: "place",
    write: (forces) => gaussCode(forces, tableau, following, summation),
    writeLoops: (band) => gaussLoops(band, tableau, following, summation),
    mass: diagonal,
    h,
    alone: true,
    book: balance && bookOfCode(balance, tableau, h, stages, last),
  });
}

/** Enters a step that code has taken: its stages follow from their accelerations. */
function bookOfCode(
  balance: StageBalance,
  { nodes, position, velocity }: Tableau,
  h: number,
  stages: CoupledStages,
  A: Vec,
): (before: Readonly<State>, after: Readonly<State>) => void {
  const s = nodes.value.length;
  const n = A.length / s;
  return (before, after) => {
    balance.open(before.q);
    for (let i = 0; i < s; i++) {
      const [Q, V] = [stages.Q[i], stages.V[i]];
      for (let k = 0; k < n; k++) {
        let dq = 0;
        let dv = 0;
        for (let j = 0; j < s; j++) {
          dq += position.value[i][j] * A[j * n + k];
          dv += velocity.value[i][j] * A[j * n + k];
        }
        Q[k] = before.q[k] + h * (nodes.value[i] * before.v[k] + h * dq);
        V[k] = before.v[k] + h * dv;
      }
      balance.stage(i, before.t + nodes.value[i] * h, Q, V);
    }
    balance.close(after.q);
  };
}

/** Steps with more are not written out as code. */
const MOST_UNKNOWNS = 24;

/** Beyond this degree a polynomial is not worth following out of its step: it is cut down to the last nodes. */
const HIGHEST = 3;

/** ℓ_j(1 + c_i): the polynomial through the stages of the last step, at those of the next. */
function extrapolated(nodes: readonly number[]): number[][] {
  const first = Math.max(0, nodes.length - 1 - HIGHEST);
  return nodes.map((c) =>
    nodes.map((cj, j) =>
      j < first ? 0 : nodes.reduce((p, ck, k) => (k === j || k < first ? p : (p * (1 + c - ck)) / (cj - ck)), 1),
    ),
  );
}
