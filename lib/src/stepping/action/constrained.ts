/** Variational integration with holonomic constraints g(q) = 0: RATTLE for any discrete Lagrangian of discrete-action.ts.
 *                                                                                   [kane2000, section 1.2.5], [andersen1983]
 *
 *  Multipliers join the discrete action, once a point; with J = ∂g/∂q the Legendre transforms of discrete-action.ts become
 *
 *      V = v₀ + h B,      M B + Σ b_i (1 − c_i) G_i + J(q₀)ᵀ λ = 0,      g(q₀ + h V) = 0
 *      v₁ = v₀ + h A − M⁻¹J(q₁)ᵀ μ,      M A + Σ b_i G_i + J(q₀)ᵀ λ = 0,      J(q₁) v₁ = 0
 *
 *  L_d^{sym,0} gives RATTLE itself. Positions satisfy the constraints and velocities their derivative, to rounding and without
 *  drift; the step is symplectic on the constrained phase space, symmetric if the quadrature is, and keeps the momenta whose
 *  symmetries the constraints have. The equations are solved by Newton's iteration on the multipliers' own matrix
 *  J(q₁) K⁻¹ J(q₀)ᵀ, K = M + Σ b_i (1 − c_i)(h C + c_i h² ∇²V), which is full: made for some hundreds of constraints.
 *
 *  Balance: as in balance.ts, with the impulse P = −h J(q₀)ᵀλ − J(q₁)ᵀμ of the constraints,
 *      algorithmic = h V·Σ b_i ∇V_i − ΔV − V·P − (v̄ − V)·M Δv,     v̄ = (v₀ + v₁)/2. */
import type { Failure } from "../../core/failure.js";
import type { Ledger } from "../../core/ledger.js";
import { noWork, type Stepper } from "../../core/method.js";
import { type Constraints, opposingForce, type Problem, type System } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { forceRounding, inertiaRounding, ROUNDING, sizesOf } from "../../linalg/force-rounding.js";
import { type Equations, nonlinearSolver } from "../../linalg/nonlinear.js";
import { copy } from "../../linalg/vec.js";
import { dominantTerm, notFinite } from "../diagnosis.js";
import type { ImplicitOptions } from "../implicit-parameters.js";
import { stateSum } from "../summation.js";
import { constrainedBalance } from "./constrained-balance.js";
import { massSolve, stepMatrix } from "./constrained-matrix.js";
import { refuseStart } from "./constrained-start.js";
import { type MultiplierEquations, multiplierEquations } from "./multiplier-equations.js";
import { implicitNodes, type Node } from "./nodes.js";

export function constrainedStepper(
  problem: Problem,
  constraints: Constraints,
  nodes: readonly Node[],
  h: number,
  { tolerance, summation }: ImplicitOptions,
  ledger: Ledger | null,
): Stepper {
  const { system, q0, v0 } = problem;
  const n = system.dof;
  refuseStart(constraints, q0, v0);
  const work = noWork();
  const multipliers = multiplierEquations(constraints, n, work);
  const matrix = stepMatrix(system, nodes, h, work);
  const balance = ledger && constrainedBalance(system, nodes, h, ledger);
  const sum = stateSum(n, summation);
  const path = emptyPath(n);
  const { time, q, v, V, q1 } = path;
  const [v1, A, impulse, kick, dq, dv] = Array.from({ length: 6 }, () => new Float64Array(n));
  const solveMass = massSolve(system.mass);
  // B and λ, the unknowns; and those of the last step, from which the iteration starts.
  const x = new Float64Array(n + constraints.count);
  const last = new Float64Array(n + constraints.count);
  const lambda = x.subarray(n);

  const equations = constrainedEquations(system, constraints, implicitNodes(nodes), h, path, multipliers, lambda);
  const { solve } = nonlinearSolver(
    {
      ...equations,
      factor: () => matrix.renew(time[0], q, V) ?? multipliers.prepare(matrix.solve),
      solve: (r, d) => multipliers.solve(r, d, n, matrix.solve),
    },
    work,
    tolerance,
  );

  /** From B and λ to q₁ and v₁. */
  const finish = (): Failure | null => {
    accelerate(path, h, x);
    A.fill(0);
    for (const { weight, place } of nodes) addForce(system, path, h, place, weight, A);
    impulse.fill(0);
    multipliers.addTransposed(lambda, impulse);
    for (let i = 0; i < n; i++) {
      A[i] += impulse[i];
      impulse[i] *= -h;
    }
    system.mass.solve(A, A);
    let total = 0;
    for (let i = 0; i < n; i++) {
      v1[i] = v[i] - h * A[i];
      total += v1[i];
    }
    // Forces that only the end needs have not been looked at yet.
    if (!Number.isFinite(total)) return notFinite(system, time[0] + h, q1, V);
    return multipliers.project(q1, v1, solveMass, impulse, kick);
  };

  return {
    memory: [last, ...sum.memory],
    work,
    step(s) {
      time[0] = s.t;
      copy(s.q, q);
      copy(s.v, v);
      copy(last, x);
      multipliers.start(q);
      const failure = solve(x) ?? finish();
      if (failure !== null) return failure;
      balance?.(s.t, q, v, V, impulse, q1, v1);
      for (let i = 0; i < n; i++) {
        dq[i] = h * V[i];
        dv[i] = v1[i] - v[i];
      }
      sum.add(s, dq, dv);
      copy(x, last);
      return null;
    },
  };
}

/** The straight line of a step: from q₀ with v₀ at a time, at the mean velocity V to q₁; Q, where it has been looked at last, and G there. */
interface Path {
  readonly time: Vec;
  readonly q: Vec;
  readonly v: Vec;
  readonly V: Vec;
  readonly q1: Vec;
  readonly Q: Vec;
  readonly G: Vec;
}

function emptyPath(n: number): Path {
  const [q, v, V, q1, Q, G] = Array.from({ length: 6 }, () => new Float64Array(n));
  return { time: new Float64Array(1), q, v, V, q1, Q, G };
}

/** V = v₀ + h B, and q₁. */
function accelerate({ q, v, V, q1 }: Path, h: number, B: Vec): void {
  for (let i = 0; i < q.length; i++) {
    V[i] = v[i] + h * B[i];
    q1[i] = q[i] + h * V[i];
  }
}

function moveTo({ q, V, Q }: Path, h: number, place: number): void {
  for (let i = 0; i < q.length; i++) Q[i] = q[i] + place * h * V[i];
}

/** out += weight G at a place. */
function addForce(system: System, path: Path, h: number, place: number, weight: number, out: Vec): void {
  const { time, V, Q, G } = path;
  moveTo(path, h, place);
  opposingForce(system, time[0] + place * h, Q, V, G);
  for (let i = 0; i < G.length; i++) out[i] += weight * G[i];
}

/** The equation of motion, and the constraints divided by h²: then both are accelerations times something. */
function constrainedEquations(
  system: System,
  constraints: Constraints,
  left: readonly Node[],
  h: number,
  path: Path,
  multipliers: MultiplierEquations,
  lambda: Vec,
): Omit<Equations, "factor" | "solve"> {
  const n = system.dof;
  const m = constraints.count;
  const { mass, cancellingTerms = 0 } = system;
  const { time, q, v, V, q1, Q, G } = path;
  const [inertia, B, reach, speed] = Array.from({ length: 4 }, () => new Float64Array(n));
  const violation = new Float64Array(m);
  const ofForces = forceRounding(system);
  return {
    unknowns: n + m,
    residual(at, r, size) {
      accelerate(path, h, at);
      for (let i = 0; i < n; i++) B[i] = at[i];
      mass.apply(B, inertia);
      for (let i = 0; i < n; i++) {
        r[i] = inertia[i];
        size[i] = Math.abs(inertia[i]) + cancellingTerms;
      }
      for (const { weight, place } of left) {
        const factor = weight * (1 - place);
        addForce(system, path, h, place, factor, r);
        for (let i = 0; i < n; i++) size[i] += Math.abs(factor * G[i]);
      }
      multipliers.addStartTransposed(at, n, r, size);
      constraints.values(q1, violation);
      multipliers.moveEnd(q1);
      multipliers.enterConstraints(q1, violation, 1 / (h * h), r, size, n);
    },
    rounding(out) {
      inertiaRounding(mass, B, 1, out);
      for (let j = 0; j < m; j++) out[n + j] = 0;
      for (const { weight, place } of left) {
        moveTo(path, h, place);
        sizesOf(reach, Q, q, v, h);
        sizesOf(speed, V, v);
        ofForces.addTo(time[0] + place * h, Q, V, reach, speed, weight * (1 - place), out);
      }
      multipliers.addRounding(lambda, q1, ROUNDING, 1 / (h * h), out, n);
    },
    notFinite: () => notFinite(system, time[0], q1, V),
    dominantTerm: (i) =>
      i < n
        ? dominantTerm(system, time[0] + h, q1, V, i, inertia[i])
        : { dof: constraints.column[constraints.rowStart[i - n]], term: "position" },
  };
}
