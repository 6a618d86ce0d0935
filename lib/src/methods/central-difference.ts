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
import { opposingForce, type Problem, readsVelocity, type System } from "../core/system.js";
import type { Vec } from "../core/vec.js";
import { copy } from "../linalg/vec.js";
import { alphaScheme } from "../stepping/alpha-family.js";
import { compiledStepper, hasCode, hasLoops } from "../stepping/code/compiled.js";
import { verletCode } from "../stepping/code/verlet.js";
import { verletLoops } from "../stepping/code/verlet-loops.js";
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
  const [g, g1, q1, u, cq, cu] = Array.from({ length: 6 }, () => new Float64Array(n));
  const kick = mass.map((m) => -h / m);
  const compensated = how === "compensated";
  const balance = ledger && verletBalance(system, mass, ledger);
  const memory = [u, ...(balance === null ? [] : [g]), ...(compensated ? [cq, cu] : [])];

  const start = (t: number, q: Vec, v: Vec) => {
    opposingForce(system, t, q, v, g);
    for (let i = 0; i < n; i++) {
      const half = (kick[i] / 2) * g[i];
      u[i] = v[i] + half;
      if (compensated) cu[i] = lost(v[i], half, u[i]);
    }
  };
  start(t0, q0, v0);
  const general: Stepper = {
    memory,
    work,
    restart(t, q, v) {
      start(t, q, v);
      balance?.forget();
    },
    step(s) {
      const { q, v } = s;
      const t1 = t0 + (s.n + 1) * h;
      move(h, u, cq, q, q1);
      if (load === null) system.gradient(q1, g1);
      else opposingForce(system, t1, q1, v, g1);
      const sum = sumOfKicked(u, kick, g1);
      if (!Number.isFinite(sum)) return notFinite(system, t1, q1, v);
      if (balance !== null) balance.open(s.t, q, v, g);
      if (compensated) {
        carryPositions(h, u, q, q1, cq);
        kickVelocities(u, cu, kick, g1, v);
      } else kickPlainly(u, kick, g1, v);
      copy(q1, q);
      if (balance !== null) {
        g.set(g1);
        balance.close(h, t1, q, v, g);
      }
      return null;
    },
  };
  if (!hasCode(system, true) && !hasLoops(system, "place", true)) return general;
  const remembering = balance !== null;
  return compiledStepper(system, general, {
    name: `verlet ${how} ${remembering}`,
    forces: "place",
    explicit: true,
    write: (forces, many) => verletCode(forces, how, remembering, many),
    writeLoops: ({ rows }) => verletLoops(rows, how, remembering),
    mass: kick,
    h,
    exact: true,
    book:
      balance &&
      ((before, after) => {
        const [, force] = before.memory;
        balance.open(before.t, before.q, before.v, force);
        balance.close(h, t0 + (before.n + 1) * h, after.q, after.v, g);
      }),
  });
}

// Loops are given their vectors: those that a function captures are looked up at every entry as soon as a second stepper has captured others.

/** q₁ = q + h u, with what is carried. */
function move(h: number, u: Vec, cq: Vec, q: Vec, q1: Vec): void {
  for (let i = 0; i < u.length; i++) q1[i] = q[i] + (h * u[i] + cq[i]);
}

/** The increment is computed once more: to keep those of many coordinates takes room in the cache. */
function carryPositions(h: number, u: Vec, q: Vec, q1: Vec, cq: Vec): void {
  for (let i = 0; i < q.length; i++) cq[i] = lost(q[i], h * u[i] + cq[i], q1[i]);
}

/** Finite where all velocities are. */
function sumOfKicked(u: Vec, kick: Vec, g: Vec): number {
  let sum = 0;
  for (let i = 0; i < u.length; i++) sum += u[i] + kick[i] * g[i];
  return sum;
}

/** From the middle of this step to that of the next, with the velocity in between. */
function kickVelocities(u: Vec, cu: Vec, kick: Vec, g: Vec, v: Vec): void {
  for (let i = 0; i < u.length; i++) {
    const before = u[i];
    const push = kick[i] * g[i];
    const du = push + cu[i];
    const after = before + du;
    v[i] = before + push / 2;
    cu[i] = lost(before, du, after);
    u[i] = after;
  }
}

function kickPlainly(u: Vec, kick: Vec, g: Vec, v: Vec): void {
  for (let i = 0; i < u.length; i++) {
    const push = kick[i] * g[i];
    v[i] = u[i] + push / 2;
    u[i] += push;
  }
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
    forget: balance.forget,
  };
}
