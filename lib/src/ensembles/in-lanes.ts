/** Members of an ensemble together, as many as there are lanes. What is out of the ordinary is not judged here: a member that gains energy, or
 *  whose step fails, is run again by itself from its start, so that it ends as it would have alone. */
import { type Failure, InputError } from "../core/failure.js";
import { nextLook } from "../core/growth.js";
import type { Stepper } from "../core/method.js";
import type { State } from "../core/state.js";
import { energyOf, type Problem } from "../core/system.js";
import type { Vec } from "../core/vec.js";
import type { Lanes } from "../stepping/code/lanes.js";
import { begun } from "./alone.js";
import type { EnsembleWork } from "./run-many.js";

/** Of the bound on the energy that growth.ts has, ten times its scale, what is accepted here without looking closer: sums of other order differ by rounding. */
const BOUND = 9.9;

/** Returns how many were run in lanes to their end. */
export function runInLanes(work: EnsembleWork, lanes: Lanes, alone: (member: number) => void): number {
  const { members } = work;
  const parts = lanes.parameters.map((name) => (member: number) => work.parameter(name, member));
  let together = 0;
  for (let first = 0; first < members; first += lanes.width) {
    const group = groupOf(work, lanes, first, parts);
    group.run();
    for (const member of group.members) {
      if (group.isRetired(member)) alone(member);
      else together++;
    }
  }
  return together;
}

function groupOf(work: EnsembleWork, lanes: Lanes, first: number, parameters: readonly ((member: number) => number)[]) {
  const { dof, count, starts, energy, peaks, frames, every, growth } = work;
  const members = Array.from({ length: Math.min(lanes.width, work.members - first) }, (_, lane) => first + lane);
  const retired = new Set<number>();
  const scale = new Float64Array(lanes.width);
  const laneOf = (member: number) => member - first;
  const active = () => members.filter((member) => !retired.has(member));

  /** Its lane repeats a neighbour from now on. */
  const retire = (member: number) => {
    retired.add(member);
    const [other] = active();
    if (other !== undefined) lanes.repeat(laneOf(member), laneOf(other));
  };
  const fill = () => {
    for (const member of members) {
      const lane = laneOf(member);
      for (let k = 0; k < parameters.length; k++) lanes.set(lane, k, parameters[k](member));
      if (lanes.enter === undefined) lanes.start(lane, starts.q, starts.v, member * dof);
      else if (!entered(lanes.enter, work, member, lane)) retired.add(member);
    }
    const [other = first] = active();
    for (const lane of lanesWithout(lanes.width, members, retired, first)) lanes.repeat(lane, laneOf(other));
    lanes.prepare();
    for (const member of active()) if (!lanes.isFinite(laneOf(member))) retire(member);
  };
  /** The steps before the first that is code. */
  const begin = () => {
    for (const member of active()) {
      const runner = begun(work, member);
      runner?.advance(lanes.from);
      const snapshot = runner?.snapshot();
      // A bound that has been raised is for the guard itself.
      const isOrdinary = snapshot?.state.n === lanes.from && (snapshot.growth?.[1] ?? 0) === 0;
      if (snapshot === undefined || !isOrdinary) retire(member);
      else {
        lanes.resume(laneOf(member), snapshot.state, peaks, member * dof);
        scale[laneOf(member)] = snapshot.growth?.[0] ?? 0;
      }
    }
    for (let lane = members.length; lane < lanes.width; lane++) {
      const [other] = active();
      if (other !== undefined) lanes.repeat(lane, laneOf(other));
    }
  };
  const enterStart = () => {
    for (const member of active()) {
      const lane = laneOf(member);
      const [kinetic, potential] = [lanes.kinetic(lane), lanes.potential(lane)];
      energy.start[member] = kinetic + potential;
      scale[lane] = Math.max(kinetic, Math.abs(potential));
      if (!Number.isFinite(kinetic + potential) || lanes.isRegular?.(lane) === false) retire(member);
    }
  };
  /** As growth.ts does, but that nothing counts as supplied that is not booked yet. */
  const inspect = () => {
    for (const member of active()) {
      const lane = laneOf(member);
      let sum = 0;
      for (let i = 0; i < dof; i++) sum += lanes.q(lane, i) + lanes.v(lane, i);
      const supplied = lanes.work?.(lane) ?? 0;
      const gain = lanes.kinetic(lane) + lanes.potential(lane) - (energy.start[member] + supplied);
      scale[lane] = Math.max(scale[lane], Math.abs(supplied), lanes.kinetic(lane) - Math.max(0, gain));
      const isSound = Number.isFinite(sum) && (growth === "report" || gain <= BOUND * scale[lane]);
      if (!isSound) retire(member);
    }
  };
  const record = (n: number) => {
    if (every === 0 || n % every !== 0) return;
    const frame = frames[n / every];
    for (const member of active()) copyOut(lanes, laneOf(member), frame.q, frame.v, member * dof);
  };
  /** A step that is not for the code, each member by itself. */
  const stepAlone = (n: number) => {
    for (const member of active()) {
      const { s, failure } = stepOf(work, lanes, laneOf(member), member, n);
      if (failure !== null) {
        retire(member);
        continue;
      }
      if (peaks !== null) {
        for (let i = 0; i < dof; i++) {
          peaks[member * dof + i] = Math.max(lanes.peak(laneOf(member), i), Math.abs(s.q[i]));
        }
      }
      lanes.resume(laneOf(member), s, peaks, member * dof);
    }
    for (const lane of lanesWithout(lanes.width, members, retired, first)) {
      const [other] = active();
      if (other !== undefined) lanes.repeat(lane, laneOf(other));
    }
  };
  const end = () => {
    for (const member of active()) {
      const lane = laneOf(member);
      copyOut(lanes, lane, work.q, work.v, member * dof);
      work.steps[member] = count;
      energy.end[member] = lanes.kinetic(lane) + lanes.potential(lane);
      if (peaks !== null) for (let i = 0; i < dof; i++) peaks[member * dof + i] = lanes.peak(lane, i);
    }
    if (!lanes.exactEnergies) exactEnergies(work, active());
  };

  return {
    members,
    isRetired: (member: number) => retired.has(member),
    run() {
      fill();
      let n = 0;
      if (lanes.from > 0 && count > 0) {
        n = Math.min(lanes.from, count);
        if (n < lanes.from) for (const member of members) retired.add(member);
        else {
          begin();
          lanes.advance(0);
        }
      } else {
        lanes.advance(0);
        enterStart();
        record(0);
      }
      let look = nextLook(n, dof);
      while (n < count && retired.size < members.length) {
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

function lanesWithout(
  width: number,
  members: readonly number[],
  retired: ReadonlySet<number>,
  first: number,
): number[] {
  return Array.from({ length: width }, (_, lane) => lane).filter(
    (lane) => lane >= members.length || retired.has(first + lane),
  );
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
): { readonly s: State; readonly failure: Failure | null } {
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
  const failure = stepper.leap?.(s, 1) === 1 ? null : stepper.step(s);
  return { s, failure };
}

/** Where the potential of the system is written as a function, and the expression beside it rounds otherwise. */
function exactEnergies({ q, v, energy, starts, dof, problemOf }: EnsembleWork, members: readonly number[]): void {
  for (const member of members) {
    const { system, t0 } = problemOf(member);
    const { value } = energyOf(system);
    const part = (vector: Vec) => vector.subarray(member * dof, (member + 1) * dof);
    energy.start[member] = value(t0, part(starts.q), part(starts.v));
    energy.end[member] = value(t0, part(q), part(v));
  }
}
