/** Members of an ensemble together, as many as there are lanes. What is out of the ordinary is not judged here: a member that gains energy, or
 *  whose step fails, is run again by itself from its start, so that it ends as it would have alone. */
import type { Failure } from "../core/failure.js";
import { nextLook } from "../core/growth.js";
import type { Stepper } from "../core/method.js";
import type { State } from "../core/state.js";
import type { Problem } from "../core/system.js";
import type { Vec } from "../core/vec.js";
import type { Lanes } from "../stepping/code/lanes.js";
import { COUNTED } from "../stepping/code/members.js";
import { emptyGroup, type Group, repeatOthers, retire } from "./group.js";
import { enterStart, fill, takeFirstSteps } from "./group-start.js";
import type { EnsembleWork } from "./run-many.js";

/** Returns how many were run in lanes to their end. */
export function runInLanes(work: EnsembleWork, lanes: Lanes, alone: (member: number) => void): number {
  const group = emptyGroup(work, lanes);
  let together = 0;
  for (let first = 0; first < work.members; first += lanes.width) {
    const ended = run(group, first);
    together += ended.length;
    const last = Math.min(first + lanes.width, work.members);
    for (let member = first; member < last && ended.length < last - first; member++) {
      if (!ended.includes(member - first)) alone(member);
    }
  }
  return together;
}

/** The members from `first` on; returns the lanes whose members came to the end of the run. */
function run(group: Group, first: number): readonly number[] {
  const { work, lanes } = group;
  const { count, dof, every } = work;
  fill(group, first);
  let n = 0;
  if (lanes.from > 0 && count > 0) {
    n = lanes.from;
    if (count < n) return [];
    takeFirstSteps(group);
    lanes.advance(0);
  } else {
    lanes.advance(0);
    enterStart(group);
    record(group, 0);
  }
  let look = nextLook(n, dof);
  while (n < count && group.active.length > 0) {
    const frame = every === 0 ? count : (Math.floor(n / every) + 1) * every;
    const until = Math.min(count, look, frame);
    n += lanes.advance(until - n);
    if (n < until) {
      stepAlone(group, n);
      n++;
      lanes.advance(0);
    }
    if (n >= look || n === count) {
      inspect(group);
      look = nextLook(n, dof);
    }
    record(group, n);
  }
  end(group);
  return group.active;
}

function inspect(group: Group): void {
  const { watch } = group.lanes;
  watch.look();
  for (const lane of group.active) if (!watch.isOrdinary(lane)) retire(group, lane);
}

function record({ work, lanes, first, active }: Group, n: number): void {
  const { dof, every, frames } = work;
  if (every === 0 || n % every !== 0) return;
  const frame = frames[n / every];
  for (const lane of active) copyOut(lanes, lane, frame.q, frame.v, (first + lane) * dof);
}

/** A step that is not for the code, each member by itself. */
function stepAlone(group: Group, n: number): void {
  const { work, lanes, outside } = group;
  const { dof, peaks } = work;
  for (const lane of group.active) {
    const member = group.first + lane;
    const { s, failure, isCode } = stepOf(work, lanes, lane, member, n);
    // The lanes have counted what they tried: for a step that code takes after all, that is its work.
    if (!isCode) outside.fill(Number.NaN, 4 * lane, 4 * (lane + 1));
    if (failure !== null) {
      retire(group, lane);
      continue;
    }
    if (peaks !== null) {
      for (let i = 0; i < dof; i++) peaks[member * dof + i] = Math.max(lanes.peak(lane, i), Math.abs(s.q[i]));
    }
    lanes.resume(lane, s, peaks, member * dof);
  }
  repeatOthers(group);
}

/** Where the members are, and what they have cost. */
function end({ work, lanes, outside, first, active }: Group): void {
  const { dof, peaks, energy } = work;
  for (const lane of active) {
    const member = first + lane;
    copyOut(lanes, lane, work.q, work.v, member * dof);
    work.steps[member] = work.count;
    energy.end[member] = lanes.kinetic(lane) + lanes.potential(lane);
    if (peaks !== null) for (let i = 0; i < dof; i++) peaks[member * dof + i] = lanes.peak(lane, i);
    COUNTED.forEach((name, k) => {
      const counted = work.work?.[name];
      if (counted !== undefined) counted[member] = outside[4 * lane + k] + lanes.counted(lane, k);
    });
  }
}

function copyOut(lanes: Lanes, lane: number, q: Vec, v: Vec, at: number): void {
  for (let i = 0; i < lanes.dof; i++) {
    q[at + i] = lanes.q(lane, i);
    v[at + i] = lanes.v(lane, i);
  }
}

/** Step n of a member, by a stepper of its own that goes on from where the lane is. */
function stepOf(
  work: EnsembleWork,
  lanes: Lanes,
  lane: number,
  member: number,
  n: number,
): { readonly s: State; readonly failure: Failure | null; readonly isCode: boolean } {
  const problem: Problem = work.problemOf(member);
  const stepper: Stepper = work.method.prepare(problem, work.h, null);
  const s: State = {
    n,
    t: problem.t0 + n * work.h,
    q: problem.q0.slice(),
    v: problem.v0.slice(),
    memory: stepper.memory,
  };
  lanes.read(lane, s);
  const isCode = stepper.leap?.(s, 1) === 1;
  return { s, failure: isCode ? null : stepper.step(s), isCode };
}
