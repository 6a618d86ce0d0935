/** One step of the variational integrator whose discrete Lagrangian is a quadrature of the action along a straight line:
 *  the engine of variational and lagrange-dalembert.                                       [kane2000, eqs. (2), (16), (45)]
 *
 *      L_d(q₀, q₁) = h Σ b_i L(Q_i, V),    Q_i = q₀ + c_i h V,    V = (q₁ − q₀)/h,    Σ b_i = 1
 *
 *  Forces enter as the discrete Lagrange–d'Alembert principle has them, F_d⁻ = h Σ b_i (1 − c_i) f_i and F_d⁺ = h Σ b_i c_i f_i.
 *  In position–velocity form, with G = ∇V − f_load − f_damping at (t₀ + c_i h, Q_i, V), the Legendre transforms read
 *
 *      M v₀ = −D₁L_d − F_d⁻   ⇔   V = v₀ + h B,    M B + Σ b_i (1 − c_i) G_i = 0
 *      M v₁ =  D₂L_d + F_d⁺   ⇔   v₁ = v₀ + h A,   M A + Σ b_i G_i = 0
 *
 *  so that a step solves for the acceleration B and knows everything else. With one node (c < 1) A = B/(1 − c), and the stage
 *  that midpoint and newmark share does the work. */
import type { Failure } from "../../core/failure.js";
import type { Work } from "../../core/method.js";
import { readsVelocity, type System } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { linearSolver } from "../../linalg/linear-equations.js";
import { type Equations, nonlinearSolver } from "../../linalg/nonlinear.js";
import { copy } from "../../linalg/vec.js";
import { notFinite } from "../diagnosis.js";
import { product } from "../factors.js";
import { implicitStage, type Start } from "../implicit-acceleration.js";
import { lostOfLarger } from "../summation.js";
import { factorsOf, implicitNodes, type Node } from "./nodes.js";
import { type Carried, pathOf, TIME } from "./path.js";
import { pathEquations, reachOf } from "./path-equations.js";

export interface ActionStep {
  /** V, the mean velocity of the step. */
  readonly V: Vec;
  /** What V has been rounded by. */
  readonly rest: Vec;
  /** A, the mean acceleration. */
  readonly A: Vec;
  /** Solves for B, starting from the value it has. */
  solve(from: Start, B: Vec): Failure | null;
}

export function actionStep(
  system: System,
  nodes: readonly Node[],
  h: number,
  carried: Carried,
  work: Work,
  tolerance = 0,
): ActionStep {
  const [first] = nodes;
  return nodes.length === 1 && first.place < 1
    ? oneNode(system, first.place, h, carried, work, tolerance)
    : severalNodes(system, nodes, h, carried, work, tolerance);
}

function oneNode(
  system: System,
  place: number,
  h: number,
  { ofPositions, ofVelocities }: Carried,
  work: Work,
  tolerance: number,
): ActionStep {
  const n = system.dof;
  const coefficients = { inertia: 1, forces: 1 - place, velocity: h, position: place * h * h };
  const stage = implicitStage(system, coefficients, work, tolerance);
  const [A, rest] = [new Float64Array(n), new Float64Array(n)];
  const { q: Q, v: V } = stage;
  const { ofStep, toPlaces } = factorsOf(h, [{ place }]);
  const [toPlace] = toPlaces;
  return {
    V,
    rest,
    A,
    solve(from, B) {
      const { t, q, v } = from;
      for (let i = 0; i < n; i++) {
        const y = product(toPlace, v[i]);
        Q[i] = q[i] + y;
        stage.rest[i] = lostOfLarger(q[i], y, Q[i]) + (ofPositions[i] + h * (place * ofVelocities[i]));
        V[i] = v[i];
      }
      const failure = stage.solve(t + place * h, B, from);
      if (failure !== null) return failure;
      for (let i = 0; i < n; i++) {
        const kick = product(ofStep, B[i]);
        V[i] = v[i] + kick; // [kane2000, (19)], with forces [kane2000, (45)]
        rest[i] = lostOfLarger(v[i], kick, V[i]) + ofVelocities[i];
        A[i] = B[i] / (1 - place);
      }
      return null;
    },
  };
}

function severalNodes(
  system: System,
  nodes: readonly Node[],
  h: number,
  carried: Carried,
  work: Work,
  tolerance: number,
): ActionStep {
  const n = system.dof;
  const path = pathOf(system, nodes, h, carried);
  const { now, fromQ, fromV, V, rest, Q, left, whole, rounded, accelerate, addForces } = path;
  const { ofVelocities } = carried;
  const A = new Float64Array(n);
  const isExplicit = implicitNodes(nodes).length === 0 || (reachOf(nodes) === 0 && !readsVelocity(system));

  /** Where the forces do not depend on B. */
  const explicitly = (B: Vec): null => {
    B.fill(0);
    copy(fromV, V);
    copy(ofVelocities, rest);
    addForces(left, B, null);
    system.mass.solve(B, B);
    for (let i = 0; i < n; i++) B[i] = -B[i];
    return null;
  };
  const solveFor = isExplicit
    ? explicitly
    : implicitly(system, pathEquations(system, nodes, path, work), work, tolerance);

  return {
    V,
    rest,
    A,
    solve({ t, q, v }, B) {
      now[TIME] = t;
      if (system.kind !== "linear") for (let k = 0; k < rounded.length; k++) rounded[k]?.forget();
      copy(q, fromQ);
      copy(v, fromV);
      const failure = solveFor(B);
      if (failure !== null) return failure;
      accelerate(B);
      A.fill(0);
      addForces(whole, A, null);
      system.mass.solve(A, A);
      let sum = 0;
      for (let i = 0; i < n; i++) {
        A[i] = -A[i];
        sum += V[i] + A[i];
      }
      return Number.isFinite(sum) ? null : notFinite(system, t, Q, V);
    },
  };
}

const implicitly = (
  system: System,
  equations: Equations,
  work: Work,
  tolerance: number,
): ((B: Vec) => Failure | null) =>
  system.kind === "linear" ? linearSolver(equations) : nonlinearSolver(equations, work, tolerance).solve;
