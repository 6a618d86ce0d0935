/** Compositions of central-difference steps (engine of yoshida).                        [hairer2006, ch. II.4, eq. (4.1)]
 *
 *      Φ_h = φ_{γ_s h} ∘ … ∘ φ_{γ_1 h},     φ_τ:  v ← v + τ/2 a,  q ← q + τ v,  a ← M⁻¹(f(t, q) − ∇V(q)),  v ← v + τ/2 a
 *
 *  What the fractions add up to, (Δq, Δv), is summed once a step (summation.ts): in between positions are q + Δq, and Δ begins
 *  with what the sums before have lost, so that the last force is that of the new state.
 *  Time is advanced with the positions, so loads that depend on time keep the order. Fractions add up to one; those of a
 *  symmetric composition read the same backwards. */
import type { Ledger } from "../core/ledger.js";
import { noWork, type Stepper } from "../core/method.js";
import { acceleration, opposingForce, type Problem, type System } from "../core/system.js";
import type { Vec } from "../core/vec.js";
import { compiledStepper, hasCode } from "./code/compiled.js";
import { composedCode } from "./code/composed.js";
import { notFinite } from "./diagnosis.js";
import { lost, type Summation } from "./summation.js";
import { trapezoidBalance } from "./trapezoid-balance.js";

export function composedStepper(
  { system, t0, q0, v0 }: Problem,
  h: number,
  fractions: readonly number[],
  how: Summation,
  ledger: Ledger | null,
): Stepper {
  const n = system.dof;
  const work = noWork();
  const [a, a1, q1, v1, dq, dv] = Array.from({ length: 6 }, () => new Float64Array(n));
  const cq = new Float64Array(n);
  const cv = new Float64Array(n);
  const compensated = how === "compensated";
  const accelerate = accelerationOf(system);
  // Each fraction of the step is a Newmark step with β = 0, γ = ½ and has its balance.
  const balance = ledger && trapezoidBalance(system, { beta: 0, gamma: 0.5, alphaM: 0, alphaF: 0 }, ledger);
  accelerate(t0, q0, v0, a);

  const general: Stepper = {
    memory: compensated ? [a, cq, cv] : [a],
    work,
    restart(t, q, v) {
      accelerate(t, q, v, a);
      balance?.forget();
    },
    step(s) {
      const { q, v } = s;
      for (let i = 0; i < n; i++) {
        q1[i] = q[i];
        v1[i] = v[i];
        a1[i] = a[i];
        dq[i] = cq[i];
        dv[i] = cv[i];
      }
      let done = 0;
      for (let k = 0; k < fractions.length; k++) {
        const tau = fractions[k] * h;
        balance?.open(t0 + (s.n + done) * h, q1, v1, a1);
        done += fractions[k];
        const t = t0 + (s.n + done) * h;
        for (let i = 0; i < n; i++) {
          dv[i] += (tau / 2) * a1[i];
          dq[i] += tau * (v[i] + dv[i]);
          q1[i] = q[i] + dq[i];
        }
        accelerate(t, q1, v, a1);
        for (let i = 0; i < n; i++) dv[i] += (tau / 2) * a1[i];
        if (balance !== null) {
          for (let i = 0; i < n; i++) v1[i] = v[i] + dv[i];
          balance.close(tau, t, q1, v1, a1);
        }
      }
      let size = 0;
      for (let i = 0; i < n; i++) size += dq[i] + dv[i];
      if (!Number.isFinite(size)) return notFinite(system, s.t + h, q1, v);
      for (let i = 0; i < n; i++) {
        v1[i] = v[i] + dv[i];
        if (compensated) {
          cq[i] = lost(q[i], dq[i], q1[i]);
          cv[i] = lost(v[i], dv[i], v1[i]);
        }
        q[i] = q1[i];
        v[i] = v1[i];
        a[i] = a1[i];
      }
      return null;
    },
  };
  const { diagonal } = system.mass;
  // A ledger asks for the states between the fractions.
  if (balance !== null || diagonal === null || !hasCode(system, true)) return general;
  return compiledStepper(system, general, {
    name: `composed ${fractions.join(" ")} ${how}`,
    forces: "place",
    explicit: true,
    write: (forces, many) => composedCode(forces, fractions, how, many),
    mass: mobilityOf(diagonal),
    h,
    exact: true,
  });
}

/** a = M⁻¹(f(t, q) − ∇V(q)). */
function accelerationOf(system: System): (t: number, q: Vec, v: Vec, out: Vec) => void {
  const { dof, mass, load } = system;
  const { diagonal } = mass;
  if (diagonal === null) return (t, q, v, out) => acceleration(system, t, q, v, out);
  const mobility = mobilityOf(diagonal);
  return (t, q, v, out) => {
    if (load === null) system.gradient(q, out);
    else opposingForce(system, t, q, v, out);
    for (let i = 0; i < dof; i++) out[i] *= mobility[i];
  };
}

const mobilityOf = (diagonal: Vec): Vec => diagonal.map((m) => -1 / m);
