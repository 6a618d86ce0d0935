/** When a load jumps within a run: of the times at which it may, those at which its limits from both sides differ. */
import { derivativesOf } from "./load-derivatives.js";
import { SLACK } from "./load-kinks.js";
import { type Force, isTimeLoad, type Problem, type TimeLoad } from "./system.js";
import type { Vec } from "./vec.js";

/** Has it kinks, and limits on both sides of them? */
export function hasSides(force: Force): boolean {
  return force.kinks != null && (force.beside !== undefined || isTimeLoad(force));
}

/** The same; a force of time that is known only as a function has its limits by differences over steps of this size. */
export function withLimits<F extends Force>(force: F, h: number): F {
  return isTimeLoad(force) ? { ...force, addDerivative: derivativesOf(force, h) } : force;
}

/** Within the run, those of its kinks at which the force may jump. */
export function timesWithin({ jumps, kinks }: Force, t0: number, h: number, steps: number): number[] {
  const place = (t: number) => (t - t0) / h;
  return Array.from(jumps ?? kinks ?? []).filter((t) => place(t) > -SLACK && place(t) < steps + SLACK);
}

/** The force whose value at a kink is the limit from one side. */
export function limitOf(force: Force, side: -1 | 1): Force {
  if (force.beside !== undefined) return force.beside(side);
  const { addDerivative } = force as Partial<TimeLoad>;
  if (force.kinks == null || addDerivative === undefined) return force;
  return { ...force, addTo: (t, _q, _v, out) => addDerivative(0, t, side, out) };
}

/** The times within a run, its ends among them, at which the load jumps. */
export function jumpsOfLoad(problem: Problem, h: number, steps: number): number[] {
  const { system, t0 } = problem;
  const { load } = system;
  if (load === null || !hasSides(load)) return [];
  // Limits by differences over a fraction of a step: those over a whole one would see jumps where there are none.
  return jumpsAmong(timesWithin(load, t0, h, steps), withLimits(load, h / 16), problem, h, steps);
}

/** Those of the times at which the force itself jumps: in one of its components, by more than a share of the size of this one that rounding
 *  explains. Times that are one to steps of this size are looked at together, and the first of them is listed. */
function jumpsAmong(times: readonly number[], load: Force, problem: Problem, h: number, steps: number): number[] {
  const limits = { before: limitOf(load, -1), after: limitOf(load, 1) };
  const kinks = times.flatMap((t, k) =>
    k > 0 && t - times[k - 1] <= SLACK * Math.abs(h)
      ? []
      : [{ first: t, last: lastNear(times, k, SLACK * Math.abs(h)) }],
  );
  const { t0 } = problem;
  const between = [t0, ...times].map((t, k) => (t + (times[k] ?? t0 + steps * h)) / 2);
  const found = new Set<number>();
  for (const { q, v } of statesToTry(load, problem)) {
    const at = (force: Force, t: number) => {
      const out = new Float64Array(problem.system.dof);
      force.addTo(t, q, v, out);
      return out;
    };
    const size = new Float64Array(problem.system.dof);
    const measure = (F: Vec) => {
      for (let i = 0; i < F.length; i++) size[i] = Math.max(size[i], Math.abs(F[i]));
    };
    for (const t of between) measure(at(load, t));
    for (const { first, last } of kinks) {
      const [before, after] = [at(limits.before, first), at(limits.after, last)];
      measure(before);
      measure(after);
      if (before.some((x, i) => Math.abs(after[i] - x) > 1e-9 * size[i])) found.add(first);
    }
  }
  return times.filter((t) => found.has(t));
}

function lastNear(times: readonly number[], from: number, slack: number): number {
  let last = from;
  while (last + 1 < times.length && times[last + 1] - times[last] <= slack) last++;
  return times[last];
}

/** The start; and, where the force depends on the state, others, since what jumps may vanish there. */
function statesToTry({ byPosition, byVelocity }: Force, { q0, v0 }: Problem): { readonly q: Vec; readonly v: Vec }[] {
  const start = { q: q0, v: v0 };
  if (byPosition === null && byVelocity === null) return [start];
  const reach = (x: Vec) => x.reduce((most, each) => Math.max(most, Math.abs(each)), 0) || 1;
  const moved = (x: Vec, share: number) => x.map((each, i) => each + reach(x) * share * (1 + 0.37 * (i % 5)));
  return [start, ...[0.113, -0.271].map((share) => ({ q: moved(q0, share), v: moved(v0, -share) }))];
}
