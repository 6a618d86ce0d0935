/** Coordinates that move as one body, neighbours of equal heights and speeds: in the order of the accelerations those are joined of which the upper one
 *  falls behind, until none does. A group has the acceleration a = Σ(f h − G)/Σ(m h²); one that contains a wall of the grid rests. */
import { UNSEEN } from "../roots.js";
import { HELD } from "../sliding-clock.js";
import type { SlidingState } from "./state.js";

/** From the bead number `begin` on, to where the next one begins. */
interface Group {
  readonly begin: number;
  push: number;
  inertia: number;
}

const rate = ({ push, inertia }: Group): number => (inertia === Number.POSITIVE_INFINITY ? 0 : push / inertia);

/** Joins neighbours that would collide, from above. */
export function join(state: SlidingState): void {
  const { clock, ring, inertia, push, a, group } = state;
  const d = a.length;
  const groups: Group[] = [];
  clock[HELD] = 0;
  // The marker is the ceiling above all and the floor below them: what is joined to it rests.
  for (let s = 0; s <= d + 1; s++) {
    const j = ring.bead[s % (d + 1)] | 0;
    groups.push({ begin: s, push: j === d ? 0 : push[j], inertia: j === d ? Number.POSITIVE_INFINITY : inertia[j] });
    for (let k = groups.length - 1; k > 0; k--) {
      const [upper, lower] = [groups[k - 1], groups[k]];
      if (!touches(state, lower) || rate(upper) >= rate(lower)) break;
      upper.push += lower.push;
      upper.inertia += lower.inertia;
      groups.pop();
      clock[HELD]++;
    }
  }
  groups.forEach((one, k) => {
    const end = k + 1 < groups.length ? groups[k + 1].begin : d + 2;
    for (let s = one.begin; s < end; s++) {
      const j = ring.bead[s % (d + 1)] | 0;
      if (j === d) continue;
      a[j] = rate(one);
      group[j] = k;
    }
  });
}

/** Has the first of a group the height and the speed of what is above it? */
function touches({ cell: { y }, w, ring: { bead } }: SlidingState, { begin }: Group): boolean {
  const d = y.length;
  const i = bead[(begin - 1) % (d + 1)] | 0;
  const j = bead[begin % (d + 1)] | 0;
  if (i === d) return y[j] === 1 && w[j] === 0;
  return j === d ? y[i] === 0 && w[i] === 0 : y[i] === y[j] && w[i] === w[j];
}

/** Speeds whose difference could not open a gap that is seen are equal, and keep their momentum; next to a wall, zero. */
export function equalise(state: SlidingState): void {
  const { inertia, w, cell, ring } = state;
  const { bead } = ring;
  const { y } = cell;
  const d = y.length;
  for (let s = 1; s <= d; ) {
    let [momentum, weight, end] = [0, 0, s];
    for (; end <= d; end++) {
      const [i, j] = [bead[end - 1] | 0, bead[end] | 0];
      if (end > s && !(y[i] === y[j] && isUnseen(state, w[i] - w[j], i, j))) break;
      momentum += inertia[j] * w[j];
      weight += inertia[j];
    }
    const first = bead[s] | 0;
    const resting = (y[first] === 0 || y[first] === 1) && isUnseen(state, w[first], first, first);
    for (let k = s; k < end; k++) if (resting || end > s + 1) w[bead[k]] = resting ? 0 : momentum / weight;
    s = end;
  }
}

/** Could a difference of speeds open no gap between i and j that is seen? */
const isUnseen = ({ push, inertia }: SlidingState, difference: number, i: number, j: number): boolean =>
  difference * difference <= 4 * UNSEEN * (Math.abs(push[i] / inertia[i]) + Math.abs(push[j] / inertia[j]));
