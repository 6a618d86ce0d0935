/** Newmark's method on compensated matrices and loads: the scheme itself is unchanged, its answers belong to the system that was given.   [takacs2024]
 *
 *      M̂ â + Ĉ v̂ + K̂ q = F̂(t),    v̂ = the velocity with which the scheme follows q, mapped at the start and back at every output
 *
 *  compensation.ts derives the parts with a hat from M, C, K, F, h, β and γ; stable-form.ts chooses the one of their forms that is stable.
 *
 *  Loads may jump, in value or in a derivative, where a step ends: the step sees the limit from before, the next one that from
 *  after, which keeps the order. Kinks inside steps cost it, and the run says so (core/jumps.ts). Before the run the step is tried: a form that lets a motion grow is
 *  replaced by one that does not, or the step is refused. The balance is open; work and dissipation by the trapezoidal rule. */
import { counted, sumOfWork } from "../../core/counted.js";
import { InputError } from "../../core/failure.js";
import type { Ledger } from "../../core/ledger.js";
import { derivativesOf } from "../../core/load-derivatives.js";
import { isKink, sidesOf } from "../../core/load-kinks.js";
import type { FixedStepScheme, Stepper } from "../../core/method.js";
import { type Notice, noticesOf } from "../../core/notice.js";
import type { State } from "../../core/state.js";
import type { LinearSystem, Problem, TimeLoad } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { multiplyAdd } from "../../linalg/matrix.js";
import { apply } from "../../linalg/square.js";
import { axpy, copy } from "../../linalg/vec.js";
import { alphaScheme } from "../alpha-family.js";
import type { ImplicitOptions } from "../implicit-parameters.js";
import { checkStability } from "../stable-steps.js";
import { canonicalForm } from "../symplectic-forms.js";
import {
  type Compensation,
  type CompensationForm,
  type CompensationKind,
  compensation,
  type VelocityMap,
} from "./compensation.js";
import { largeCompensation } from "./large-compensation.js";
import { powerBalance } from "./power-balance.js";
import { rayleighOf } from "./shifted-newmark.js";
import { saidInstead, shiftedStepper } from "./shifted-stepper.js";
import { stableForm } from "./stable-form.js";
import { growthOfStep, substituteSystem } from "./substitute-system.js";

export interface CompensatedOptions {
  readonly kind: CompensationKind;
  readonly form: CompensationForm | "complex";
  readonly beta: number;
  readonly gamma: number;
}

const ORDERS = { damping: 2, "coupled-damping": 2, "fourth-order": 4, "sixth-order": 6, "eighth-order": 8 } as const;

export function compensatedNewmark(options: CompensatedOptions & ImplicitOptions): FixedStepScheme {
  const { kind, gamma } = options;
  return {
    clock: "fixed",
    splits: true,
    ...(ORDERS[kind] > 2 && { loadDerivatives: ORDERS[kind] - 1 }),
    claims: {
      // Without damping and loads the compensated damping makes any γ of second order.
      order: kind === "damping" && gamma !== 0.5 ? 1 : ORDERS[kind],
      // Without damping, compensated damping leaves every mode its area, for any γ.
      symplectic: ORDERS[kind] === 2 ? canonicalForm : null,
      symmetric: gamma === 0.5,
      conserves: ["linear-momentum"],
      balance: "open",
    },
    needs: options.form === "rational" ? ["linear", "undamped"] : ["linear"],
    prepare(problem, h, ledger) {
      const { system } = problem;
      if (system.kind !== "linear")
        throw new InputError("newmark: compensate is for linear systems", { key: "method" });
      if (options.form === "complex") {
        refuseOtherThanSixth(system, options);
        return shiftedStepper(problem, system, h, ledger);
      }
      if (isShifted(system, options))
        return { ...shiftedStepper(problem, system, h, ledger), notices: saidInstead(system.dof) };
      const { parts, notices } = compensated(problem, system, h, options);
      return { ...compensatedStepper(problem, system, h, parts, options, ledger), notices };
    },
  };
}

/** Full matrices are formed up to this size. */
const FULL_UP_TO = 400;

/** The compensated parts of a system, in a form that is stable at this step, and what is to be said about it. */
export function compensated(
  problem: Problem,
  system: LinearSystem,
  h: number,
  options: CompensatedOptions,
): { readonly parts: Compensation; readonly form: CompensationForm; readonly notices: Notice[] } {
  const { form } = options;
  if (form === "complex") {
    throw new InputError(
      "form: complex solves with shifted matrices and forms none that could be written down; take mass",
      {
        key: "form",
      },
    );
  }
  if (system.dof <= FULL_UP_TO) {
    const chosen = stableForm(system, { ...options, form, h });
    return { ...chosen, parts: compensation(system, { ...options, form: chosen.form, h }) };
  }
  refuseOtherThanSixth(system, options);
  const parts = largeCompensation(system, h);
  if (system.viscosity === null)
    checkStability("newmark (mass form)", problem, h, [{ from: Math.sqrt(6), to: Number.POSITIVE_INFINITY }]);
  else refuseGrowth(system, parts, Math.abs(h), options);
  const notices =
    options.form === "mass"
      ? []
      : noticesOf("compensation-form", [
          `with ${system.dof} degrees of freedom the mass form is used, which keeps matrices sparse`,
        ]);
  return { parts, form: "mass", notices };
}

/** Large systems with a consistent mass and damping in proportion to the stiffness, whose mass form would be full. */
function isShifted(system: LinearSystem, options: CompensatedOptions): boolean {
  if (system.dof <= FULL_UP_TO || system.mass.diagonal !== null || system.viscosity === null) return false;
  const damping = isSparseKind(options) ? rayleighOf(system) : null;
  return damping !== null && damping.b !== 0;
}

const isSparseKind = ({ kind, beta, gamma }: CompensatedOptions) =>
  kind === "fourth-order" && Math.abs(beta - 1 / 6) < 1e-12 && gamma === 0.5;

function refuseOtherThanSixth({ dof }: LinearSystem, options: CompensatedOptions): void {
  if (isSparseKind(options)) return;
  const where =
    options.form === "complex" ? "with form: complex" : `above ${FULL_UP_TO} degrees of freedom (here ${dof})`;
  throw new InputError(
    `newmark: ${where} only compensate: fourth-order with beta: 1/6, gamma: 1/2 stays sparse; ` +
      "one-factor and gauss are of higher order for any size",
    { key: "compensate" },
  );
}

/** Of a large system with damping, whose modes nobody knows: the step itself is watched. */
function refuseGrowth(
  system: LinearSystem,
  parts: Compensation,
  h: number,
  { beta, gamma }: Pick<CompensatedOptions, "beta" | "gamma">,
): void {
  const growth = growthOfStep(system, parts, { beta, gamma, h });
  if (growth <= 1) return;
  const isStable = (step: number) =>
    growthOfStep(system, largeCompensation(system, step), { beta, gamma, h: step }) <= 1;
  const shorter = [2, 4, 8, 16, 32, 64].map((parts) => h / parts).find(isStable);
  const advice = shorter === undefined ? "take gauss" : `the step ${short(shorter)} is stable. Take it, or gauss`;
  throw new InputError(
    `newmark with compensate: fourth-order would be unstable: the motion grows by a factor of ${short(growth)} a step of ` +
      `${short(h)}; ${advice}, which is stable for every step`,
    { key: "step" },
    "unsuited-step",
  );
}

const short = (value: number) => String(Number(value.toPrecision(4)));

function compensatedStepper(
  problem: Problem,
  system: LinearSystem,
  h: number,
  parts: Compensation,
  { beta, gamma, ...options }: CompensatedOptions & ImplicitOptions,
  ledger: Ledger | null,
): Stepper {
  const { t0, q0, v0 } = problem;
  const n = system.dof;
  const load = system.load === null ? null : compensatedLoad(system.load, parts, n, h);
  const substitute = substituteSystem(system, parts, load);
  const vHat = v0.slice();
  const process = velocityProcess(n, parts.velocity, system.load, h);
  process.start(t0, q0, v0, vHat);
  const scheme = alphaScheme({ beta, gamma, alphaM: 0, alphaF: 0 }, options);
  // The substitute's forces are made of its own matrices: they are counted here.
  const evaluations = { gradients: 0, tangents: 0 };
  const base = scheme.prepare(counted({ ...problem, system: substitute, v0: vHat }, evaluations), h, null);
  const [a] = base.memory;
  const inner: State = { n: 0, t: t0, q: q0.slice(), v: new Float64Array(n), memory: base.memory };
  const balance = ledger && powerBalance(system, h, ledger);
  const force = new Float64Array(n);

  const [, ahead] = sidesOf(h);
  /** The acceleration after a kink: loads and the scheme's velocity from that side. */
  const restart = (t: number, q: Vec) => {
    force.fill(0);
    load?.addSide(t, ahead, force);
    multiplyAdd(parts.stiffness, q, -1, force);
    if (parts.damping !== null) multiplyAdd(parts.damping, vHat, -1, force);
    substitute.mass.solve(force, a);
  };
  const kinks = system.load?.kinks ?? null;
  if (kinks !== null) restart(t0, q0);

  return {
    memory: parts.velocity === null ? base.memory : [...base.memory, vHat],
    work: sumOfWork(base.work, evaluations),
    step(s) {
      const { q, v } = s;
      if (parts.velocity === null) copy(v, vHat);
      inner.n = s.n;
      inner.t = s.t;
      copy(q, inner.q);
      copy(vHat, inner.v);
      balance?.open(s.t, q, v);
      const failure = base.step(inner);
      if (failure !== null) return failure;
      const t = t0 + (s.n + 1) * h;
      copy(inner.q, q);
      copy(inner.v, vHat);
      process.finish(t, q, vHat, v);
      if (kinks !== null && isKink(kinks, t, h)) {
        process.start(t, q, v, vHat);
        restart(t, q);
      }
      balance?.close(t, q, v);
      return null;
    },
  };
}

export interface SidedLoad extends TimeLoad {
  addSide(t: number, side: -1 | 1, out: Vec): void;
}

/** F̂ = Σ Lⱼ F⁽ʲ⁾; a step ends with the limit from before. */
export function compensatedLoad(load: TimeLoad, { loads }: Compensation, n: number, h: number): SidedLoad {
  const derivative = derivativesOf(load, h);
  const F = new Float64Array(n);
  const [behind] = sidesOf(h);
  const addSide = (t: number, side: -1 | 1, out: Vec) => {
    for (let j = 0; j < loads.length; j++) {
      F.fill(0);
      derivative(j, t, side, F);
      const weight = loads[j];
      if (weight === null) axpy(1, F, out);
      else multiplyAdd(weight, F, 1, out);
    }
  };
  return {
    kinks: load.kinks,
    byPosition: null,
    byVelocity: null,
    addSide,
    addTo: (t, _q, _v, out) => addSide(t, behind, out),
  };
}

/** v̂ = Vq q + Vv v + Σ Vf F⁽ʲ⁾ at a start, its inverse for what is shown. */
export function velocityProcess(n: number, map: VelocityMap | null, load: TimeLoad | null, h: number) {
  const derivative = load === null || map === null ? null : derivativesOf(load, h);
  const [behind, ahead] = sidesOf(h);
  const [F, part, rest] = [new Float64Array(n), new Float64Array(n), new Float64Array(n)];
  /** rest = Vq q + Σ Vf F⁽ʲ⁾. */
  const known = ({ position, loads }: VelocityMap, t: number, side: -1 | 1, q: Vec) => {
    apply(n, position, q, rest);
    if (derivative === null) return;
    for (let j = 0; j < loads.length; j++) {
      F.fill(0);
      derivative(j, t, side, F);
      apply(n, loads[j], F, part);
      axpy(1, part, rest);
    }
  };
  return {
    start(t: number, q: Vec, v: Vec, out: Vec) {
      if (map === null) copy(v, out);
      else {
        known(map, t, ahead, q);
        apply(n, map.velocity, v, out);
        axpy(1, rest, out);
      }
    },
    finish(t: number, q: Vec, vHat: Vec, out: Vec) {
      if (map === null) copy(vHat, out);
      else {
        known(map, t, behind, q);
        for (let i = 0; i < n; i++) rest[i] = vHat[i] - rest[i];
        apply(n, map.inverse, rest, out);
      }
    },
  };
}
