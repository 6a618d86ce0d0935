/** A step of Newmark's method (β = 1/6, γ = ½) in the mass form, by shifted factors [shifted-newmark.ts]. Loads may jump at ends of steps, as for the
 *  other forms. The balance is open; work and dissipation by the trapezoidal rule. */
import { InputError } from "../../core/failure.js";
import type { Ledger } from "../../core/ledger.js";
import { linearStep } from "../../core/linear-step.js";
import { derivativesOf } from "../../core/load-derivatives.js";
import { isKink, sidesOf } from "../../core/load-kinks.js";
import { countFactor, noWork, type Stepper } from "../../core/method.js";
import { type Notice, noticesOf } from "../../core/notice.js";
import type { LinearSystem, Problem } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { largestModulus } from "../../linalg/largest-eigenvalue.js";
import { multiply, multiplyAdd } from "../../linalg/matrix.js";
import { axpy } from "../../linalg/vec.js";
import { notFinite } from "../diagnosis.js";
import { checkStability } from "../stable-steps.js";
import { stateSum } from "../summation.js";
import { powerBalance } from "./power-balance.js";
import {
  massPolynomial,
  type Rayleigh,
  rayleighOf,
  shiftedSolver,
  stepPolynomial,
  stiffnessTwice,
} from "./shifted-newmark.js";

export function shiftedStepper(problem: Problem, system: LinearSystem, h: number, ledger: Ledger | null): Stepper {
  const damping = rayleighOf(system);
  if (damping === null) {
    throw new InputError(
      "newmark: form: complex takes damping that is a M + b K, and this one is not; lump the mass and take form: mass, or gauss, which is of " +
        "fourth order for any damping",
      { key: "form" },
    );
  }
  return { ...stepperOf(problem, system, h, damping, ledger), check: () => vetted(problem, system, h, damping) };
}

/** Is the step stable? Undamped, ω h < √6; otherwise what the step does is watched. */
function vetted(problem: Problem, system: LinearSystem, h: number, damping: Rayleigh): Notice[] {
  if (system.viscosity === null) {
    return checkStability("newmark (form: complex)", problem, h, [
      { from: Math.sqrt(6), to: Number.POSITIVE_INFINITY },
    ]);
  }
  const rest = () => new Float64Array(system.dof);
  const free = { system: { ...system, load: null }, t0: 0, q0: rest(), v0: rest() };
  const growth = (step: number) =>
    largestModulus(linearStep(stepperOf(free, free.system, step, damping, null, "plain"), system.dof));
  const factor = growth(Math.abs(h));
  if (factor <= 1 + ROUNDING) return [];
  const stable = PARTS.map((part) => Math.abs(h) / part).find((step) => growth(step) <= 1 + ROUNDING);
  const advice = stable === undefined ? "" : `take ${short(stable)}, with which it does not, or `;
  throw new InputError(
    `newmark with compensate: fourth-order would be unstable: the motion grows by a factor of ${short(factor)} a step ` +
      `of ${short(Math.abs(h))}; ${advice}take gauss, which is stable for every step`,
    { key: "step" },
    "unsuited-step",
  );
}

/** Rounding of the eigenvalues of a whole system, in which rigid motions are double roots. */
const ROUNDING = 1e-6;
/** Round parts of a step that divide what it divides. */
const PARTS = [2, 4, 5, 8, 10, 20, 40, 50, 100];

const short = (value: number) => String(Number(value.toPrecision(4)));

function stepperOf(
  { t0, q0, v0 }: Problem,
  system: LinearSystem,
  h: number,
  damping: Rayleigh,
  ledger: Ledger | null,
  how: "compensated" | "plain" = "compensated",
): Stepper {
  const { dof: n, mass, stiffness, load } = system;
  const { a: alpha, b: beta } = damping;
  const x = (h * h) / 12;
  const work = noWork();
  const solver = shiftedSolver(system, stepPolynomial(damping, h));
  for (let k = 0; k < solver.factorizations; k++) countFactor(work, solver.fill);
  const derivative = load === null ? null : derivativesOf(load, h);
  const [F, force, scratch, rhs, a, a1, vs, dq, dv] = Array.from({ length: 9 }, () => new Float64Array(n));
  const sum = stateSum(n, how);
  const [behind, ahead] = sidesOf(h);
  const balance = ledger && powerBalance(system, h, ledger);

  /** out += K M⁻¹ y, factor times; y in `force`. */
  const addTwice = (factor: number, out: Vec) => {
    stiffnessTwice(system, force, scratch, force);
    axpy(factor, force, out);
  };
  /** out = F̂ = F + x (a F' + b K M⁻¹F' − F''). */
  const loadAt = (t: number, side: -1 | 1, out: Vec) => {
    out.fill(0);
    if (derivative === null) return;
    derivative(0, t, side, out);
    force.fill(0);
    derivative(1, t, side, force);
    axpy(x * alpha, force, out);
    if (beta !== 0) addTwice(x * beta, out);
    F.fill(0);
    derivative(2, t, side, F);
    axpy(-x, F, out);
  };
  /** out = F̂ − K q − Ĉ v, Ĉ = a M + (b + x a) K + x b K M⁻¹K. */
  const forceAt = (t: number, side: -1 | 1, q: Vec, v: Vec, out: Vec) => {
    loadAt(t, side, out);
    multiplyAdd(stiffness, q, -1, out);
    if (system.viscosity === null) return;
    mass.apply(v, force);
    axpy(-alpha, force, out);
    multiply(stiffness, v, force);
    axpy(-(beta + x * alpha), force, out);
    if (beta !== 0) addTwice(-x * beta, out);
  };
  const inertia = shiftedSolver(system, massPolynomial(damping, h));
  /** M̂ a = F̂ − K q − Ĉ v, from here on. */
  const start = (t: number, q: Vec, v: Vec) => {
    forceAt(t, ahead, q, v, rhs);
    return inertia.solve(rhs, a);
  };
  const unstarted = start(t0, q0, v0);
  const kinks = load?.kinks ?? null;

  return {
    memory: [a, ...sum.memory],
    work,
    step(s) {
      if (unstarted !== null) return unstarted;
      const { q, v } = s;
      const t = t0 + (s.n + 1) * h;
      balance?.open(s.t, q, v);
      for (let i = 0; i < n; i++) {
        dq[i] = h * (v[i] + (h / 3) * a[i]);
        vs[i] = v[i] + (h / 2) * a[i];
        a1[i] = q[i] + dq[i];
      }
      forceAt(t, behind, a1, vs, rhs);
      work.gradients++;
      const failure = solver.solve(rhs, a1);
      if (failure !== null) return failure;
      let total = 0;
      for (let i = 0; i < n; i++) {
        dq[i] += ((h * h) / 6) * a1[i];
        dv[i] = (h / 2) * (a[i] + a1[i]);
        total += dq[i] + dv[i];
      }
      if (!Number.isFinite(total)) return notFinite(system, t, dq, dv);
      sum.add(s, dq, dv);
      a.set(a1);
      if (kinks !== null && isKink(kinks, t, h)) {
        const stopped = start(t, q, v);
        if (stopped !== null) return stopped;
      }
      balance?.close(t, q, v);
      return null;
    },
  };
}

/** What is said where this form takes the place of another. */
export const saidInstead = (dof: number): Notice[] =>
  noticesOf("compensation-form", [
    `with ${dof} degrees of freedom, a mass that is not diagonal and Rayleigh damping the complex form is used, which keeps matrices sparse`,
  ]);
