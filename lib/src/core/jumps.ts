/** Loads that jump where a step ends. A step should see the limit from before at its end and the next one the limit from after at its
 *  start; a scheme that evaluates the load once for both is of first order there. So a run lets the load have a side, that of the step which is
 *  taken, and after a jump a scheme starts anew from the position and the velocity reached: what it remembers belongs to the other side. A jump inside of a step cannot be
 *  helped, and is spoken of. */
import { continuedLoad, type EndOfPiece, type LoadOfStep, worstContinuation } from "./continued-load.js";
import { sumOfWork } from "./counted.js";
import { pow } from "./elementary.js";
import { InputError } from "./failure.js";
import { listedTime } from "./kinks.js";
import type { Ledger } from "./ledger.js";
import { hasSides, jumpsOfLoad, limitOf, timesWithin, withLimits } from "./load-jumps.js";
import { hasKinkNear, SLACK, sidesOf } from "./load-kinks.js";
import { noticeOfResolution, type SeenLoad } from "./load-resolution.js";
import type { FixedStepMethod, Stepper } from "./method.js";
import { type Notice, noticesOf } from "./notice.js";
import { type Force, type ForceTangent, isTimeLoad, type Problem, type System, type TimeLoad } from "./system.js";
import type { Vec } from "./vec.js";

/** A stepper that begins anew where the load jumps, for a run of so many steps. */
export function preparedForJumps(
  method: FixedStepMethod,
  problem: Problem,
  h: number,
  steps: number,
  ledger: Ledger | null,
): Stepper {
  const known = problem.system.load;
  const unlisted = noticeOfUnlisted(method, problem, h * steps);
  const general = [...unlisted, ...noticeOfConditions(method, problem)];
  // Jumps at unknown times are no matter of the step.
  const resolution = (seen: SeenLoad) =>
    unlisted.length > 0 ? [] : noticeOfResolution(seen, problem, { h, steps, order: method.claims.order });
  if (known === null || !hasSides(known)) {
    const smooth = known !== null && isTimeLoad(known) ? resolution(alike(known)) : [];
    return withNotices(method.prepare(problem, h, ledger), [...general, ...smooth]);
  }
  const load = withLimits(known, h);
  const { t0 } = problem;
  const place = (t: number) => (t - t0) / h;
  const isOnGrid = (t: number) => Math.abs(place(t) - Math.round(place(t))) <= SLACK;
  const times = timesWithin(load, t0, h, steps);
  const jumps = jumpsOfLoad(problem, h, steps);
  const notices = [
    ...noticesFor(method, load, jumps, isOnGrid, problem, h * steps),
    ...general,
    ...(isTimeLoad(load) ? noticeOfDerivatives(method, load, problem, h, steps) : []),
    ...(isTimeLoad(known) ? noticeOfInfiniteDerivatives(method, known, problem, h, steps) : []),
    ...(isTimeLoad(load) ? resolution(seenBySteps(load, jumps, h)) : []),
  ];
  const goesOn = method.leavesStep === true && isTimeLoad(load);
  if (method.splits === true || (times.length === 0 && !goesOn))
    return withNotices(method.prepare(problem, h, ledger), notices);
  const onGrid = new Set(jumps.filter(isOnGrid).map((t) => Math.round(place(t))));
  const sided: LoadOfStep<Force> = goesOn
    ? continuedLoad(load, problem.system.dof, method.claims.order - 1)
    : sidedForce(load, times);
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
        if (stepper.restart !== undefined) {
          for (const vector of s.memory) vector.fill(0);
          stepper.restart(t, s.q, s.v);
          return null;
        }
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
 *  where it has two sides on the way, or the load is no function of time that is added as one number a coordinate. */
export function loadAtSteps(problem: Problem, h: number, steps: number): Vec | null {
  const { system, t0 } = problem;
  const { dof, load } = system;
  if (load === null || load.byPosition !== null || load.byVelocity !== null) return null;
  const times = hasSides(load) ? timesWithin(load, t0, h, steps) : [];
  const isOnTheWay = (t: number) => {
    const n = Math.round((t - t0) / h);
    return n > 0 && n < steps && Math.abs((t - t0) / h - n) <= SLACK;
  };
  if (times.some(isOnTheWay)) return null;
  const sided = times.length === 0 ? null : sidedForce(withLimits(load, h), times);
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

/** What growth.ts books over every step of a run, times six: the load at both ends and four times that in the middle. */
export function bookedLoad({ system: { dof, load }, t0 }: Problem, h: number, steps: number): Vec {
  const all = new Float64Array(steps * dof);
  const [q, v, F] = Array.from({ length: 3 }, () => new Float64Array(dof));
  const add = (t: number, weight: number, onto: Vec) => {
    F.fill(0);
    load?.addTo(t, q, v, F);
    for (let i = 0; i < dof; i++) onto[i] += weight * F[i];
  };
  for (let n = 0; n < steps; n++) {
    const onto = all.subarray(n * dof, (n + 1) * dof);
    const end = t0 + (n + 1) * h;
    add(t0 + n * h, 1, onto);
    add(end - h / 2, 4, onto);
    add(end, 1, onto);
  }
  return all;
}

/** Of the load, what it is added to when it is tried. */
const PARTS = [1 / 3, -0.7];

/** A force with a side at its kinks. */
export interface SidedForce<F extends Force> extends LoadOfStep<F> {
  /** Is t one of the times, but for rounding of those of the step that has been entered? */
  isAt(t: number): boolean;
}

/** With sides wherever it may jump. */
export function sidedAtKinks<F extends Force>(load: F, h: number): SidedForce<F> {
  return sidedForce(withLimits(load, h), load.jumps ?? load.kinks ?? []);
}

/** `times`: where it has sides, ascending. Inside of a step it is the mean of both. */
export function sidedForce<F extends Force>(force: F, times: ArrayLike<number>): SidedForce<F> {
  const [before, after] = [limitOf(force, -1), limitOf(force, 1)];
  // Of the step: its earlier and its later end, and what its times may be rounded by.
  const step = new Float64Array(3);
  const isAt = (t: number) => hasKinkNear(times, t, step[2]);
  const isNear = (t: number, end: number) => Math.abs(t - end) <= 2 * step[2];
  const seenFrom = (side: -1 | 1, t: number) => listedTime(times, t, step[2], side);
  let [one, other] = [new Float64Array(0), new Float64Array(0)];
  const addMean = (write: (side: -1 | 1, part: Vec) => void, out: Vec) => {
    if (one.length !== out.length) [one, other] = [new Float64Array(out.length), new Float64Array(out.length)];
    one.fill(0);
    other.fill(0);
    write(-1, one);
    write(1, other);
    for (let i = 0; i < out.length; i++) out[i] += (one[i] + other[i]) / 2;
  };
  const sidedTangent = (own: ForceTangent | null, left: ForceTangent | null, right: ForceTangent | null) =>
    own === null || left === null || right === null
      ? null
      : {
          ...own,
          values(t: number, q: Vec, v: Vec, out: Vec) {
            if (!isAt(t)) own.values(t, q, v, out);
            else if (isNear(t, step[0])) right.values(seenFrom(1, t), q, v, out);
            else if (isNear(t, step[1])) left.values(seenFrom(-1, t), q, v, out);
            else {
              out.fill(0);
              addMean((side, part) => (side < 0 ? left : right).values(seenFrom(side, t), q, v, part), out);
            }
          },
        };
  return {
    enter(from, to) {
      step[0] = Math.min(from, to);
      step[1] = Math.max(from, to);
      step[2] = SLACK * Math.abs(to - from);
    },
    isAt,
    load: {
      ...force,
      addTo(t: number, q: Vec, v: Vec, out: Vec) {
        if (!isAt(t)) force.addTo(t, q, v, out);
        else if (isNear(t, step[0])) after.addTo(seenFrom(1, t), q, v, out);
        else if (isNear(t, step[1])) before.addTo(seenFrom(-1, t), q, v, out);
        else addMean((side, part) => (side < 0 ? before : after).addTo(seenFrom(side, t), q, v, part), out);
      },
      byPosition: sidedTangent(force.byPosition, before.byPosition, after.byPosition),
      byVelocity: sidedTangent(force.byVelocity, before.byVelocity, after.byVelocity),
    } as F,
  };
}

function noticesFor(
  method: FixedStepMethod,
  load: Force,
  jumps: readonly number[],
  isOnGrid: (t: number) => boolean,
  { t0 }: Problem,
  span: number,
): Notice[] {
  const inside = jumps.filter((t) => !isOnGrid(t));
  const { order } = method.claims;
  const kept = { jumps: 1, corners: 2, ...method.inside };
  if (inside.length > 0 && order > kept.jumps) {
    return noticesOf("load-jumps", [
      `the load jumps at t = ${short(inside[0])}${inside.length > 1 ? ` and ${inside.length - 1} more times` : ""}, inside of a step, where ` +
        `${method.id} is of ${ORDINALS[kept.jumps]} order: a step that ends there keeps its order`,
    ]);
  }
  if (jumps.length > 0 && method.leavesStep === true && !isTimeLoad(load)) {
    return noticesOf("load-jumps", [
      `the load jumps at t = ${short(jumps[0])} and reads the state: ${method.id}, which looks beyond its steps, is of first order there; take another method`,
    ]);
  }
  if (order <= kept.corners) return [];
  const kinks = load.kinks ?? new Float64Array(0);
  if (!kinks.some((t) => (t - t0) * span > 0 && Math.abs(t - t0) < Math.abs(span) && !isOnGrid(t))) return [];
  return noticesOf("load-kinks", [
    `the load has kinks between steps, where ${method.id} is at most of ${ORDINALS[kept.corners]} order: a step that divides their times keeps its order`,
  ]);
}

const ORDINALS = ["no", "first", "second", "third", "fourth"];

/** Of the size of the load: where a series misses it by more, its derivatives say little about it, or nothing. */
const [ROUGH, USELESS] = [0.01, 1];

/** Of methods that take derivatives of the load at kinks: do these describe it? */
function noticeOfDerivatives(
  method: FixedStepMethod,
  load: TimeLoad,
  { system, t0 }: Problem,
  h: number,
  steps: number,
) {
  const { loadDerivatives: degree } = method;
  if (degree === undefined) return [];
  const missAt = (ends: readonly EndOfPiece[]) =>
    worstContinuation(load, system.dof, degree, ends, { h, from: t0, to: t0 + h * steps });
  const { atPoints, between } = endsOfPieces(load, t0, h, steps);
  // A method with orders of its own inside of steps has a way of its own with kinks there.
  const misses = [missAt(atPoints), method.inside === undefined ? missAt(between) : null];
  const advice = "take a shorter step, or gauss, which takes none";
  const where = (t: number) =>
    `${method.id} takes derivatives of the load at its kinks, and those at t = ${short(t)} are`;
  for (const miss of misses) {
    if (miss === null || miss.share <= USELESS) continue;
    const what = Number.isNaN(miss.share)
      ? "not numbers, as those of a formula that is 0/0 there"
      : "too large to tell how it goes on";
    throw new InputError(`${where(miss.t)} ${what}: ${advice}`, { key: "method" });
  }
  const [miss] = misses;
  // Those that do not continue the load over a step need no more of its derivatives than that they are there.
  if (miss === null || miss.share <= ROUGH || degree < method.claims.order - 2) return [];
  return noticesOf("load-kinks", [
    `${where(miss.t)} so large that they tell only roughly how it goes on, which costs order: ${advice}`,
  ]);
}

const alike = (load: TimeLoad): SeenLoad => ({ load, opening: load, closing: load, jumps: [] });

/** The load as steps see it where they begin and where they end. */
function seenBySteps(load: TimeLoad, jumps: readonly number[], h: number): SeenLoad {
  const [behind, ahead] = sidesOf(h);
  return { load, opening: limitOf(load, ahead), closing: limitOf(load, behind), jumps };
}

/** A method of order p wants p − 1 derivatives of the load on both sides of its kinks; formulas of more than three are long. One that doubles from a thousandth of a
 *  step beside a kink to a millionth, as the slope of √t, grows without end. */
function noticeOfInfiniteDerivatives(
  { id, claims: { order } }: FixedStepMethod,
  load: TimeLoad,
  { system: { dof }, t0 }: Problem,
  h: number,
  steps: number,
): Notice[] {
  const { addDerivative } = load;
  if (addDerivative === undefined) return [];
  // A record has a kink at every sample: nothing is made anew for each.
  const [size, near, far] = Array.from({ length: 3 }, () => new Float64Array(dof));
  const sizeAt = (k: number, t: number, side: -1 | 1, out: Vec) => {
    out.fill(0);
    addDerivative(k, t, side, out);
    for (let i = 0; i < dof; i++) out[i] = Math.abs(out[i]);
  };
  const doublesBeyond = (bound: number): boolean => {
    for (let i = 0; i < dof; i++) if (size[i] > 0 && near[i] * bound > size[i] && near[i] > 1.9 * far[i]) return true;
    return false;
  };
  const isInRun = (t: number) => (t - t0) / h > 0 && (t - t0) / h < steps;
  for (const { t, side } of endsOfPieces(load, t0, h, steps).atPoints) {
    const at = (share: number) => t + side * share * Math.abs(h);
    if (!isInRun(at(0.5))) continue;
    sizeAt(0, at(0.5), side, size);
    for (let k = 1; k <= Math.min(order - 1, 3); k++) {
      sizeAt(k, at(1e-6), side, near);
      sizeAt(k, at(1e-3), side, far);
      if (!doublesBeyond(pow(Math.abs(h), k))) continue;
      return noticesOf("load-kinks", [
        `the derivative of order ${k} of the load is infinite at t = ${short(t)}, which leaves ${id} an order below ${k + 1} there`,
      ]);
    }
  }
  return [];
}

/** The ends, within a run, of the smooth pieces of a load as steps see them: kinks at step points; and the points around a kink between them. */
function endsOfPieces(load: TimeLoad, t0: number, h: number, steps: number) {
  const ends = { atPoints: [] as EndOfPiece[], between: [] as EndOfPiece[] };
  for (const t of load.kinks ?? []) {
    const place = (t - t0) / h;
    if (!(place > -SLACK && place < steps + SLACK)) continue;
    if (Math.abs(place - Math.round(place)) <= SLACK) ends.atPoints.push({ t, side: -1 }, { t, side: 1 });
    else {
      const [one, other] = [t0 + Math.floor(place) * h, t0 + Math.ceil(place) * h];
      ends.between.push({ t: Math.min(one, other), side: -1 }, { t: Math.max(one, other), side: 1 });
    }
  }
  return ends;
}

function noticeOfUnlisted({ claims }: FixedStepMethod, { system, t0 }: Problem, span: number): Notice[] {
  const listed = system.load?.listed;
  if (listed === undefined || (listed.corners === true && claims.order <= 2)) return [];
  const isKnown = (t: number) => t >= listed.from && t <= listed.to;
  if (isKnown(t0) && isKnown(t0 + span)) return [];
  const known = listed.to > listed.from ? ` before ${short(listed.from)} and after ${short(listed.to)}` : "";
  return noticesOf("load-kinks-unlisted", [
    `the load has conditions whose times are not known${known}: where one changes inside of a step no method keeps its order, and where a step ends ` +
      "only those do that do not look there, midpoint, gauss, variational and lagrange-dalembert; write them with if and times, or give a table",
  ]);
}

function noticeOfConditions({ id, claims }: FixedStepMethod, { system }: Problem): Notice[] {
  return [
    { of: "load", conditions: system.load?.conditions?.() ?? null },
    { of: "potential", conditions: system.conditions?.() ?? null },
  ].flatMap(({ of, conditions }) => {
    if (conditions === null || claims.order <= conditions + 1) return [];
    const kept =
      conditions === 0
        ? "of first order where the force jumps there, and at most of second order where the force has a corner there"
        : conditions === 1
          ? "at most of second order where the force has a corner there"
          : `at most of order ${conditions + 1}, since a derivative of the force jumps there`;
    return noticesOf(`${of}-conditions`, [
      `the ${of} has conditions on the state: in a step within which one changes ${id} is ${kept}`,
    ]);
  });
}

/** What the scheme itself says about kinks goes first. */
function withNotices(stepper: Stepper, notices: readonly Notice[]): Stepper {
  const own = stepper.notices ?? [];
  const more = notices.filter(({ code }) => !own.some((notice) => notice.code === code));
  return more.length === 0 ? stepper : { ...stepper, notices: [...own, ...more] };
}

const short = (value: number) => String(Number(value.toPrecision(6)));
