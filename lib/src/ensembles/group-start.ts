/** How a group of members begins: who is in it, from where, and with what energy. */
import { InputError } from "../core/failure.js";
import type { Lanes } from "../stepping/code/lanes.js";
import { COUNTED } from "../stepping/code/members.js";
import { begun } from "./alone.js";
import { type Group, repeatOthers, retire } from "./group.js";
import type { EnsembleWork } from "./run-many.js";

/** The members from `first` on, as many as there are lanes, at their starts. */
export function fill(group: Group, first: number): void {
  const { work, lanes } = group;
  const { starts, dof } = work;
  const asksFirst = work.work !== null || work.notices !== null;
  const members = Math.min(lanes.width, work.members - first);
  const active: number[] = [];
  group.first = first;
  for (let lane = 0; lane < members; lane++) {
    const member = first + lane;
    lanes.parameters.forEach(({ name, value }, k) => {
      lanes.set(lane, k, work.parameter(name, member) ?? value);
    });
    if (lanes.enter === undefined) lanes.start(lane, starts.q, starts.v, member * dof);
    else if (!entered(lanes.enter, work, member, lane)) continue;
    if (asksFirst && !countedBefore(group, begun(work, member), lane)) continue;
    active.push(lane);
  }
  group.active = active;
  repeatOthers(group);
  lanes.prepare();
  for (const lane of active) if (!lanes.isFinite(lane)) retire(group, lane);
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

/** What a member has cost so far; false for one that cannot begin. */
function countedBefore({ outside }: Group, runner: ReturnType<typeof begun>, lane: number): boolean {
  const done = runner?.result().work;
  COUNTED.forEach((name, k) => {
    outside[4 * lane + k] = done?.[name] ?? Number.NaN;
  });
  return done !== undefined;
}

/** The steps before the first that is code. */
export function takeFirstSteps(group: Group): void {
  const { work, lanes } = group;
  for (const lane of group.active) {
    const member = group.first + lane;
    const runner = begun(work, member);
    runner?.advance(lanes.from);
    const snapshot = runner?.snapshot();
    // A bound that has been raised is for the guard itself.
    const isOrdinary = snapshot?.state.n === lanes.from && (snapshot.growth?.[1] ?? 0) === 0;
    if (snapshot === undefined || !isOrdinary) retire(group, lane);
    else {
      lanes.resume(lane, snapshot.state, work.peaks, member * work.dof);
      watch(group, lane, work.energy.start[member], snapshot.growth?.[0] ?? 0);
      if (work.work !== null) countedBefore(group, runner, lane);
    }
  }
  repeatOthers(group);
}

/** The energies at the start, where that is the first step of the code. */
export function enterStart(group: Group): void {
  const { work, lanes } = group;
  for (const lane of group.active) {
    const [kinetic, potential] = [lanes.kinetic(lane), lanes.potential(lane)];
    work.energy.start[group.first + lane] = kinetic + potential;
    watch(group, lane, kinetic + potential, Math.max(kinetic, Math.abs(potential)));
    if (!Number.isFinite(kinetic + potential) || lanes.isRegular?.(lane) === false) retire(group, lane);
  }
}

/** Where growth is only reported, nothing exceeds the scale. */
function watch({ work, lanes }: Group, lane: number, start: number, scale: number): void {
  lanes.watch.begin(lane, start, work.growth === "report" ? Number.POSITIVE_INFINITY : scale);
}
