/** Fourth order from plain Newmark, for nonlinear systems with damping and loads: β = 1/12, γ = ½ on processed velocities.
 *
 *  A motion that Newmark's method reproduces at its steps has, where the scheme has a and v,
 *
 *      â = q̈ + (1/12 − β) h² q⁗ + O(h⁴),      v̂ = q̇ + (1/6 − β) h² q⃛ + O(h⁴).
 *
 *  With β = 1/12 accelerations are right to fourth order, and only the forces that read the velocity see a wrong one: it is known how
 *  wrong, and mass, damping and load are changed accordingly (processed-system.ts). What is shown is the v that belongs to v̂.
 *  Without damping nothing is changed: then positions are those of Cowell's (Numerov's) formula, and the motion is conjugate to
 *  Newmark's. Damping is −C v with a constant matrix; loads depend on time alone, and may have kinks at step points. Derivatives
 *  of loads that are known only as functions are central differences, whose error is of the same order.
 *  Cost beyond Newmark's: one tangent and one factor a step (one for the run, if linear), and with damping one tangent a gradient.
 *  A mode with the damping ratio ζ is stable while h ω < √(6/(1 − 2ζ²)): √6 without damping, any step from ζ = 1/√2 on. */
import type { Failure } from "../../core/failure.js";
import type { Ledger } from "../../core/ledger.js";
import { isKink, sidesOf } from "../../core/load-kinks.js";
import { type FixedStepScheme, noWork, type Stepper } from "../../core/method.js";
import type { State } from "../../core/state.js";
import { type Problem, viscosityOf } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { copy } from "../../linalg/vec.js";
import { alphaScheme } from "../alpha-family.js";
import { notFinite } from "../diagnosis.js";
import type { ImplicitOptions } from "../implicit-parameters.js";
import { checkStability } from "../stable-steps.js";
import { powerBalance } from "./power-balance.js";
import { processedSystem } from "./processed-system.js";
import { slowedDamping } from "./slowed-damping.js";

export function processedNewmark(options: ImplicitOptions): FixedStepScheme {
  const newmark = alphaScheme({ beta: 1 / 12, gamma: 1 / 2, alphaM: 0, alphaF: 0 }, options);
  return {
    clock: "fixed",
    claims: { order: 4, symplectic: null, symmetric: true, conserves: ["linear-momentum"], balance: "open" },
    needs: ["tangent", "viscous-damping"],
    loadDerivatives: 1,
    prepare: (problem, h, ledger) => ({
      ...processedStepper(problem, h, newmark, ledger),
      check: () => [
        ...checkStability("newmark (beta: 1/12)", problem, h, [LIMIT]),
        ...slowedDamping("process", problem.system.mass, viscosityOf(problem.system) ?? null, 1 / 12, h),
      ],
    }),
  };
}

const LIMIT = { from: Math.sqrt(6), to: Number.POSITIVE_INFINITY };

function processedStepper(problem: Problem, h: number, newmark: FixedStepScheme, ledger: Ledger | null): Stepper {
  const { system, t0, q0, v0 } = problem;
  const processed = processedSystem(system, h);
  const { load } = processed;
  const vStar = new Float64Array(system.dof);
  // The limits of the load that a step begins and ends with.
  const [before, after] = sidesOf(h);
  processed.start(t0, after, q0, v0, vStar);
  const base = newmark.prepare({ ...problem, system: processed.system, v0: vStar }, h, null);
  const [a] = base.memory;
  const inner: State = { n: 0, t: t0, q: q0.slice(), v: vStar, memory: base.memory };
  const kept = [vStar, ...base.memory].map((vector) => ({ vector, copy: vector.slice() }));
  const work = noWork();
  const [shown, forces] = [new Float64Array(system.dof), new Float64Array(system.dof)];
  const balance = ledger && powerBalance(system, h, ledger);
  const kinks = load?.kinks ?? null;

  /** The acceleration where the load goes on from another limit. */
  const restart = (t: number, q: Vec) => {
    system.gradient(q, forces);
    for (let i = 0; i < forces.length; i++) forces[i] = -forces[i];
    load?.addSide(t, after, forces);
    processed.system.damping?.addTo(t, q, vStar, forces);
    processed.system.mass.solve(forces, a);
  };
  if (kinks !== null) restart(t0, q0);
  /** After a kink the motion goes on from another limit of the load. */
  const goOn = (t: number): Failure | null => {
    if (kinks === null || !isKink(kinks, t, h)) return null;
    processed.start(t, after, inner.q, shown, vStar);
    restart(t, inner.q);
    return a.every(Number.isFinite) && vStar.every(Number.isFinite) ? null : notFinite(system, t, inner.q, shown);
  };

  return {
    memory: [vStar, ...base.memory],
    work: total(base.work, processed.work, work),
    step(s) {
      inner.n = s.n;
      inner.t = s.t;
      copy(s.q, inner.q);
      for (const { vector, copy: old } of kept) copy(vector, old);
      balance?.open(s.t, s.q, s.v);
      const t = t0 + (s.n + 1) * h;
      const failure = base.step(inner) ?? processed.finish(t, before, inner.q, vStar, shown) ?? goOn(t);
      if (failure !== null) {
        for (const { vector, copy: old } of kept) copy(old, vector);
        return failure;
      }
      copy(inner.q, s.q);
      copy(shown, s.v);
      balance?.close(t, s.q, s.v);
      total(base.work, processed.work, work);
      return null;
    },
  };
}

type Work = ReturnType<typeof noWork>;

/** out = a + b. */
function total(a: Readonly<Work>, b: Readonly<Work>, out: Work): Work {
  out.gradients = a.gradients + b.gradients;
  out.tangents = a.tangents + b.tangents;
  out.factorizations = a.factorizations + b.factorizations;
  out.iterations = a.iterations + b.iterations;
  return out;
}
