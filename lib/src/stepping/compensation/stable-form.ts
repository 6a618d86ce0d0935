/** Which form of a compensation is stable at a step. Where modes are not coupled by damping, every mode, with its own damping ratio, is
 *  compensated and stepped as an oscillator of its own. Where they are, only the step of the whole system tells: a dashpot that is
 *  heavy for one mass makes the paper's form grow while every ratio xᵀCx/2ω is harmless. The paper's form lets heavily damped motions grow;
 *  the others do not, or later. */
import { InputError } from "../../core/failure.js";
import { type Notice, noticesOf } from "../../core/notice.js";
import type { LinearSystem } from "../../core/system.js";
import { eigenGeneralized } from "../../linalg/eigen-symmetric.js";
import { scalarMass } from "../../linalg/mass.js";
import { bilinear, fromRows, multiply } from "../../linalg/matrix.js";
import { dot } from "../../linalg/vec.js";
import {
  type CompensationForm,
  type CompensationOptions,
  compensation,
  isSixth,
  type Matrices,
} from "./compensation.js";
import { growthOfStep, hasSymmetricMass } from "./substitute-system.js";

interface Sized {
  readonly omega: number;
  readonly zeta: number;
}

/** What grows under a step, in words; null where nothing does. */
type Look = (options: CompensationOptions) => string | null;

export function stableForm(
  system: LinearSystem,
  given: CompensationOptions,
): { readonly form: CompensationForm; readonly notices: Notice[] } {
  // A step backwards in time undoes the step forwards: the form is the same, and growth is what damping does there.
  const options = { ...given, h: Math.abs(given.h) };
  const { form, kind, beta, h } = options;
  const { modes, coupled } = modesOf(system);
  const look: Look = coupled ? (tried) => growthInSystem(system, tried) : (tried) => growingMode(modes, tried);
  const found = look(options);
  if (found === null) return { form, notices: [] };
  const others = (["symmetric", "mass"] as const).filter((other) => other !== form);
  const better =
    kind === "fourth-order" && isSixth(beta)
      ? others.find((other) => isStable(system, look, { ...options, form: other }))
      : undefined;
  const which = `${found} at the step ${short(h)}`;
  if (better !== undefined) {
    const message = `in the ${form} form ${which}: the ${better} form is used, where nothing does`;
    return { form: better, notices: noticesOf("compensation-form", [message]) };
  }
  const limit = longestStep(look, options, coupled ? TURNS_OF_SYSTEMS : TURNS_OF_MODES);
  throw new InputError(
    `newmark with compensate: ${kind} would be unstable: ${which}; ` +
      (limit > 0 ? `steps up to ${short(limit)} are stable. Take one, or gauss` : "take gauss") +
      ", which is stable for every step",
    { key: "step" },
    "unsuited-step",
  );
}

/** Does nothing grow, and has the form a mass to step with? */
function isStable(system: LinearSystem, look: Look, options: CompensationOptions): boolean {
  return look(options) === null && hasSymmetricMass(compensation(system, options).mass);
}

/** Bisections; each takes all eigenvalues of the system where its modes are coupled. */
const TURNS_OF_MODES = 40;
const TURNS_OF_SYSTEMS = 10;

/** Rounding of eigenvalues: of one oscillator, and of a matrix with all coordinates in which rigid motions are double roots. */
const OF_MODES = 1e-9;
const OF_SYSTEMS = 1e-6;

function growingMode(modes: readonly Sized[], options: CompensationOptions): string | null {
  const culprit = modes.find((mode) => radius(mode, options) > 1 + OF_MODES);
  if (culprit === undefined) return null;
  return `the mode with ω = ${short(culprit.omega)} rad/s and damping ratio ${short(culprit.zeta)} grows`;
}

function growthInSystem(system: LinearSystem, options: CompensationOptions): string | null {
  const growth = growthOfStep(system, compensation(system, options), options);
  return growth > 1 + OF_SYSTEMS
    ? `the motion, whose modes the damping couples, grows by a factor of ${short(growth)} a step`
    : null;
}

/** The spectral radius of a compensated step of one mode. */
export function radius({ omega, zeta }: Sized, options: CompensationOptions): number {
  const { beta, gamma, h } = options;
  const { mass, damping, stiffness } = compensation(oscillator(omega, zeta), options);
  const m = mass.values[0];
  const c = (damping?.values[0] ?? 0) / m;
  const k = stiffness.values[0] / m;
  const effective = 1 + gamma * h * c + beta * h * h * k;
  const step = (q: number, v: number): [number, number] => {
    const a0 = -c * v - k * q;
    const reached = q + h * v + h * h * (0.5 - beta) * a0;
    const speed = v + h * (1 - gamma) * a0;
    const a1 = -(c * speed + k * reached) / effective;
    return [reached + beta * h * h * a1, speed + gamma * h * a1];
  };
  const [a, b] = step(1, 0);
  const [d, e] = step(0, 1);
  const half = (a + e) / 2;
  const determinant = a * e - b * d;
  const discriminant = half * half - determinant;
  return discriminant < 0 ? Math.sqrt(determinant) : Math.abs(half) + Math.sqrt(discriminant);
}

function longestStep(look: Look, options: CompensationOptions, turns: number): number {
  let [stable, unstable] = [0, options.h];
  for (let turn = 0; turn < turns; turn++) {
    const h = (stable + unstable) / 2;
    if (look({ ...options, h }) !== null) unstable = h;
    else stable = h;
  }
  return stable;
}

/** Beyond the rounding of the shapes, |xᵢᵀ C xⱼ| of √(cᵢ cⱼ). */
const COUPLED = 1e-8;

function modesOf({ mass, stiffness, viscosity, dof }: Matrices): { modes: Sized[]; coupled: boolean } {
  const pairs = eigenGeneralized(stiffness, mass.matrix);
  if (!("vectors" in pairs)) return { modes: [], coupled: viscosity !== null };
  const rigid = 1e-6 * Math.sqrt(Math.abs(pairs.values[pairs.values.length - 1]));
  const modes = pairs.vectors.flatMap((shape, k): Sized[] => {
    const omega = Math.sqrt(Math.max(0, pairs.values[k]));
    if (omega <= rigid) return [];
    return [{ omega, zeta: viscosity === null ? 0 : bilinear(viscosity, shape, shape) / (2 * omega) }];
  });
  if (viscosity === null) return { modes, coupled: false };
  const force = new Float64Array(dof);
  const own = pairs.vectors.map((shape) => bilinear(viscosity, shape, shape));
  const largest = own.reduce((most, c) => Math.max(most, Math.abs(c)), 0);
  const coupled = pairs.vectors.some((shape, i) => {
    multiply(viscosity, shape, force);
    return pairs.vectors.some((other, j) => j < i && Math.abs(dot(other, force)) > COUPLED * largest);
  });
  return { modes, coupled };
}

function oscillator(omega: number, zeta: number): Matrices {
  const mass = scalarMass(1, 1);
  const stiffness = fromRows([[omega * omega]]);
  const viscosity = zeta === 0 ? null : fromRows([[2 * zeta * omega]]);
  return { dof: 1, mass, stiffness, viscosity };
}

const short = (value: number) => String(Number(value.toPrecision(4)));
