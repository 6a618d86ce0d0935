/** A step as equations in few unknowns: all but one of a scheme's equations say where the others lead, and the last is to be solved.
 *  What is left of it is what the auditor says. */
import { opposingForce, totalForce } from "../../src/core/system.js";
import type { Vec } from "../../src/core/vec.js";
import type { Entrant } from "./entrants.js";
import type { Hunted } from "./problems.js";
import { known, type Rounded, roundings } from "./rounded.js";
import type { Step } from "./step.js";

export interface Start {
  readonly entrant: Entrant;
  readonly prey: Hunted;
  readonly h: number;
  readonly n: number;
  readonly q: Vec;
  readonly v: Vec;
  /** Of the method, without compensations. */
  readonly memory: readonly Vec[];
}

interface End {
  readonly dq: Vec;
  readonly dv: Vec;
  readonly memory: readonly Vec[];
}

/** Where x leads. */
export type Reach = (start: Start, x: Vec) => End;

const time = ({ prey, n, h }: Start, c: number) => prey.problem.t0 + (n + c) * h;
const none = (x: Vec) => new Float64Array(x.length);

/** M⁻¹(f − ∇V) at the fraction c of the step. */
function accelerationAt(start: Start, c: number, q: Vec, v: Vec): Vec {
  const { system } = start.prey.problem;
  const a = none(q);
  totalForce(system, time(start, c), q, v, a);
  system.mass.solve(a, a);
  return a;
}

/** x = Δq, and the velocity follows from Δq = h v₀ + κ h Δv/2: midpoint, energy–momentum. */
export const byMean =
  (kappa = 1): Reach =>
  ({ h, v }, dq) => ({ dq, dv: dq.map((d, i) => (d / h - v[i]) / (kappa / 2)), memory: [] });

/** x = Δq, and with it Newmark's acceleration. */
export const byNewmark =
  (beta: number, gamma: number, averaged = false): Reach =>
  (start, dq) => {
    const { prey, h, q, v, memory } = start;
    const [a0] = memory;
    const a1 = dq.map((d, i) => ((d / h - v[i]) / h - (0.5 - beta) * a0[i]) / beta);
    const dv = a1.map((a, i) => h * ((1 - gamma) * a0[i] + gamma * a));
    if (!averaged) return { dq, dv, memory: [a1] };
    const G = none(q);
    const [q1, v1] = [q.map((x, i) => x + dq[i]), v.map((x, i) => x + dv[i])];
    opposingForce(prey.problem.system, time(start, 1), q1, v1, G);
    return { dq, dv, memory: [a1, G] };
  };

/** The same, with the acceleration of the force at the end: a minimisation. */
export const byMinimum =
  (gamma: number, sigma: number): Reach =>
  (start, dq) => {
    const { prey, h, q, memory } = start;
    const { system } = prey.problem;
    const a1 = none(dq);
    const [q1, u] = [q.map((x, i) => x + dq[i]), dq.map((d) => d / h)];
    system.gradient(q1, a1);
    for (let i = 0; i < a1.length; i++) a1[i] = -a1[i];
    system.load?.addTo(time(start, 1), q1, u, a1);
    const place = q.map((x, i) => x + sigma * dq[i]);
    system.damping?.addTo(time(start, 1), place, u, a1);
    system.mass.solve(a1, a1);
    return { dq, dv: a1.map((a, i) => h * ((1 - gamma) * memory[0][i] + gamma * a)), memory: [a1] };
  };

/** x = Δq, and the second Legendre transform. */
export const byAction =
  (nodes: readonly { readonly b: number; readonly c: number }[]): Reach =>
  (start, dq) => {
    const { h, q } = start;
    const V = dq.map((d) => d / h);
    const dv = none(dq);
    for (const { b, c } of nodes) {
      const a = accelerationAt(start, c, q.map((x, i) => x + c * dq[i]), V); // biome-ignore format: one force
      for (let i = 0; i < dv.length; i++) dv[i] += h * b * a[i];
    }
    return { dq, dv, memory: [] };
  };

/** x = A in the middle, for forces that do not read the velocity. */
export const bySimpson: Reach = (start, A) => {
  const { h, q, v, memory } = start;
  const [a0] = memory;
  const dq = A.map((a, i) => h * (v[i] + h * (a0[i] / 6 + a / 3)));
  const a1 = accelerationAt(start, 1, q.map((x, i) => x + dq[i]), v); // biome-ignore format: one force
  return { dq, dv: A.map((a, i) => (h / 6) * (a0[i] + 4 * a + a1[i])), memory: [a1] };
};

/** x = the two accelerations of Gauss, one after the other. */
export const byGauss: Reach = ({ h, v }, x) => {
  const n = v.length;
  const [b, r3] = [1 / 2, Math.sqrt(3)];
  // bᵀa of the two stages: ½ (1 − c)
  const reach = [(1 / 2 + r3 / 6) / 2, (1 / 2 - r3 / 6) / 2];
  const dq = v.map((vi, i) => h * (vi + h * (reach[0] * x[i] + reach[1] * x[n + i])));
  return { dq, dv: v.map((_, i) => h * b * (x[i] + x[n + i])), memory: [x] };
};

/** x = a½ and a₁ of Bathe, one after the other. */
export const byBathe: Reach = ({ h, v, memory }, x) => {
  const n = v.length;
  const [a0] = memory;
  const half = v.map((_, i) => (h / 4) * (a0[i] + x[i])); // v½ − v₀
  const path = v.map((vi, i) => (h / 4) * (2 * vi + half[i])); // q½ − q₀
  const dv = v.map((_, i) => (h * x[n + i] + 4 * half[i]) / 3);
  const dq = v.map((vi, i) => (h * (vi + dv[i]) + 4 * path[i]) / 3);
  return { dq, dv, memory: [x.slice(n)] };
};

/** x = Δq of the two-step method: the velocity is that of its Legendre transform. */
export const byTwoStep: Reach = (start, dq) => {
  const { prey, h, q, v } = start;
  const { system } = prey.problem;
  const [u, middle, G] = [dq.map((d) => d / h), q.map((x, i) => x + dq[i] / 2), none(q)];
  opposingForce({ ...system, damping: null } as typeof system, time(start, 0.5), middle, u, G);
  system.mass.solve(G, G);
  return { dq, dv: u.map((ui, i) => ui - v[i] - (h / 2) * G[i]), memory: [] };
};

/** What is left of all equations of the scheme at the end that x leads to. */
export function leftOver(start: Start, reach: Reach, x: Vec): { readonly rests: Rounded[]; readonly worst: number } {
  const { entrant, prey, h, q, v, memory } = start;
  const { dq, dv, memory: after } = reach(start, x);
  const sized = (value: Vec, from: Vec): Rounded => ({
    value,
    size: value.map((d, i) => Math.abs(from[i]) + Math.abs(from[i] + d)),
  });
  const step: Step = {
    system: prey.problem.system,
    energy: prey.energy,
    h,
    at: (c) => time(start, c),
    q0: known(q),
    v0: known(v),
    q1: known(q.map((x0, i) => x0 + dq[i])),
    v1: known(v.map((x0, i) => x0 + dv[i])),
    dq: sized(dq, q),
    dv: sized(dv, v),
    before: memory,
    after,
  };
  const rests: Rounded[] = [];
  let worst = 0;
  entrant.audit(step, (_equation, rest) => {
    rests.push(rest);
    worst = Math.max(worst, roundings(rest));
  });
  return { rests, worst };
}
