/** Energy–momentum methods.                                                     [krenk2014, (14), (29), (30), (33)–(39)], [labudde1974]
 *
 *      Δq = h v̄ + ½ α h Δv,     M Δv/h + g* + ½ α Δg = f̄ + D,      f̄, D at the middle and the velocity Δq/h
 *
 *    quartic    g* = g_q = ḡ − ΔK Δq/12
 *    secant     g* = g_q + η c,   η = (ΔV − Δq·g_q)/(Δq·c),   c = Δg (`force`), or Δq less the translations that V has (`increment`)
 *    discrete   g* = the system's own mean force; what it does over the step is ΔV
 *
 *  and, for the last two with α = 0, whatever the direction of g*:  ΔT + ΔV = Δq·(f̄ + D). ΔV is the author's, without
 *  cancellation. A method may compute it as a difference of two energies: the rounding of these, over Δq·c, is part of the secant
 *  term's own. Where Δq·c = 0 there is no such term. */
import type { Matrix } from "../../../src/core/matrix.js";
import type { DiscreteGradient } from "../../../src/core/system.js";
import type { Vec } from "../../../src/core/vec.js";
import { damping, gradient, load, stiffness } from "../forces.js";
import { inner, madeOf, product, type Rounded, sum, zero } from "../rounded.js";
import { type Audit, inertia, type Report, type Step } from "../step.js";

export interface TableOne {
  readonly form: "quartic" | "secant";
  readonly direction: "increment" | "force";
  readonly alpha: number;
}

export const auditTableOne =
  ({ form, direction, alpha }: TableOne): Audit =>
  (step, report) => {
    const { h, q0, v0, q1, v1, dq } = step;
    // Δq is made of h v₀ and of h Δv.
    const wide = (q: Rounded) => madeOf(q, [h, v0], [h, v1]);
    const [g0, g1] = [gradient(step, wide(q0)), gradient(step, wide(q1))];
    const [K0, K1] = [q0, q1].map((q) => stiffness(step, q.value));
    const bending = sum([1, bent(step, q1, K1)], [-1, bent(step, q0, K0)]);
    const quartic = sum([1 / 2, g0], [1 / 2, g1], [-1 / 12, bending]);
    const change = sum([1, g1], [-1, g0]);
    const c = direction === "force" ? change : withoutTranslations(step, dq);
    const secant = form === "secant" ? secantTerm(step, quartic, c) : zero(dq.value.length);
    balance(step, sum([1, quartic], [1, secant], [alpha / 2, change]), alpha, form === "secant" && alpha === 0, report);
  };

/** K(q) Δq. The place of K is rounded as well: what it changes when the place moves by a part in a million, a million times. */
function bent(step: Step, q: Rounded, K: Matrix): Rounded {
  const { dq } = step;
  const out = product(K, dq);
  const moved = stiffness(
    step,
    q.value.map((qi) => qi * (1 + 1e-6)),
  );
  const change = moved.values.map((value, j) => (value - K.values[j]) / 1e-6);
  const ofPlace = product({ pattern: K.pattern, values: change }, { value: dq.value, size: dq.value.map(Math.abs) });
  return { value: out.value, size: out.size.map((size, i) => size + ofPlace.size[i]) };
}

export const auditDiscrete =
  (alpha: number): Audit =>
  (step, report) => {
    const { system, h, q0, q1, v0, v1 } = step;
    const plain = system.discreteGradient;
    const acting = alpha === 0 ? plain : plain?.resisting?.(alpha);
    if (acting == null) throw new Error("a problem for discrete gradients has one");
    const ends = [q0, q1].map((q) => gradient(step, madeOf(q, [h, v0], [h, v1])));
    const force = meanForce(acting, step, ends);
    balance(step, force, 0, alpha === 0, report);
  };

function meanForce(acting: DiscreteGradient, { q0, q1 }: Step, ends: readonly Rounded[]): Rounded {
  const value = new Float64Array(q0.value.length);
  const rounding = new Float64Array(q0.value.length);
  acting.between(q0.value, q1.value, value);
  acting.rounding?.(q0.value, q1.value, rounding);
  const around = sum([1, ends[0]], [1, ends[1]]);
  return { value, size: value.map((x, i) => Math.abs(x) + around.size[i] + rounding[i] / Number.EPSILON) };
}

function balance(step: Step, g: Rounded, alpha: number, conserving: boolean, report: Report): void {
  const { h, q0, v0, v1, dq, dv } = step;
  const path = sum([1, dq], [-h / 2, v0], [-h / 2, v1], [(-alpha * h) / 2, dv]);
  report("Δq = h v̄ + ½ α h Δv", path);
  const middle = madeOf(sum([1, q0], [0.5, dq]), [h / 2, v0], [h / 2, v1]);
  const w = madeOf(sum([1 / h, dq]), [1, v0], [1, v1]);
  const loads = [0, 1].map((c) => load(step, step.at(c), middle, w));
  const drag = damping(step, step.at(0.5), middle, w);
  const kick = inertia(step, dv);
  const motion = sum([1 / h, kick], [1, g], [-1 / 2, loads[0]], [-1 / 2, loads[1]], [-1, drag]);
  report("M Δv/h + g* + ½ α Δg = f̄ + D", motion);
  if (!conserving) return;
  // Δq times the second equation and M Δv/h times the first: no more is left than these leave.
  const work = inner(sum([1 / 2, loads[0]], [1 / 2, loads[1]], [1, drag]), dq);
  const kinetic = inner(sum([1 / 2, v0], [1 / 2, v1]), kick);
  const stored = step.energy.change(q0.value, dq.value);
  let size = kinetic.size + Math.abs(stored) + work.size;
  for (let i = 0; i < dq.value.length; i++) {
    size += Math.abs(dq.value[i]) * motion.size[i] + Math.abs(kick.value[i] / h) * path.size[i];
  }
  size += roundingOfEnergies(step);
  const left = kinetic.value + stored - work.value;
  report("ΔT + ΔV = work", { value: Float64Array.of(left), size: Float64Array.of(size) });
}

/** |V₀| + |V₁| + what cancels inside, and g·q of both ends: the ends are rounded, and V with them. */
function roundingOfEnergies({ system, energy, q0, q1, dq }: Step): number {
  const g = new Float64Array(system.dof);
  let size = 2 * energy.insideEnergy;
  for (const { value } of [q0, q1]) {
    size += Math.abs(system.potential(value));
    system.gradient(value, g);
    for (let i = 0; i < g.length; i++) size += Math.abs(g[i]) * (Math.abs(value[i]) + Math.abs(dq.value[i]));
  }
  return size;
}

function secantTerm(step: Step, quartic: Rounded, c: Rounded): Rounded {
  const { q0, dq } = step;
  const below = inner(dq, c).value;
  const length = (x: Vec) => Math.sqrt(x.reduce((total, xi) => total + xi * xi, 0));
  if (below === 0) return zero(dq.value.length);
  const along = inner(dq, quartic);
  const missing = step.energy.change(q0.value, dq.value) - along.value;
  const uncertain = roundingOfEnergies(step) + along.size;
  const eta = missing / below;
  // Where Δq and Δg are as good as orthogonal the term is all rounding, and may be left out.
  const lost = Math.abs(below) < 1e-10 * length(dq.value) * length(c.value) ? Math.abs(eta) / Number.EPSILON : 0;
  return {
    value: c.value.map((ci) => eta * ci),
    size: c.value.map(
      (ci, i) =>
        (Math.abs(eta) + lost) * Math.abs(ci) +
        Math.abs(eta) * c.size[i] +
        (uncertain / Math.abs(below)) * Math.abs(ci),
    ),
  };
}

/** x less the mean of its points, where V does not change when all of them are shifted alike. */
function withoutTranslations({ energy: { shifts = 0 } }: Step, x: Rounded): Rounded {
  if (shifts === 0) return x;
  const mean = new Float64Array(shifts);
  x.value.forEach((xi, i) => {
    mean[i % shifts] += (xi * shifts) / x.value.length;
  });
  const shift = x.value.map((_, i) => mean[i % shifts]);
  return sum([1, x], [-1, { value: shift, size: shift.map(Math.abs) }]);
}
