/** Central differences, also called Störmer–Verlet or leapfrog, in velocity form.         [hairer2006, ch. I, eq. (1.17)]
 *
 *      v½ = v₀ + h/2 a₀,    q₁ = q₀ + h v½,    M a₁ = f(t₁, q₁) − ∇V(q₁),    v₁ = v½ + h/2 a₁
 *
 *  Order 2, symmetric, symplectic, keeps linear and angular momentum. One gradient a step. Stable for h ω < 2.
 *  What is summed (summation.ts) is q and the v½ of the next step, v½ ← v½ + h a, so that v is looked at and never added to.
 *
 *  It is Newmark with β = 0, γ = ½; with a full mass matrix, or where forces read the velocity, that form is used, which
 *  solves for a₁ with M + h/2 C. */
import type { Ledger } from "../core/ledger.js";
import { family, noWork, type Stepper } from "../core/method.js";
import { specialises } from "../core/specialise.js";
import { opposingForce, type Problem, readsVelocity, type System } from "../core/system.js";
import type { Vec } from "../core/vec.js";
import { alphaScheme } from "../stepping/alpha-family.js";
import { notFinite } from "../stepping/diagnosis.js";
import { IMPLICIT_DEFAULTS } from "../stepping/implicit-parameters.js";
import { remarkExplicit } from "../stepping/stable-steps.js";
import { lost, type Summation, summation } from "../stepping/summation.js";
import { type TrapezoidBalance, trapezoidBalance } from "../stepping/trapezoid-balance.js";

const explicitNewmark = { beta: 0, gamma: 0.5, alphaM: 0, alphaF: 0 };
const asNewmark = (how: Summation) => alphaScheme(explicitNewmark, { ...IMPLICIT_DEFAULTS, summation: how });

export const centralDifference = family(
  {
    id: "central-difference",
    title: "Central difference",
    summary: "The cheapest symplectic scheme: one force a step, explicit, stable while the fastest period is resolved.",
    parameters: { summation },
    cites: ["verlet1967", "hairer2006"],
    variants: [{ summation: "plain" }],
  },
  ({ summation: how }) => ({
    ...asNewmark(how),
    prepare(problem, h, ledger) {
      const { mass } = problem.system;
      const stepper =
        mass.diagonal === null || readsVelocity(problem.system)
          ? asNewmark(how).prepare(problem, h, ledger)
          : verlet(problem, mass.diagonal, h, how, ledger);
      return { ...stepper, check: () => remarkExplicit("central-difference", problem, h, 2) };
    },
  }),
);

function verlet({ system, t0, q0, v0 }: Problem, mass: Vec, h: number, how: Summation, ledger: Ledger | null): Stepper {
  const n = system.dof;
  const { load } = system;
  const work = noWork();
  // Forces are ∇V − f, halved and divided by the mass where they change a velocity by half a kick.
  const [g, g1, q1, dq, u, cq, cu] = Array.from({ length: 7 }, () => new Float64Array(n));
  const kick = mass.map((m) => -h / m);
  const compensated = how === "compensated";
  const memory = compensated ? [u, cq, cu] : [u];
  const balance = ledger && verletBalance(system, mass, ledger);

  opposingForce(system, t0, q0, v0, g);
  for (let i = 0; i < n; i++) {
    const half = (kick[i] / 2) * g[i];
    u[i] = v0[i] + half;
    if (compensated) cu[i] = lost(v0[i], half, u[i]);
  }
  if (n === 2 && load === null && ledger === null && specialises()) {
    return { memory, work, step: planarVerlet(system, h, kick, { u, cq, cu, compensated }) };
  }

  return {
    memory: balance === null ? memory : [...memory, g],
    work,
    step(s) {
      const { q, v } = s;
      const t1 = t0 + (s.n + 1) * h;
      for (let i = 0; i < n; i++) {
        dq[i] = h * u[i] + cq[i];
        q1[i] = q[i] + dq[i];
      }
      if (load === null) system.gradient(q1, g1);
      else opposingForce(system, t1, q1, v, g1);
      let sum = 0;
      for (let i = 0; i < n; i++) sum += u[i] + kick[i] * g1[i];
      if (!Number.isFinite(sum)) return notFinite(system, t1, q1, v);
      if (balance !== null) balance.open(s.t, q, v, g);
      for (let i = 0; i < n; i++) {
        const push = kick[i] * g1[i];
        const du = push + cu[i];
        const u1 = u[i] + du;
        v[i] = u[i] + push / 2;
        if (compensated) {
          cq[i] = lost(q[i], dq[i], q1[i]);
          cu[i] = lost(u[i], du, u1);
        }
        q[i] = q1[i];
        u[i] = u1;
      }
      if (balance !== null) {
        g.set(g1);
        balance.close(h, t1, q, v, g);
      }
      return null;
    },
  };
}

interface Carried {
  readonly u: Vec;
  readonly cq: Vec;
  readonly cu: Vec;
  readonly compensated: boolean;
}

/** The same step, to the bit, for two coordinates in a potential, written out: two thirds of the time of the loops above. */
function planarVerlet(system: System, h: number, [k0, k1]: Vec, { u, cq, cu, compensated }: Carried): Stepper["step"] {
  const place = new Float64Array(2);
  const force = new Float64Array(2);
  return ({ t, q, v }) => {
    const dx0 = h * u[0] + cq[0];
    const dx1 = h * u[1] + cq[1];
    const x0 = q[0] + dx0;
    const x1 = q[1] + dx1;
    place[0] = x0;
    place[1] = x1;
    system.gradient(place, force);
    const push0 = k0 * force[0];
    const push1 = k1 * force[1];
    const du0 = push0 + cu[0];
    const du1 = push1 + cu[1];
    const w0 = u[0] + du0;
    const w1 = u[1] + du1;
    if (!Number.isFinite(w0 + w1)) return notFinite(system, t, place, v);
    if (compensated) {
      cq[0] = lost(q[0], dx0, x0);
      cq[1] = lost(q[1], dx1, x1);
      cu[0] = lost(u[0], du0, w0);
      cu[1] = lost(u[1], du1, w1);
    }
    v[0] = u[0] + push0 / 2;
    v[1] = u[1] + push1 / 2;
    u[0] = w0;
    u[1] = w1;
    q[0] = x0;
    q[1] = x1;
    return null;
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
