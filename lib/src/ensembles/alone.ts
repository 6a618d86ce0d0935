/** One member of an ensemble by itself: what `run` does, with its results where those of the ensemble are. */
import { InputError } from "../core/failure.js";
import type { Observer } from "../core/observer.js";
import { begin, type Runner } from "../core/run.js";
import type { Problem } from "../core/system.js";
import { wholeEnergyOf } from "../core/whole.js";
import { COUNTED } from "../stepping/code/members.js";
import type { EnsembleFrame, EnsembleWork } from "./run-many.js";

export function runAlone(work: EnsembleWork, member: number): void {
  const runner = begun(work, member);
  if (runner === null) return;
  while (runner.advance(Number.MAX_SAFE_INTEGER));
  finish(work, member, runner);
}

/** Ready for its first step, seen by all who want to see it; null where it is refused. */
export function begun(work: EnsembleWork, member: number): Runner | null {
  const { method, h, count, growth, failures, energy, notices } = work;
  try {
    const problem = work.problemOf(member);
    const runner = begin(problem, method, {
      time: { step: h, steps: count },
      growth,
      observe: { ...peaksOf(work, member), ...framesOf(work, member) },
    });
    failures.delete(member);
    if (notices !== null) notices[member] = runner.notices;
    energy.start[member] = energyAt(problem, runner);
    return runner;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    failures.set(member, { kind: "refused", reason: error.message });
    return null;
  }
}

function energyAt({ system }: Problem, { state: { t, q, v } }: Pick<Runner, "state">): number {
  return wholeEnergyOf(system).value(t, q, v);
}

function finish(work: EnsembleWork, member: number, runner: Runner): void {
  const { dof, q, v, steps, failures, energy, frames, work: counted } = work;
  const { last, failure, steps: taken, work: done } = runner.result();
  for (const name of COUNTED) if (counted !== null) counted[name][member] = done[name];
  q.set(last.q, member * dof);
  v.set(last.v, member * dof);
  steps[member] = taken;
  energy.end[member] = wholeEnergyOf(work.problemOf(member).system).value(last.t, last.q, last.v);
  if (failure === null) return;
  failures.set(member, failure);
  for (const frame of frames) {
    if (frame.n <= taken) continue;
    frame.q.fill(Number.NaN, member * dof, (member + 1) * dof);
    frame.v.fill(Number.NaN, member * dof, (member + 1) * dof);
  }
}

function peaksOf({ peaks, dof }: EnsembleWork, member: number): Readonly<Record<string, Observer<unknown>>> {
  if (peaks === null) return {};
  const memory = peaks.subarray(member * dof, (member + 1) * dof).fill(0);
  return {
    peaks: {
      on: "steps",
      memory,
      observe({ q }) {
        for (let i = 0; i < dof; i++) {
          const size = Math.abs(q[i]);
          if (memory[i] < size) memory[i] = size;
        }
      },
      finish: () => null,
    },
  };
}

/** They are written at once, whether or not they turn out to belong to the motion; in the end those that do not are taken back. */
function framesOf({ frames, every, dof }: EnsembleWork, member: number): Readonly<Record<string, Observer<unknown>>> {
  if (every === 0) return {};
  return {
    frames: {
      every,
      memory: new Float64Array(0),
      observe({ n, q, v }) {
        const frame = frames[n / every] as EnsembleFrame;
        frame.q.set(q, member * dof);
        frame.v.set(v, member * dof);
      },
      finish: () => null,
    },
  };
}
