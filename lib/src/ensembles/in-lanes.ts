/** Members of an ensemble together, as many as there are lanes. What is out of the ordinary is not judged here: a member that gains energy, or
 *  whose step fails, is run again by itself from its start, so that it ends as it would have alone. */
import { type Failure, InputError } from "../core/failure.js";
import { nextLook } from "../core/growth.js";
import type { Stepper } from "../core/method.js";
import type { State } from "../core/state.js";
import type { Problem } from "../core/system.js";
import type { Vec } from "../core/vec.js";
import type { Lanes } from "../stepping/code/lanes.js";
import { COUNTED } from "../stepping/code/members.js";
import { begun } from "./alone.js";
import type { EnsembleWork } from "./run-many.js";

/** Returns how many were run in lanes to their end. */
export function runInLanes(work: EnsembleWork, lanes: Lanes, alone: (member: number) => void): number {
  const group = groupIn(work, lanes);
  let together = 0;
  for (let first = 0; first < work.members; first += lanes.width) {
    const ended = group.run(first);
    together += ended.length;
    const last = Math.min(first + lanes.width, work.members);
    for (let member = first; member < last && ended.length < last - first; member++) {
      if (!ended.includes(member - first)) alone(member);
    }
  }
  return together;
}

/** One group after another in the same lanes. */
function groupIn(work: EnsembleWork, lanes: Lanes) {
  const { dof, count, starts, energy, peaks, frames, every, growth } = work;
  const { width } = lanes;
  const parameters = lanes.parameters.map(
    ({ name, value }) =>
      (member: number) =>
        work.parameter(name, member) ?? value,
  );
  /** What was counted outside of the lanes; not a number where that is not known. */
  const outside = new Float64Array(4 * width);
  const asksFirst = work.work !== null || work.notices !== null;
  /** The member of lane 0. */
  let first = 0;
  /** Lanes whose members are as they should be; the others repeat one of them. */
  let active: number[] = [];

  /** Where growth is only reported, nothing exceeds the scale. */
  const watch = (lane: number, start: number, scale: number) =>
    lanes.watch.begin(lane, start, growth === "report" ? Number.POSITIVE_INFINITY : scale);
  const retire = (lane: number) => {
    active = active.filter((other) => other !== lane);
    if (active.length > 0) lanes.repeat(lane, active[0]);
  };
  const repeatOthers = () => {
    if (active.length === 0) return;
    for (let lane = 0; lane < width; lane++) if (!active.includes(lane)) lanes.repeat(lane, active[0]);
  };
  const fill = () => {
    const members = Math.min(width, work.members - first);
    active = [];
    for (let lane = 0; lane < members; lane++) {
      const member = first + lane;
      for (let k = 0; k < parameters.length; k++) lanes.set(lane, k, parameters[k](member));
      if (lanes.enter === undefined) lanes.start(lane, starts.q, starts.v, member * dof);
      else if (!entered(lanes.enter, work, member, lane)) continue;
      if (asksFirst && !countedBefore(begun(work, member), lane)) continue;
      active.push(lane);
    }
    repeatOthers();
    lanes.prepare();
    for (const lane of active) if (!lanes.isFinite(lane)) retire(lane);
  };
  /** What a member has cost so far; false for one that cannot begin. */
  const countedBefore = (runner: ReturnType<typeof begun>, lane: number): boolean => {
    const done = runner?.result().work;
    COUNTED.forEach((name, k) => {
      outside[4 * lane + k] = done?.[name] ?? Number.NaN;
    });
    return done !== undefined;
  };
  /** The steps before the first that is code. */
  const begin = () => {
    for (const lane of active) {
      const member = first + lane;
      const runner = begun(work, member);
      runner?.advance(lanes.from);
      const snapshot = runner?.snapshot();
      // A bound that has been raised is for the guard itself.
      const isOrdinary = snapshot?.state.n === lanes.from && (snapshot.growth?.[1] ?? 0) === 0;
      if (snapshot === undefined || !isOrdinary) retire(lane);
      else {
        lanes.resume(lane, snapshot.state, peaks, member * dof);
        watch(lane, energy.start[member], snapshot.growth?.[0] ?? 0);
        if (work.work !== null) countedBefore(runner, lane);
      }
    }
    repeatOthers();
  };
  const enterStart = () => {
    for (const lane of active) {
      const [kinetic, potential] = [lanes.kinetic(lane), lanes.potential(lane)];
      energy.start[first + lane] = kinetic + potential;
      watch(lane, kinetic + potential, Math.max(kinetic, Math.abs(potential)));
      if (!Number.isFinite(kinetic + potential) || lanes.isRegular?.(lane) === false) retire(lane);
    }
  };
  const inspect = () => {
    lanes.watch.look();
    for (const lane of active) if (!lanes.watch.isOrdinary(lane)) retire(lane);
  };
  const record = (n: number) => {
    if (every === 0 || n % every !== 0) return;
    const frame = frames[n / every];
    for (const lane of active) copyOut(lanes, lane, frame.q, frame.v, (first + lane) * dof);
  };
  /** A step that is not for the code, each member by itself. */
  const stepAlone = (n: number) => {
    for (const lane of active) {
      const member = first + lane;
      const { s, failure, isCode } = stepOf(work, lanes, lane, member, n);
      // The lanes have counted what they tried: for a step that code takes after all, that is its work.
      if (!isCode) outside.fill(Number.NaN, 4 * lane, 4 * (lane + 1));
      if (failure !== null) {
        retire(lane);
        continue;
      }
      if (peaks !== null) {
        for (let i = 0; i < dof; i++) peaks[member * dof + i] = Math.max(lanes.peak(lane, i), Math.abs(s.q[i]));
      }
      lanes.resume(lane, s, peaks, member * dof);
    }
    repeatOthers();
  };
  const end = () => {
    for (const lane of active) {
      const member = first + lane;
      copyOut(lanes, lane, work.q, work.v, member * dof);
      work.steps[member] = count;
      energy.end[member] = lanes.kinetic(lane) + lanes.potential(lane);
      if (peaks !== null) for (let i = 0; i < dof; i++) peaks[member * dof + i] = lanes.peak(lane, i);
      COUNTED.forEach((name, k) => {
        const counted = work.work?.[name];
        if (counted !== undefined) counted[member] = outside[4 * lane + k] + lanes.counted(lane, k);
      });
    }
  };

  return {
    /** The lanes whose members came to the end of the run. */
    run(from: number): readonly number[] {
      first = from;
      fill();
      let n = 0;
      if (lanes.from > 0 && count > 0) {
        n = lanes.from;
        if (count < n) return [];
        begin();
        lanes.advance(0);
      } else {
        lanes.advance(0);
        enterStart();
        record(0);
      }
      let look = nextLook(n, dof);
      while (n < count && active.length > 0) {
        const frame = every === 0 ? count : (Math.floor(n / every) + 1) * every;
        const until = Math.min(count, look, frame);
        n += lanes.advance(until - n);
        if (n < until) {
          stepAlone(n);
          n++;
          lanes.advance(0);
        }
        if (n >= look || n === count) {
          inspect();
          look = nextLook(n, dof);
        }
        record(n);
      }
      end();
      return active;
    },
  };
}

/** Is it of the kind of the others? One that cannot be built is not. */
function entered(enter: NonNullable<Lanes["enter"]>, work: EnsembleWork, member: number, lane: number): boolean {
  try {
    return enter(lane, work.problemOf(member));
  } catch (error) {
    if (error instanceof InputError) return false;
    throw error;
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
