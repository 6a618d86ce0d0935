/** Central differences, also called Störmer–Verlet or leapfrog, in velocity form.         [hairer2006, ch. I, eq. (1.17)]
 *
 *      v½ = v₀ + h/2 a₀,    q₁ = q₀ + h v½,    M a₁ = f(t₁, q₁) − ∇V(q₁),    v₁ = v½ + h/2 a₁
 *
 *  Order 2, symmetric, symplectic, keeps linear and angular momentum. One gradient a step. Stable for h ω < 2.
 *  It is Newmark with β = 0, γ = ½; with a full mass matrix, or where forces read the velocity, that form is used, which
 *  solves for a₁ with M + h/2 C. */
import type { Ledger } from "../core/ledger.js";
import { family, noWork, type Stepper, type Work } from "../core/method.js";
import { opposingForce, type Problem, readsVelocity, type System } from "../core/system.js";
import type { Vec } from "../core/vec.js";
import { alphaScheme } from "./alpha-family.js";
import { notFinite } from "./diagnosis.js";
import { remarkExplicit } from "./stable-steps.js";
import { type TrapezoidBalance, trapezoidBalance } from "./trapezoid-balance.js";

const explicitNewmark = { beta: 0, gamma: 0.5, alphaM: 0, alphaF: 0 };
const asNewmark = alphaScheme(explicitNewmark);

export const centralDifference = family(
  {
    id: "central-difference",
    title: "Central difference",
    summary: "The cheapest symplectic scheme: one force a step, explicit, stable while the fastest period is resolved.",
    parameters: {},
    cites: ["verlet1967", "hairer2006"],
    variants: [],
  },
  () => ({
    ...asNewmark,
    prepare(problem, h, ledger) {
      const { mass } = problem.system;
      const stepper =
        mass.diagonal === null || readsVelocity(problem.system)
          ? asNewmark.prepare(problem, h, ledger)
          : verlet(problem, mass.diagonal, h, ledger);
      return { ...stepper, check: () => remarkExplicit("central-difference", problem, h, 2) };
    },
  }),
);

function verlet({ system, t0, q0, v0 }: Problem, mass: Vec, h: number, ledger: Ledger | null): Stepper {
  const n = system.dof;
  const { load } = system;
  const work = noWork();
  // The forces are carried, not the accelerations: ∇V − f, halved and divided by the mass where they change a velocity.
  const g = new Float64Array(n);
  const g1 = new Float64Array(n);
  const q1 = new Float64Array(n);
  const kick = mass.map((m) => -h / (2 * m));
  const balance = ledger && verletBalance(system, mass, ledger);

  opposingForce(system, t0, q0, v0, g);
  work.gradients++;
  if (n === 2 && load === null && ledger === null) return planarVerlet(system, h, kick, g, work);

  return {
    memory: [g],
    work,
    step(s) {
      const { q, v } = s;
      for (let i = 0; i < n; i++) q1[i] = q[i] + h * (v[i] + kick[i] * g[i]);
      if (load === null) system.gradient(q1, g1);
      else opposingForce(system, t0 + (s.n + 1) * h, q1, v, g1);
      work.gradients++;
      let sum = 0;
      for (let i = 0; i < n; i++) sum += v[i] + kick[i] * g[i] + kick[i] * g1[i];
      if (!Number.isFinite(sum)) return notFinite(system, t0 + (s.n + 1) * h, q1, v);
      if (balance !== null) balance.open(s.t, q, v, g);
      for (let i = 0; i < n; i++) {
        v[i] = v[i] + kick[i] * g[i] + kick[i] * g1[i];
        q[i] = q1[i];
        g[i] = g1[i];
      }
      if (balance !== null) balance.close(h, t0 + (s.n + 1) * h, q, v, g);
      return null;
    },
  };
}

/** The same step, to the bit, for two coordinates in a potential, written out: two thirds of the time of the loops above. */
function planarVerlet(system: System, h: number, kick: Vec, g: Vec, work: Work): Stepper {
  const [k0, k1] = kick;
  const place = new Float64Array(2);
  const force = new Float64Array(2);
  return {
    memory: [g],
    work,
    step({ t, q, v }) {
      const u0 = v[0] + k0 * g[0];
      const u1 = v[1] + k1 * g[1];
      const x0 = q[0] + h * u0;
      const x1 = q[1] + h * u1;
      place[0] = x0;
      place[1] = x1;
      system.gradient(place, force);
      work.gradients++;
      const g0 = force[0];
      const g1 = force[1];
      const w0 = u0 + k0 * g0;
      const w1 = u1 + k1 * g1;
      if (!Number.isFinite(w0 + w1)) return notFinite(system, t, place, v);
      v[0] = w0;
      v[1] = w1;
      q[0] = x0;
      q[1] = x1;
      g[0] = g0;
      g[1] = g1;
      return null;
    },
  };
}

/** Newmark's balance, for a stepper that knows forces in place of accelerations. */
function verletBalance(system: System, mass: Vec, ledger: Ledger): TrapezoidBalance {
  const balance = trapezoidBalance(system, explicitNewmark, ledger);
  const a = new Float64Array(mass.length);
  const accelerationFrom = (g: Vec) => {
    for (let i = 0; i < a.length; i++) a[i] = -g[i] / mass[i];
    return a;
  };
  return {
    open: (t, q, v, g) => balance.open(t, q, v, accelerationFrom(g)),
    close: (h, t, q, v, g) => balance.close(h, t, q, v, accelerationFrom(g)),
  };
}
