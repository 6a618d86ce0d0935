/** Which form of a compensation is stable at a step: every mode, with its own damping ratio, is compensated and stepped as an
 *  oscillator of its own. The paper's form lets heavily damped modes grow; the others do not, or later. */
import { InputError } from "../core/failure.js";
import { type Notice, noticesOf } from "../core/notice.js";
import { eigenGeneralized } from "../linalg/eigen-symmetric.js";
import { scalarMass } from "../linalg/mass.js";
import { bilinear, fromRows } from "../linalg/matrix.js";
import {
  type CompensationForm,
  type CompensationOptions,
  compensation,
  isSixth,
  type Matrices,
} from "./compensation.js";

interface Sized {
  readonly omega: number;
  readonly zeta: number;
}

export function stableForm(
  system: Matrices,
  options: CompensationOptions,
): { readonly form: CompensationForm; readonly notices: Notice[] } {
  const modes = modesOf(system);
  const unstable = (form: CompensationForm) => modes.find((mode) => radius(mode, { ...options, form }) > 1 + 1e-9);
  const { form, kind, beta, h } = options;
  const culprit = unstable(form);
  if (culprit === undefined) return { form, notices: [] };
  const others = (["symmetric", "mass"] as const).filter((other) => other !== form);
  const better =
    kind === "fourth-order" && isSixth(beta) ? others.find((other) => unstable(other) === undefined) : undefined;
  const which = `the mode with ω = ${short(culprit.omega)} rad/s and damping ratio ${short(culprit.zeta)} grows at the step ${short(h)}`;
  if (better !== undefined) {
    const message = `in the ${form} form ${which}: the ${better} form is used, where none does`;
    return { form: better, notices: noticesOf("compensation-form", [message]) };
  }
  const limit = longestStep(modes, options);
  throw new InputError(
    `newmark with compensate: ${kind} would be unstable: ${which}; steps up to ${short(limit)} are stable. ` +
      "Take one, or gauss, which is stable for every step",
    { key: "step" },
  );
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

function longestStep(modes: readonly Sized[], options: CompensationOptions): number {
  let [stable, unstable] = [0, Math.abs(options.h)];
  for (let turn = 0; turn < 40; turn++) {
    const h = (stable + unstable) / 2;
    if (modes.some((mode) => radius(mode, { ...options, h }) > 1 + 1e-9)) unstable = h;
    else stable = h;
  }
  return stable;
}

function modesOf({ mass, stiffness, viscosity }: Matrices): Sized[] {
  const pairs = eigenGeneralized(stiffness, mass.matrix);
  if (!("vectors" in pairs)) return [];
  return pairs.vectors.flatMap((shape, k): Sized[] => {
    const omega = Math.sqrt(Math.max(0, pairs.values[k]));
    const rigid = 1e-6 * Math.sqrt(Math.abs(pairs.values[pairs.values.length - 1]));
    if (omega <= rigid) return [];
    return [{ omega, zeta: viscosity === null ? 0 : bilinear(viscosity, shape, shape) / (2 * omega) }];
  });
}

function oscillator(omega: number, zeta: number): Matrices {
  const mass = scalarMass(1, 1);
  const stiffness = fromRows([[omega * omega]]);
  const viscosity = zeta === 0 ? null : fromRows([[2 * zeta * omega]]);
  return { dof: 1, mass, stiffness, viscosity };
}

const short = (value: number) => String(Number(value.toPrecision(4)));
