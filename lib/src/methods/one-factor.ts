/** The one-factor family for linear systems without damping: fourth and sixth order with one symmetric factor.
 *
 *      (M + d h²K) δ²q_n/h² + K (q_n + c h² a_n) = R_n,    a_n = M⁻¹(F_n − K q_n),    δ²q_n = q_{n+1} − 2 q_n + q_{n−1}
 *
 *  with R = F + h²/12 F'' + h⁴/360 F'''' as central-load.ts has it. [docs/topics/simpson.md derives it.] Order 4 for
 *  c + d = 1/12: Numerov's method (c = 0, also Newmark with a compensated mass), an explicit one (d = 0), Simpson's integrator
 *  (c = d = 1/24) [rojas2024]. Order 6 for c = 1/20, d = 1/30, stable for h ω < √20. Others are of second order.
 *
 *  The two-step form is run as Störmer–Verlet in q and u = (q_{n+1} − q_n)/h, which are summed (summation.ts). The central difference
 *  w = (q_{n+1} − q_{n−1})/2h = u − h/2 a needs no other start than w₀. From w = v + h²/6 q''' + h⁴/120 q''''' velocities come with order 6, with x = h²M⁻¹K:
 *
 *      v = S (w − g),    S = 1 + x/6 + 7x²/360,    g = M⁻¹(h²/6 F' + h⁴/120 (F''' − K M⁻¹F'))
 *
 *  and w₀ = S⁻¹v₀ + g₀ is solved for by conjugate gradients, so that a step is the exact conjugate of a symplectic one. It keeps
 *  (M S⁻¹)_ij dq_i ∧ dv_j. Loads may have kinks and jumps at step points (central-load.ts); between them corners leave the fourth order and jumps the third. */
import { InputError } from "../core/failure.js";
import { sidedAtKinks } from "../core/jumps.js";
import type { Ledger } from "../core/ledger.js";
import { firstFrom } from "../core/load-kinks.js";
import { family, noWork, type Stepper } from "../core/method.js";
import { choice, optionalReal } from "../core/parameter.js";
import type { LinearSystem, Problem } from "../core/system.js";
import { effectiveMatrix } from "../linalg/effective-matrix.js";
import { analyze } from "../linalg/factorization.js";
import { multiply, multiplyAdd } from "../linalg/matrix.js";
import { dot } from "../linalg/vec.js";
import { notFinite } from "../stepping/diagnosis.js";
import { checkStability, type Pocket } from "../stepping/stable-steps.js";
import { type Summation, summation, vectorSum } from "../stepping/summation.js";
import { centralLoad } from "./one-factor/central-load.js";
import { centralVelocity, velocityForm } from "./one-factor/central-velocity.js";

export const oneFactor = family(
  {
    id: "one-factor",
    title: "One-factor family",
    summary: "Sixth order at the cost of Newmark for linear systems without damping, with one real symmetric factor.",
    parameters: {
      order: choice([4, 6], 6, "order of the member that is used: Numerov's, or the one of order six"),
      c: optionalReal("instead of the order: weight of the shifted force; 1/12 − d if only d is given", {
        min: 0,
        max: 1,
      }),
      d: optionalReal("instead of the order: weight of the stiffness in the factor; 1/12 − c if only c is given", {
        min: 0,
        max: 1,
      }),
      summation,
    },
    cites: ["rojas2024"],
    variants: [{ order: 4 }, { c: 1 / 24 }, { d: 0 }, { summation: "plain" }],
  },
  ({ order, c: givenC, d: givenD, summation: how }) => {
    const c = givenC ?? (givenD === undefined ? (order === 6 ? 1 / 20 : 0) : Math.max(0, 1 / 12 - givenD));
    const d = givenD ?? (givenC === undefined ? (order === 6 ? 1 / 30 : 1 / 12) : Math.max(0, 1 / 12 - givenC));
    return {
      clock: "fixed",
      splits: true,
      loadDerivatives: 4,
      inside: { jumps: 3, corners: 4 },
      claims: {
        order: Math.abs(c + d - 1 / 12) > 1e-14 ? 2 : Math.abs(d - 1 / 30) > 1e-14 ? 4 : 6,
        symplectic: velocityForm,
        symmetric: true,
        conserves: ["linear-momentum"],
        balance: "open",
      },
      needs: ["linear", "undamped"],
      prepare(problem, h, ledger) {
        const { system } = problem;
        if (system.kind !== "linear") throw new InputError("one-factor is made for linear systems");
        return {
          ...oneFactorStepper(system, problem, h, { c, d, how }, ledger),
          check: () => checkStability("one-factor", problem, h, pocketsOf(c, d)),
        };
      },
    };
  },
);

/** With x = (hω)², δ² multiplies a mode by −x(1 − cx)/(1 + dx), which has to stay between −4 and 0: cx² − (1 − 4d)x + 4 > 0 and
 *  x < 1/c. */
export function pocketsOf(c: number, d: number): readonly Pocket[] {
  const b = 1 - 4 * d;
  const end = { from: Math.sqrt(1 / c), to: Number.POSITIVE_INFINITY };
  if (c === 0) return [{ from: b > 0 ? Math.sqrt(4 / b) : Number.POSITIVE_INFINITY, to: Number.POSITIVE_INFINITY }];
  const discriminant = b * b - 16 * c;
  if (discriminant <= 0 || b <= 0) return [end];
  const root = Math.sqrt(discriminant);
  return [{ from: Math.sqrt((b - root) / (2 * c)), to: Math.sqrt((b + root) / (2 * c)) }, end];
}

function oneFactorStepper(
  system: LinearSystem,
  { t0, q0, v0 }: Problem,
  h: number,
  { c, d, how }: { readonly c: number; readonly d: number; readonly how: Summation },
  ledger: Ledger | null,
): Stepper {
  const n = system.dof;
  const { mass, stiffness, load } = system;
  const work = noWork();
  const [r, shifted, dq, du, u, w, a, forces, before, shown] = Array.from({ length: 10 }, () => new Float64Array(n));
  const { solve, failure } = d === 0 ? { solve: mass.solve, failure: null } : factorOf(system, d * h * h);
  if (d !== 0) work.factorizations++;
  const positions = vectorSum(n, how);
  const differences = vectorSum(n, how);
  const carried = positions.memory.map((vector) => vector.slice());
  const around = centralLoad(load, n, h);
  const central = centralVelocity(system, around, h);
  const ofKink = d / 6 - 1 / 120;
  const inside = load === null ? null : sidedAtKinks(load, h);

  /** a = δ²q/h² at q: (M + d h²K) a = R − K (q + h² M⁻¹(c (F − K q) − (d/6 − 1/120) h [F'])), with the load as it was last looked at. */
  const accelerate = (q: Float64Array) => {
    const { F, R } = around;
    const [, kink] = around.jumps;
    if (c === 0 && load === null) shifted.set(q);
    else {
      multiply(stiffness, q, r);
      for (let i = 0; i < n; i++) shifted[i] = c * (F[i] - r[i]) - ofKink * kink[i];
      mass.solve(shifted, shifted);
      for (let i = 0; i < n; i++) shifted[i] = q[i] + h * h * shifted[i];
    }
    for (let i = 0; i < n; i++) r[i] = R[i];
    multiplyAdd(stiffness, shifted, -1, r);
    solve(r, a);
    work.gradients++;
  };

  around.atStart(t0);
  if (failure === null) accelerate(q0);
  central.from(v0, w);
  for (let i = 0; i < n; i++) u[i] = w[i] + (h / 2) * a[i];
  return {
    memory: [u, ...positions.memory, ...differences.memory],
    work,
    step(s) {
      if (failure !== null) return failure;
      const { q, v } = s;
      const t1 = t0 + (s.n + 1) * h;
      let size = 0;
      for (let i = 0; i < n; i++) {
        dq[i] = h * u[i];
        size += dq[i];
      }
      if (!Number.isFinite(size)) return notFinite(system, t1, dq, w);
      before.set(q);
      for (let k = 0; k < carried.length; k++) carried[k].set(positions.memory[k]);
      positions.add(q, dq);
      around.at(t1);
      accelerate(q);
      for (let i = 0; i < n; i++) {
        w[i] = u[i] + (h / 2) * a[i];
        du[i] = h * a[i];
      }
      central.to(w, shown);
      for (let i = 0; i < n; i++) size += du[i] + shown[i];
      if (!Number.isFinite(size)) {
        const failed = notFinite(system, t1, q, u);
        q.set(before);
        for (let k = 0; k < carried.length; k++) positions.memory[k].set(carried[k]);
        return failed;
      }
      if (ledger !== null) ledger.enter(workOf(t0 + s.n * h, t1), 0, 0);
      differences.add(u, du);
      v.set(shown);
      return null;
    },
  };

  /** Of the load along the step, by the trapezoidal rule from kink to kink. */
  function workOf(from: number, to: number): number {
    if (inside === null) return 0;
    const kinks = inside.load.kinks ?? [];
    const end = Math.max(from, to);
    let left = Math.min(from, to);
    let sum = 0;
    for (let k = firstFrom(kinks, left); left < end; k++) {
      const right = k < kinks.length ? Math.min(kinks[k], end) : end;
      inside.enter(left, right);
      forces.fill(0);
      inside.load.addTo(left, dq, dq, forces);
      inside.load.addTo(right, dq, dq, forces);
      sum += ((right - left) / Math.abs(h)) * (dot(forces, dq) / 2);
      left = right;
    }
    return sum;
  }
}

/** M + weight K, factored. */
function factorOf(system: LinearSystem, weight: number) {
  const matrix = effectiveMatrix(system);
  const factorization = analyze(matrix.pattern, true, system);
  const nowhere = new Float64Array(system.dof);
  matrix.assemble(1, 0, weight, 0, nowhere, nowhere);
  return { failure: factorization.factor(matrix.values), solve: factorization.solve };
}
