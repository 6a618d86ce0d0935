/** The ledger's work and dissipation against the integrals ∫ f_load·q̇ dt and −∫ f_damping·q̇ dt along the motion that was computed:
 *  cubic between the states of the steps, by Gauss's rule with three points. What a method books differs from them by the error of the
 *  method, which vanishes with the step; what is not booked at all does not. */
import { expect } from "vitest";
import { claimsOn, type Method } from "../../src/core/method.js";
import type { Observer } from "../../src/core/observer.js";
import { run } from "../../src/core/run.js";
import type { State } from "../../src/core/state.js";
import type { Force, Problem } from "../../src/core/system.js";
import { forceStepping } from "../../src/methods/force-stepping.js";
import { type Case, timeOf } from "./cases.js";

const POINTS = [0.5 - Math.sqrt(0.15), 0.5, 0.5 + Math.sqrt(0.15)];
const WEIGHTS = [5 / 18, 8 / 18, 5 / 18];

/** `gross` adds up the sizes of the powers: what an integral that happens to vanish is compared with. */
export interface Integrals {
  work: number;
  dissipation: number;
  gross: number;
}

function integrals({ system, t0, q0, v0 }: Problem): Observer<Integrals> {
  const n = system.dof;
  const before = { t: t0, q: q0.slice(), v: v0.slice() };
  const [q, v, f] = Array.from({ length: 3 }, () => new Float64Array(n));
  const sums: Integrals = { work: 0, dissipation: 0, gross: 0 };
  const power = (force: Force | null, t: number) => {
    if (force === null) return 0;
    f.fill(0);
    force.addTo(t, q, v, f);
    return f.reduce((sum, value, i) => sum + value * v[i], 0);
  };
  return {
    on: "steps",
    observe(s: Readonly<State>) {
      const h = s.t - before.t;
      POINTS.forEach((x, k) => {
        for (let i = 0; i < n; i++) {
          // Hermite's cubic and its derivative.
          const d = s.q[i] - before.q[i];
          q[i] = before.q[i] + x * x * (3 - 2 * x) * d + h * x * (1 - x) * ((1 - x) * before.v[i] - x * s.v[i]);
          v[i] =
            h === 0
              ? s.v[i]
              : (6 * x * (1 - x) * d) / h + (1 - x) * (1 - 3 * x) * before.v[i] + x * (3 * x - 2) * s.v[i];
        }
        const t = before.t + x * h;
        const loads = power(system.load, t);
        const drags = power(system.damping, t);
        sums.work += WEIGHTS[k] * h * loads;
        sums.dissipation -= WEIGHTS[k] * h * drags;
        sums.gross += WEIGHTS[k] * h * (Math.abs(loads) + Math.abs(drags));
      });
      before.t = s.t;
      before.q.set(s.q);
      before.v.set(s.v);
    },
    finish: () => ({ ...sums }),
  };
}

/** Force-stepping makes kicks of the loads, at the times that it is told: these are refined instead of the step. Its grid has to resolve a motion that
 *  is smaller than a cell of it. */
function resolving(method: Method, { q0 }: Problem, h: number): Method {
  if (method.id !== "force-stepping") return method;
  const { parameters } = method;
  const amplitude = q0.reduce((most, q) => Math.max(most, Math.abs(q)), 0);
  const asked = Number(parameters["grid"]);
  const grid = amplitude > 0 ? Math.min(asked, amplitude / 10) : asked;
  return forceStepping({ ...parameters, grid, splitting: h });
}

/** How far the books are from the integrals, as a part of all that flowed. */
function distance({ scheme, trial: { step, end }, problem }: Case, refined: number): number {
  const h = step / refined;
  const { status, ledger, observed } = run(problem, resolving(scheme.method, problem, h), {
    time: timeOf(scheme, problem, h, Math.round(end / h)),
    ledger: true,
    observe: { integrals: integrals(problem) },
  });
  expect(status).toBe("completed");
  if (ledger === null) throw new Error("a ledger was asked for");
  const { work, dissipation, gross } = observed.integrals;
  return Math.max(Math.abs(ledger.work - work), Math.abs(ledger.dissipation - dissipation)) / gross;
}

export function quadrature(measured: Case): void {
  const { scheme, trial, problem } = measured;
  const coarse = distance(measured, 4);
  // Steps of a quarter of `step` resolve the motion: whatever the order, the books have its first digit.
  expect(coarse, "of all work and dissipation").toBeLessThan(0.05);
  if (scheme.method.clock === "own" || trial.kinks === true) return;
  // Books are of second order at least, or of the order of the method.
  const order = Math.min(claimsOn(scheme.method, problem.system).order, 2);
  const fine = distance(measured, 8);
  expect(fine, `from ${coarse}`).toBeLessThan(Math.max((1.3 * coarse) / 2 ** order, 1e-9));
}
