/** Generalised-α methods whose period is of fourth order, with the dissipation that was asked for.
 *                                                                           [derived in docs/topics/higher-order.md]
 *  The motion that a second-order member of the family reproduces has â = q̈ + κ h² q⁗ + O(h³) and v̂ = q̇ + ν h² q⃛ + O(h³), with
 *
 *      κ = α_f² − α_f α_m − β + 1/12,      ν = γ/2 − β − 1/12.
 *
 *  The scheme is given, with p = ν − κ,
 *
 *      M̂ = M + p h² CM⁻¹C,    Ĉ = C + h² (p CM⁻¹K − κ KM⁻¹C),    K̂ = K − κ h² KM⁻¹K,    F̂ = F + h² (κ (F'' − KM⁻¹F) + p CM⁻¹F')
 *
 *  where κ < 0 < p for generalized-alpha: M̂ and K̂ are positive definite, and no mode with a damping ratio of its own grows at any step. Of the
 *  error what is left is of third order, and it is the dissipation; the period's is of fourth. The acceleration starts at
 *  a = q̈ + (½ − γ) h q⃛, where the scheme would be after a few steps. Velocities are read by (M̂ − ν h² K) v = M̂ v̂ − ν h² (F' − C q̈).
 *  Loads may have kinks at step points. Sparse where the mass is diagonal. Order 3; 4 for ρ = 1, which does not dissipate. */
import { InputError } from "../../core/failure.js";
import type { Ledger } from "../../core/ledger.js";
import { linearStep } from "../../core/linear-step.js";
import { derivativesOf } from "../../core/load-derivatives.js";
import { isKink, sidesOf } from "../../core/load-kinks.js";
import type { FixedStepScheme, Stepper } from "../../core/method.js";
import type { State } from "../../core/state.js";
import type { LinearSystem, Mass, Problem } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { analyze } from "../../linalg/factorization.js";
import { largestModulus } from "../../linalg/largest-eigenvalue.js";
import { combination, fromDiagonal, multiplyAdd } from "../../linalg/matrix.js";
import { scaledProduct } from "../../linalg/product.js";
import { copy } from "../../linalg/vec.js";
import { alphaScheme } from "../alpha-family.js";
import type { ImplicitOptions } from "../implicit-parameters.js";
import type { FamilyCoefficients } from "../trapezoid-balance.js";
import { compensatedLoad } from "./compensated-newmark.js";
import type { Compensation } from "./compensation.js";
import { overMass } from "./over-mass.js";
import { powerBalance } from "./power-balance.js";
import { slowedDamping } from "./slowed-damping.js";
import { substituteSystem } from "./substitute-system.js";

export function compensatedAlpha(coefficients: FamilyCoefficients, options: ImplicitOptions): FixedStepScheme {
  const scheme = alphaScheme(coefficients, options);
  return {
    clock: "fixed",
    claims: {
      order: coefficients.gamma === 0.5 ? 4 : 3,
      symplectic: null,
      symmetric: false,
      conserves: ["linear-momentum"],
      balance: "open",
    },
    needs: ["linear"],
    prepare(problem, h, ledger) {
      const { system } = problem;
      if (system.kind !== "linear")
        throw new InputError("generalized-alpha: compensate is for linear systems", { key: "method" });
      return {
        ...compensatedStepper(problem, system, h, coefficients, scheme, ledger),
        check() {
          const { mass, viscosity } = system;
          if (viscosity !== null) refuseGrowth(system, h, coefficients);
          const { kappa, nu } = alphaSeries(coefficients);
          return slowedDamping("compensate: period", mass, viscosity, nu - kappa, h);
        },
      };
    },
  };
}

/** κ and ν. */
export function alphaSeries({ beta, gamma, alphaM, alphaF }: FamilyCoefficients): { kappa: number; nu: number } {
  return { kappa: alphaF * (alphaF - alphaM) - beta + 1 / 12, nu: gamma / 2 - beta - 1 / 12 };
}

/** M̂, Ĉ, K̂ and the weights of F, F', F''. The velocity is the stepper's. */
export function periodCompensation(system: LinearSystem, h: number, coefficients: FamilyCoefficients): Compensation {
  const { mass, viscosity: C, stiffness: K, dof } = system;
  const { kappa, nu } = alphaSeries(coefficients);
  const x = h * h;
  const ones = new Float64Array(dof).fill(1);
  const times = (A: typeof K, B: typeof K) => scaledProduct(A, ones, B);
  const one = fromDiagonal(ones);
  const KM = overMass(K, mass, "generalized-alpha with compensate: period");
  const stiffness = combination([1, -kappa * x], [K, times(KM, K)]);
  const [ofLoad, ofSecond] = [combination([1, -kappa * x], [one, KM]), combination([kappa * x], [one])];
  if (C === null) {
    const loads = [ofLoad, combination([0], [one]), ofSecond];
    return { mass: mass.matrix, damping: null, stiffness, loads, velocity: null };
  }
  const p = (nu - kappa) * x;
  const CM = overMass(C, mass, "generalized-alpha with compensate: period");
  return {
    mass: combination([1, p], [mass.matrix, times(CM, C)]),
    damping: combination([1, p, -kappa * x], [C, times(CM, K), times(KM, C)]),
    stiffness,
    loads: [ofLoad, combination([p], [CM]), ofSecond],
    velocity: null,
  };
}

function compensatedStepper(
  problem: Problem,
  system: LinearSystem,
  h: number,
  coefficients: FamilyCoefficients,
  scheme: FixedStepScheme,
  ledger: Ledger | null,
): Stepper {
  const { t0, q0, v0 } = problem;
  const n = system.dof;
  const parts = periodCompensation(system, h, coefficients);
  const load = system.load === null ? null : compensatedLoad(system.load, parts, n, h);
  const substitute = substituteSystem(system, parts, load);
  const processing = velocityProcessing(system, substitute.mass, h, coefficients);
  const vHat = new Float64Array(n);
  processing.start(t0, q0, v0, vHat);
  const base = scheme.prepare({ ...problem, system: substitute, v0: vHat }, h, null);
  // The engine's memory: the acceleration, and G = ∇V − f where forces are averaged.
  const [a, G] = base.memory;
  const inner: State = { n: 0, t: t0, q: q0.slice(), v: vHat, memory: base.memory };
  const balance = ledger && powerBalance(system, h, ledger);
  const [force, former] = [new Float64Array(n), new Float64Array(n)];
  const kinks = system.load?.kinks ?? null;

  const [, ahead] = sidesOf(h);
  const restart = (t: number, q: Vec) => {
    force.fill(0);
    load?.addSide(t, ahead, force);
    multiplyAdd(parts.stiffness, q, -1, force);
    if (parts.damping !== null) multiplyAdd(parts.damping, vHat, -1, force);
    for (let i = 0; i < n; i++) G[i] = -force[i];
    substitute.mass.solve(force, a);
    processing.advance(t, vHat, a);
  };
  restart(t0, q0);

  return {
    memory: [...base.memory, vHat],
    work: base.work,
    step(s) {
      inner.n = s.n;
      inner.t = s.t;
      copy(s.q, inner.q);
      copy(a, former);
      balance?.open(s.t, s.q, s.v);
      const failure = base.step(inner);
      if (failure !== null) return failure;
      const t = t0 + (s.n + 1) * h;
      copy(inner.q, s.q);
      processing.finish(t, vHat, former, a, s.v);
      if (kinks !== null && isKink(kinks, t, h)) {
        processing.start(t, s.q, s.v, vHat);
        restart(t, s.q);
      }
      balance?.close(t, s.q, s.v);
      return null;
    },
  };
}

/** q⃛ of the motion, the load taken from the side that the step goes to. Solved with M̂ instead of M it is right to h², and h² q⃛ stays bounded however much a
 *  dashpot does in a step. */
export function jerkOf({ viscosity: C, stiffness: K, load }: LinearSystem, mass: Mass, h: number) {
  const derivative = load === null ? null : derivativesOf(load, h);
  const acceleration = new Float64Array(K.pattern.size);
  const [, ahead] = sidesOf(h);
  return (t: number, q: Vec, v: Vec, out: Vec) => {
    acceleration.fill(0);
    derivative?.(0, t, ahead, acceleration);
    multiplyAdd(K, q, -1, acceleration);
    if (C !== null) multiplyAdd(C, v, -1, acceleration);
    mass.solve(acceleration, acceleration);
    out.fill(0);
    derivative?.(1, t, ahead, out);
    multiplyAdd(K, v, -1, out);
    if (C !== null) multiplyAdd(C, acceleration, -1, out);
    mass.solve(out, out);
  };
}

/** Between the motion's velocity and acceleration and those that the scheme carries: v̂ = v + ν h² q⃛, with M̂ q⃛ = F' − K v − C q̈. */
function velocityProcessing(system: LinearSystem, heavier: Mass, h: number, coefficients: FamilyCoefficients) {
  const { viscosity: C, stiffness: K, load, dof: n } = system;
  const weight = alphaSeries(coefficients).nu * h * h;
  const late = coefficients.gamma - 0.5;
  const derivative = load === null ? null : derivativesOf(load, h);
  const matrix = combination([1, -weight], [heavier.matrix, K]);
  const factorization = analyze(matrix.pattern, true, system);
  const failure = factorization.factor(matrix.values);
  if (failure !== null)
    throw new InputError("generalized-alpha: compensate needs a positive definite mass and stiffness");
  const [rate, acceleration] = [new Float64Array(n), new Float64Array(n)];
  const jerk = jerkOf(system, heavier, h);
  const [behind, ahead] = sidesOf(h);

  /** rate = F' − C q̈ from one side, with q̈ in `acceleration`. */
  const loadRate = (t: number, side: -1 | 1) => {
    rate.fill(0);
    derivative?.(1, t, side, rate);
    if (C !== null) multiplyAdd(C, acceleration, -1, rate);
  };
  return {
    /** v̂ = v + ν h² q⃛. */
    start(t: number, q: Vec, v: Vec, out: Vec) {
      jerk(t, q, v, rate);
      for (let i = 0; i < n; i++) out[i] = v[i] + weight * rate[i];
    },
    /** a += (½ − γ) h q⃛; the factor keeps the share of frequencies that the step does not resolve bounded. */
    advance(t: number, v: Vec, a: Vec) {
      copy(a, acceleration);
      loadRate(t, ahead);
      multiplyAdd(K, v, -1, rate);
      factorization.solve(rate, rate);
      for (let i = 0; i < n; i++) a[i] -= late * h * rate[i];
    },
    /** v of v̂, with q̈ of the end from the accelerations of both ends, which lag by (γ − ½) h. */
    finish(t: number, vHat: Vec, a0: Vec, a1: Vec, out: Vec) {
      for (let i = 0; i < n; i++) acceleration[i] = a1[i] + late * (a1[i] - a0[i]);
      loadRate(t, behind);
      heavier.apply(vHat, acceleration);
      for (let i = 0; i < n; i++) rate[i] = acceleration[i] - weight * rate[i];
      factorization.solve(rate, out);
    },
  };
}

/** Rounding of the eigenvalues of a whole system, in which rigid motions are double roots. */
const ROUNDING = 1e-6;

/** Damping that couples modes may let a motion grow where one dashpot holds a mass many times over in a step. */
function refuseGrowth(system: LinearSystem, h: number, coefficients: FamilyCoefficients): void {
  const scheme = alphaScheme(coefficients, { tolerance: 0, summation: "plain" });
  const rest = () => new Float64Array(system.dof);
  const growth = (step: number) => {
    const substitute = substituteSystem(system, periodCompensation(system, step, coefficients), null);
    const stepper = scheme.prepare({ system: substitute, t0: 0, q0: rest(), v0: rest() }, step, null);
    return largestModulus(linearStep(stepper, system.dof));
  };
  const factor = growth(Math.abs(h));
  if (factor <= 1 + ROUNDING) return;
  const shorter = [2, 4, 8, 16, 32, 64].map((part) => Math.abs(h) / part).find((step) => growth(step) <= 1 + ROUNDING);
  const advice = shorter === undefined ? "" : `; with the step ${short(shorter)} it does not`;
  throw new InputError(
    `generalized-alpha with compensate: period would be unstable: under this damping, which couples modes, the motion grows by a factor of ` +
      `${short(factor)} a step of ${short(Math.abs(h))}${advice}. Take a shorter step, or leave compensate out, which is stable for every step`,
    { key: "step" },
    "unsuited-step",
  );
}

const short = (value: number) => String(Number(value.toPrecision(4)));
