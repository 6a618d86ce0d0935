/** Members that run together in the lanes, one group after another. */
import type { Lanes } from "../stepping/code/lanes.js";
import type { EnsembleWork } from "./run-many.js";

export interface Group {
  readonly work: EnsembleWork;
  readonly lanes: Lanes;
  /** What was counted outside of the lanes; not a number where that is not known. */
  readonly outside: Float64Array;
  /** The member of lane 0. */
  first: number;
  /** Lanes whose members are as they should be; the others repeat one of them. */
  active: readonly number[];
}

export const emptyGroup = (work: EnsembleWork, lanes: Lanes): Group => ({
  work,
  lanes,
  outside: new Float64Array(4 * lanes.width),
  first: 0,
  active: [],
});

/** The member of this lane is none of the group any more. */
export function retire(group: Group, lane: number): void {
  group.active = group.active.filter((other) => other !== lane);
  if (group.active.length > 0) group.lanes.repeat(lane, group.active[0]);
}

/** Lanes without a member do what one with a member does. */
export function repeatOthers({ lanes, active }: Group): void {
  if (active.length === 0) return;
  for (let lane = 0; lane < lanes.width; lane++) if (!active.includes(lane)) lanes.repeat(lane, active[0]);
}
