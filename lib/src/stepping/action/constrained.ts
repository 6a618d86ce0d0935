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
import { type Failure, InputError } from "../../core/failure.js";
import type { Ledger } from "../../core/ledger.js";
import { noWork, type Stepper, type Work } from "../../core/method.js";
import { type Constraints, opposingForce, type Problem, readsVelocity, type System } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { effectiveMatrix } from "../../linalg/effective-matrix.js";
import { analyze } from "../../linalg/factorization.js";
import { forceRounding, inertiaRounding, ROUNDING, sizesOf } from "../../linalg/force-rounding.js";
import { nonlinearSolver } from "../../linalg/nonlinear.js";
import { axpy, copy, dot, normInf } from "../../linalg/vec.js";
import { dominantTerm, notFinite } from "../diagnosis.js";
import type { ImplicitOptions } from "../implicit-parameters.js";
import { stateSum } from "../summation.js";
import { multiplierEquations, type Solve } from "./multiplier-equations.js";
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
  const { mass, cancellingTerms = 0 } = system;
  const n = system.dof;
  const m = constraints.count;
  refuseStart(constraints, q0, v0);
  const work = noWork();
  const multipliers = multiplierEquations(constraints, n, work);
  const matrix = stepMatrix(system, nodes, h, work);
  const balance = ledger && constrainedBalance(system, nodes, h, ledger);
  const sum = stateSum(n, summation);
  const [q, v, q1, v1, V, A, Q, g, inertia, impulse, kick, dq, dv, reach, speed] = Array.from(
    { length: 15 },
    () => new Float64Array(n),
  );
  const violation = new Float64Array(m);
  const solveMass = massSolve(mass);
  const ofForces = forceRounding(system);
  const left = implicitNodes(nodes);
  const time = new Float64Array(1);
  // B and λ, the unknowns; and those of the last step, from which the iteration starts.
  const x = new Float64Array(n + m);
  const last = new Float64Array(n + m);
  const lambda = x.subarray(n);

  /** Q at a node, for the mean velocity V. */
  const moveTo = (place: number) => {
    for (let i = 0; i < n; i++) Q[i] = q[i] + place * h * V[i];
  };

  const { solve } = nonlinearSolver(
    {
      unknowns: n + m,
      // The equation of motion, and the constraints divided by h²: then both are accelerations times something.
      residual(at, r, size) {
        for (let i = 0; i < n; i++) {
          V[i] = v[i] + h * at[i];
          q1[i] = q[i] + h * V[i];
          kick[i] = at[i];
        }
        mass.apply(kick, inertia);
        for (let i = 0; i < n; i++) {
          r[i] = inertia[i];
          size[i] = Math.abs(inertia[i]) + cancellingTerms;
        }
        for (const { weight, place } of left) {
          const factor = weight * (1 - place);
          moveTo(place);
          opposingForce(system, time[0] + place * h, Q, V, g);
          for (let i = 0; i < n; i++) {
            r[i] += factor * g[i];
            size[i] += Math.abs(factor * g[i]);
          }
        }
        multipliers.addStartTransposed(at, n, r, size);
        constraints.values(q1, violation);
        multipliers.moveEnd(q1);
        multipliers.enterConstraints(q1, violation, 1 / (h * h), r, size, n);
      },
      rounding(out) {
        inertiaRounding(mass, kick, 1, out);
        for (let j = 0; j < m; j++) out[n + j] = 0;
        for (const { weight, place } of left) {
          moveTo(place);
          sizesOf(reach, Q, q, v, h);
          sizesOf(speed, V, v);
          ofForces.addTo(time[0] + place * h, Q, V, reach, speed, weight * (1 - place), out);
        }
        multipliers.addRounding(lambda, q1, ROUNDING, 1 / (h * h), out, n);
      },
      factor: () => matrix.renew(time[0], q, V) ?? multipliers.prepare(matrix.solve),
      solve: (r, d) => multipliers.solve(r, d, n, matrix.solve),
      notFinite: () => notFinite(system, time[0], q1, V),
      dominantTerm: (i) =>
        i < n
          ? dominantTerm(system, time[0] + h, q1, V, i, inertia[i])
          : { dof: constraints.column[constraints.rowStart[i - n]], term: "position" },
    },
    work,
    tolerance,
  );

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

  /** From B and λ to q₁ and v₁. */
  function finish(): Failure | null {
    for (let i = 0; i < n; i++) {
      V[i] = v[i] + h * x[i];
      q1[i] = q[i] + h * V[i];
    }
    A.fill(0);
    for (const { weight, place } of nodes) {
      moveTo(place);
      opposingForce(system, time[0] + place * h, Q, V, g);
      for (let i = 0; i < n; i++) A[i] += weight * g[i];
    }
    impulse.fill(0);
    multipliers.addTransposed(lambda, impulse);
    for (let i = 0; i < n; i++) {
      A[i] += impulse[i];
      impulse[i] *= -h;
    }
    mass.solve(A, A);
    let total = 0;
    for (let i = 0; i < n; i++) {
      v1[i] = v[i] - h * A[i];
      total += v1[i];
    }
    // Forces that only the end needs have not been looked at yet.
    if (!Number.isFinite(total)) return notFinite(system, time[0] + h, q1, V);
    return multipliers.project(q1, v1, solveMass, impulse, kick);
  }
}

/** Solving with the mass never fails. */
const massSolve =
  (mass: System["mass"]): Solve =>
  (b, out) => {
    mass.solve(b, out);
    return null;
  };

/** K, factored once a step (once a run, if it does not change). */
function stepMatrix(system: System, nodes: readonly Node[], h: number, work: Work) {
  const inner = nodes.filter(({ weight, place }) => weight * (1 - place) * (readsVelocity(system) ? 1 : place) !== 0);
  if (inner.length === 0) return { renew: () => null, solve: massSolve(system.mass) };
  const matrix = effectiveMatrix(system);
  const factorization = analyze(matrix.pattern, matrix.symmetric, system);
  const values = new Float64Array(matrix.values.length);
  const Q = new Float64Array(system.dof);
  return {
    renew(t: number, q: Vec, V: Vec): Failure | null {
      values.fill(0);
      for (let k = 0; k < inner.length; k++) {
        const { weight, place } = inner[k];
        for (let i = 0; i < Q.length; i++) Q[i] = q[i] + place * h * V[i];
        const w = weight * (1 - place);
        matrix.assemble(k === 0 ? 1 : 0, w * h, w * place * h * h, t + place * h, Q, V);
        for (let j = 0; j < values.length; j++) values[j] += matrix.values[j];
      }
      work.factorizations++;
      return factorization.factor(values);
    },
    solve: factorization.solve,
  };
}

function constrainedBalance(system: System, nodes: readonly Node[], h: number, ledger: Ledger) {
  const n = system.dof;
  const [Q, g, load, damping, dv, p] = Array.from({ length: 6 }, () => new Float64Array(n));
  return (t: number, q0: Vec, v0: Vec, V: Vec, impulse: Vec, q1: Vec, v1: Vec) => {
    let work = 0;
    let dissipation = 0;
    let algorithmic = system.potential(q0) - system.potential(q1);
    for (const { weight, place } of nodes) {
      for (let i = 0; i < n; i++) Q[i] = q0[i] + place * h * V[i];
      system.gradient(Q, g);
      load.fill(0);
      damping.fill(0);
      system.load?.addTo(t + place * h, Q, V, load);
      system.damping?.addTo(t + place * h, Q, V, damping);
      for (let i = 0; i < n; i++) {
        const d = weight * h * V[i];
        work += d * load[i];
        dissipation -= d * damping[i];
        algorithmic += d * g[i];
      }
    }
    for (let i = 0; i < n; i++) dv[i] = v1[i] - v0[i];
    system.mass.apply(dv, p);
    for (let i = 0; i < n; i++) algorithmic -= V[i] * impulse[i] + ((v0[i] + v1[i]) / 2 - V[i]) * p[i];
    ledger.enter(work, dissipation, algorithmic);
  };
}

/** A motion that does not start on its constraints has no first step. */
function refuseStart(constraints: Constraints, q0: Vec, v0: Vec): void {
  const { count, labels, rowStart, column } = constraints;
  const g = new Float64Array(count);
  const J = new Float64Array(column.length);
  constraints.values(q0, g);
  constraints.jacobian(q0, J);
  for (let i = 0; i < count; i++) {
    let [rate, steepness] = [0, 0];
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) {
      rate += J[k] * v0[column[k]];
      steepness += Math.abs(J[k]);
    }
    const place = { key: "constraints" };
    if (!(Math.abs(g[i]) <= 1e-8 * Math.max(steepness * normInf(q0), Number.MIN_VALUE))) {
      throw new InputError(
        `"${labels[i]}" is ${g[i]} at the start, and must be 0: choose start.q on the constraint`,
        place,
      );
    }
    if (!(Math.abs(rate) <= 1e-8 * steepness * normInf(v0))) {
      throw new InputError(
        `"${labels[i]}" changes at the rate ${rate} at the start: choose start.v along the constraint`,
        place,
      );
    }
  }
  const row = dependentRow(constraints, J, q0.length);
  if (row < 0) return;
  const before = row === 0 ? "" : " besides what the constraints before it do";
  throw new InputError(
    `"${labels[row]}" holds nothing at the start${before}: its gradient is zero, or a combination of theirs; leave it out, or start elsewhere`,
    { key: "constraints" },
  );
}

/** The first row of J that is a combination of those before it, but for rounding; −1 if there is none. */
function dependentRow({ count, rowStart, column }: Constraints, J: Vec, dof: number): number {
  const directions: Vec[] = [];
  for (let i = 0; i < count; i++) {
    const row = new Float64Array(dof);
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) row[column[k]] += J[k];
    const size = Math.sqrt(dot(row, row));
    // Twice: what rounding leaves of the first time is gone after the second.
    for (const direction of [...directions, ...directions]) axpy(-dot(direction, row), direction, row);
    const left = Math.sqrt(dot(row, row));
    if (!(left > 1e-13 * size)) return i;
    for (let j = 0; j < dof; j++) row[j] /= left;
    directions.push(row);
  }
  return -1;
}
