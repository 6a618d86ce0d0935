/** The two-step minimum-work method: a conservative step, then a step that only dissipates.        [kane2000, Theorem 5.2]
 *
 *  Step 1 predicts with the discrete Euler–Lagrange equations of L_d^½, in position–velocity form the midpoint rule,
 *      u* = (q* − q₀)/h = v₀ − h/2 M⁻¹(∇V − f)((q₀ + q*)/2)                                                         (56)
 *  Step 2 takes away what friction costs least for, with respect to the end point,
 *      u = (q₁ − q₀)/h minimises ½ (u − u*)ᵀ M (u − u*) + h φ(q₀, u) + h Σ limit |S u|                                (57)
 *  and the velocity is the Legendre transform M v₁ = D₂L_d(q₀, q₁) = M u − h/2 (∇V − f)((q₀ + q₁)/2), so that one state is
 *  enough to go on. The last sum is Coulomb friction: a contact sticks when that is the minimum.
 *
 *  First order in the dissipation, which is taken at the end of the step; without any, the midpoint rule. The dissipated energy
 *  is never negative. A mass that sticks stays where it is, to rounding, and shows the velocity that the other forces would
 *  give it in half a step. Every step dissipates, the first one too; the paper starts from two positions.
 *
 *  Balance: with R the force of step 2, M (u − u*) = h R, and G* and G₁ the opposing forces at the two midpoints,
 *      ΔT = u·h R − h/2 u·(G* + G₁) + (v̄ − u)·M Δv,     v̄ = (v₀ + v₁)/2,
 *  of which −u·h R is dissipated, h/2 u·(f* + f₁) is work, and the rest, with ΔV, is algorithmic. */
import type { Ledger } from "../core/ledger.js";
import { family, noWork, type Stepper } from "../core/method.js";
import { acceleration, opposingForce, type Problem, type System } from "../core/system.js";
import type { Vec } from "../core/vec.js";
import { copy, dot } from "../linalg/vec.js";
import { actionStep } from "../stepping/action/discrete-action.js";
import { nodesOf } from "../stepping/action/nodes.js";
import { notFinite } from "../stepping/diagnosis.js";
import { extrapolation } from "../stepping/extrapolation.js";
import { type ImplicitOptions, implicitParameters } from "../stepping/implicit-parameters.js";
import { type IncrementalMinimum, incrementalMinimum } from "../stepping/minimization/incremental-minimum.js";
import { stateSum } from "../stepping/summation.js";
import { canonicalForm } from "../stepping/symplectic-forms.js";

export const twoStep = family(
  {
    id: "two-step",
    title: "Two-step minimum work",
    summary: "A variational step, then the least work against friction: damping and dry friction with sticking.",
    parameters: implicitParameters,
    cites: ["kane2000"],
    variants: [],
  },
  (options) => ({
    clock: "fixed",
    claims: {
      order: 1,
      orderUndamped: 2,
      symplectic: canonicalForm,
      symmetric: true,
      conserves: ["linear-momentum", "angular-momentum", "energy-of-linear-systems"],
      balance: "closed",
    },
    needs: ["tangent"],
    handles: ["friction"],
    prepare: (problem, h, ledger) => twoStepStepper(problem, h, options, ledger),
  }),
);

function twoStepStepper(
  { system, t0, q0, v0 }: Problem,
  h: number,
  { tolerance, summation }: ImplicitOptions,
  ledger: Ledger | null,
): Stepper {
  const n = system.dof;
  const work = noWork();
  const conservative: System = { ...system, damping: null } as System;
  const sum = stateSum(n, summation);
  const action = actionStep(conservative, nodesOf(0.5, true), h, sum, work, tolerance);
  const dissipates = system.damping !== null || system.friction !== undefined;
  const minimum = dissipates
    ? incrementalMinimum(system, { h, kappa: 1, potential: false, sigma: 0 }, work, tolerance)
    : null;
  const balance = ledger && twoStepBalance(conservative, h, ledger);
  const none = new Float64Array(n);
  const nothing = { resistance: none, impulse: none };
  const [first, B, u, middle, kick, dq, dv] = Array.from({ length: 7 }, () => new Float64Array(n));
  acceleration(conservative, t0, q0, v0, first);
  for (let i = 0; i < n; i++) first[i] /= 2;
  const accelerations = extrapolation(first);

  /** The change of v that the Legendre transform gives u. */
  const legendre = (t: number, q: Vec, v: Vec, out: Vec) => {
    for (let i = 0; i < n; i++) middle[i] = q[i] + (h / 2) * u[i];
    opposingForce(conservative, t + h / 2, middle, u, kick);
    system.mass.solve(kick, kick);
    for (let i = 0; i < n; i++) out[i] = u[i] - v[i] - (h / 2) * kick[i];
  };

  return {
    memory: [...accelerations.memory, ...sum.memory],
    work,
    step(s) {
      const { t, q, v } = s;
      copy(accelerations.guess, B);
      const failure = action.solve(s, B);
      if (failure !== null) return failure;
      copy(action.V, u); // (q₂^pred − q₁)/h of [kane2000, (56)]
      if (minimum !== null) {
        const refused = minimum.solve(t, q, u); // [kane2000, (58)], the minimum of (57)
        if (refused !== null) return refused;
      }
      if (minimum !== null) {
        legendre(t, q, v, dv);
        let size = 0;
        for (let i = 0; i < n; i++) {
          dq[i] = h * u[i];
          size += dq[i] + dv[i];
        }
        if (!Number.isFinite(size)) return notFinite(system, t + h / 2, middle, u);
      }
      balance?.open(q, v);
      if (minimum !== null) {
        sum.add(s, dq, dv);
      } else {
        for (let i = 0; i < n; i++) sum.carry(i, h * action.rest[i], 0);
        sum.addTimes(s, h, u, action.A);
      }
      accelerations.enter(B);
      balance?.close(t, action.V, u, minimum ?? nothing, q, v);
      return null;
    },
  };
}

type Resistances = Pick<IncrementalMinimum, "resistance" | "impulse">;

function twoStepBalance(conservative: System, h: number, ledger: Ledger) {
  const n = conservative.dof;
  const [q0, v0, x, p, f, g] = Array.from({ length: 6 }, () => new Float64Array(n));
  /** h/2 u·f and h/2 u·∇V at the midpoint that the velocity w reaches. */
  const along = (t: number, w: Vec, u: Vec): [work: number, stored: number] => {
    for (let i = 0; i < n; i++) x[i] = q0[i] + (h / 2) * w[i];
    f.fill(0);
    conservative.load?.addTo(t + h / 2, x, w, f);
    conservative.gradient(x, g);
    return [(h / 2) * dot(u, f), (h / 2) * dot(u, g)];
  };
  return {
    open(q: Vec, v: Vec) {
      copy(q, q0);
      copy(v, v0);
    },
    close(t: number, predicted: Vec, u: Vec, { resistance, impulse }: Resistances, q: Vec, v: Vec) {
      const [first, last] = [along(t, predicted, u), along(t, u, u)];
      for (let i = 0; i < n; i++) x[i] = v[i] - v0[i];
      conservative.mass.apply(x, p);
      let rest = 0; // (v̄ − u)·M Δv
      for (let i = 0; i < n; i++) rest += ((v0[i] + v[i]) / 2 - u[i]) * p[i];
      const gained = conservative.potential(q) - conservative.potential(q0);
      ledger.enter(first[0] + last[0], -h * dot(u, resistance) - dot(u, impulse), first[1] + last[1] - gained - rest);
    },
  };
}
