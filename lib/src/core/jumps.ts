/** Loads that jump where a step ends. A step should see the limit from before at its end and the next one the limit from after at its
 *  start; a scheme that evaluates the load once for both is of first order there. So a run lets the load have a side, that of the step which is
 *  taken, and after a jump a scheme starts anew from the position and the velocity reached: what it remembers belongs to the other side. A jump inside of a step cannot be
 *  helped, and is spoken of. */
import { continuedLoad, type LoadOfStep } from "./continued-load.js";
import { sumOfWork } from "./counted.js";
import type { Ledger } from "./ledger.js";
import { derivativesOf } from "./load-derivatives.js";
import { firstFrom, SLACK } from "./load-kinks.js";
import type { FixedStepMethod, Stepper } from "./method.js";
import { type Notice, noticesOf } from "./notice.js";
import type { Force, Problem, System, TimeLoad } from "./system.js";
import type { Vec } from "./vec.js";

/** A stepper that begins anew where the load jumps, for a run of so many steps. */
export function preparedForJumps(
  method: FixedStepMethod,
  problem: Problem,
  h: number,
  steps: number,
  ledger: Ledger | null,
): Stepper {
  const known = withJumps(problem, h, steps);
  if (known === null) return withNotices(method.prepare(problem, h, ledger), noticeOfUnlisted(problem, h * steps));
  const { load, jumps } = known;
  const { t0 } = problem;
  const place = (t: number) => (t - t0) / h;
  const isOnGrid = (t: number) => Math.abs(place(t) - Math.round(place(t))) <= SLACK;
  const notices = [
    ...noticesFor(method, load, jumps, isOnGrid, problem, h * steps),
    ...noticeOfUnlisted(problem, h * steps),
  ];
  const onGrid = new Set(method.splits === true ? [] : jumps.filter(isOnGrid).map((t) => Math.round(place(t))));
  const { leavesStep = false } = method;
  if (onGrid.size === 0 && !leavesStep) return withNotices(method.prepare(problem, h, ledger), notices);
  const sided = leavesStep ? continuedLoad(load, problem.system.dof, method.claims.order - 1) : sidedLoad(load, jumps);
  sided.enter(t0, t0 + h);
  const system = { ...problem.system, load: sided.load } as System;
  const { leap: _, ...stepper } = method.prepare({ ...problem, system }, h, ledger);
  // What is evaluated for them is counted by the system.
  const restarts = { gradients: 0, tangents: 0, factorizations: 0 };
  return withNotices(
    {
      ...stepper,
      work: sumOfWork(stepper.work, restarts),
      step(s) {
        sided.enter(t0 + s.n * h, t0 + (s.n + 1) * h);
        const failure = stepper.step(s);
        if (failure !== null || !onGrid.has(s.n + 1)) return failure;
        const t = t0 + (s.n + 1) * h;
        sided.enter(t, t + h);
        // With the ledger, though it books nothing here: what is remembered may depend on whether one is kept.
        const fresh = method.prepare({ ...problem, system, t0: t, q0: s.q.slice(), v0: s.v.slice() }, h, ledger);
        for (let i = 0; i < s.memory.length; i++) s.memory[i].set(fresh.memory[i]);
        restarts.factorizations += fresh.work.factorizations;
        return null;
      },
    },
    notices,
  );
}

/** The load as it is at the start, and at the ends of the steps of a run, each as the step that ends there sees it: one vector after another. Null
 *  where a scheme would begin anew on the way, or the load is no function of time that is added as one number a coordinate. */
export function loadAtSteps(problem: Problem, h: number, steps: number): Vec | null {
  const { system, t0 } = problem;
  const { dof, load } = system;
  if (load === null || load.byPosition !== null || load.byVelocity !== null) return null;
  const known = withJumps(problem, h, steps);
  const jumps = known?.jumps ?? [];
  const places = jumps.map((t) => (t - t0) / h);
  const isOnGrid = places.map((place) => Math.abs(place - Math.round(place)) <= SLACK);
  if (places.some((place, k) => isOnGrid[k] && Math.round(place) > 0 && Math.round(place) < steps)) return null;
  const sided = known !== null && isOnGrid.includes(true) ? sidedLoad(known.load, jumps) : null;
  const addTo = sided?.load.addTo ?? load.addTo;
  const all = new Float64Array((steps + 1) * dof);
  const [q, v, onto] = Array.from({ length: 3 }, () => new Float64Array(dof));
  for (let n = 0; n <= steps; n++) {
    const step = Math.max(0, n - 1);
    sided?.enter(t0 + step * h, t0 + (step + 1) * h);
    const F = all.subarray(n * dof, (n + 1) * dof);
    addTo(t0 + n * h, q, v, F);
    // Several forces, added one after another, would be rounded in between.
    for (const [i, part] of PARTS.entries()) {
      for (let k = 0; k < dof; k++) onto[k] = part * F[(k + i) % dof];
      const before = onto.slice();
      addTo(t0 + n * h, q, v, onto);
      if (onto.some((x, k) => x !== before[k] + F[k])) return null;
    }
  }
  return all;
}

/** Of the load, what it is added to when it is tried. */
const PARTS = [1 / 3, -0.7];

/** A load that lists its kinks, with derivatives, and those of the kinks at which it jumps in a run of so many steps; null: there is none. */
function withJumps(problem: Problem, h: number, steps: number): { load: TimeLoad; jumps: number[] } | null {
  const load = loadWithKinks(problem.system);
  if (load === null) return null;
  // Limits at kinks by differences over a fraction of a step: those over a whole one would see jumps where there are none.
  const jumps = jumpsOf({ ...load, addDerivative: derivativesOf(load, h / 16) }, problem, h, steps);
  return { load: { ...load, addDerivative: derivativesOf(load, h) }, jumps };
}

function loadWithKinks({ load }: System): TimeLoad | null {
  const known = load as (Force & Partial<TimeLoad>) | null;
  return known?.kinks == null ? null : (known as TimeLoad);
}

export function timeLoadIn(system: System): TimeLoad | null {
  const known = loadWithKinks(system);
  return known?.addDerivative === undefined ? null : known;
}

/** Those of its kinks, within the run, at which the load itself jumps: by more than a share of its size that rounding explains. */
function jumpsOf(load: TimeLoad, { system, t0 }: Problem, h: number, steps: number): number[] {
  const kinks = Array.from(load.jumps ?? load.kinks ?? []).filter((t) => {
    const place = (t - t0) / h;
    return place > -SLACK && place < steps + SLACK;
  });
  const at = (t: number, side: -1 | 1) => {
    const out = new Float64Array(system.dof);
    load.addDerivative?.(0, t, side, out);
    return out;
  };
  const sizeOf = (F: Vec) => F.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  const between = [t0, ...kinks].map((t, k) => (t + (kinks[k] ?? t0 + steps * h)) / 2);
  const size = between.reduce((most, t) => Math.max(most, sizeOf(at(t, 1))), 0);
  return kinks.filter((t) => {
    const [before, after] = [at(t, -1), at(t, 1)];
    const accepted = 1e-9 * Math.max(size, sizeOf(before), sizeOf(after));
    return before.some((x, i) => Math.abs(after[i] - x) > accepted);
  });
}

/** A load with a side at its jumps. */
export interface SidedLoad extends LoadOfStep {
  /** Does it jump at t, but for rounding of the times of the step that has been entered? */
  jumpsAt(t: number): boolean;
}

/** With sides wherever it may jump. */
export function sidedAtKinks(load: TimeLoad, h: number): SidedLoad {
  return sidedLoad({ ...load, addDerivative: derivativesOf(load, h) }, load.jumps ?? load.kinks ?? []);
}

/** `jumps`: where it may jump, ascending. */
export function sidedLoad(load: TimeLoad, jumps: ArrayLike<number>): SidedLoad {
  // Of the step: its middle, and what its times may be rounded by.
  const step = new Float64Array(2);
  const jumpNear = (t: number) => {
    const first = firstFrom(jumps, t - step[1]);
    return first < jumps.length && jumps[first] <= t + step[1] ? jumps[first] : null;
  };
  return {
    enter(from, to) {
      step[0] = (from + to) / 2;
      step[1] = SLACK * Math.abs(to - from);
    },
    jumpsAt: (t) => jumpNear(t) !== null,
    load: {
      ...load,
      addTo(t: number, q: Vec, v: Vec, out: Vec) {
        const jump = jumpNear(t);
        if (jump === null) load.addTo(t, q, v, out);
        else load.addDerivative?.(0, jump, t < step[0] ? 1 : -1, out);
      },
    },
  };
}

function noticesFor(
  method: FixedStepMethod,
  load: TimeLoad,
  jumps: readonly number[],
  isOnGrid: (t: number) => boolean,
  { t0 }: Problem,
  span: number,
): Notice[] {
  const inside = jumps.filter((t) => !isOnGrid(t));
  if (inside.length > 0) {
    return noticesOf("load-jumps", [
      `the load jumps at t = ${short(inside[0])}${inside.length > 1 ? ` and ${inside.length - 1} more times` : ""}, inside of a step, where ` +
        `${method.id} is of first order: a step that ends there keeps its order`,
    ]);
  }
  if (method.claims.order <= 2) return [];
  const kinks = load.kinks ?? new Float64Array(0);
  if (!kinks.some((t) => (t - t0) * span > 0 && Math.abs(t - t0) < Math.abs(span) && !isOnGrid(t))) return [];
  return noticesOf("load-kinks", [
    `the load has kinks between steps, where ${method.id} is at most of second order: a step that divides their times keeps its order`,
  ]);
}

function noticeOfUnlisted({ system, t0 }: Problem, span: number): Notice[] {
  const { listed } = (system.load ?? {}) as Partial<TimeLoad>;
  if (listed === undefined) return [];
  const isKnown = (t: number) => t >= listed.from && t <= listed.to;
  if (isKnown(t0) && isKnown(t0 + span)) return [];
  const known = listed.to > listed.from ? ` before ${short(listed.from)} and after ${short(listed.to)}` : "";
  return noticesOf("load-kinks-unlisted", [
    `the load has conditions whose times are not known${known}: where one changes inside of a step no method keeps its order, and where a step ends ` +
      "only those do that do not look there, midpoint, gauss, variational and lagrange-dalembert; write them with if and times, or give a table",
  ]);
}

/** What the scheme itself says about kinks goes first. */
function withNotices(stepper: Stepper, notices: readonly Notice[]): Stepper {
  const own = stepper.notices ?? [];
  const more = notices.filter(({ code }) => !own.some((notice) => notice.code === code));
  return more.length === 0 ? stepper : { ...stepper, notices: [...own, ...more] };
}

const short = (value: number) => String(Number(value.toPrecision(6)));
