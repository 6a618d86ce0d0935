/** The earliest event of every coordinate, in a queue: it leaves its box, or passes one that it is coupled to. Good as long as its partner does not change. */
import type { Levels } from "../local-slopes.js";
import type { Neighbours } from "../neighbourhood.js";
import type { Parabolas } from "../parabolas.js";
import { changedAt, emptyQueue, leavesFor } from "../queue.js";
import { firstExit, mayClose, nextExit } from "../roots.js";

/** What a coordinate meets: a partner, by its number in the list, or the ceiling or the floor of its box, or nothing. */
export const [CEILING, FLOOR, NOTHING] = [-1, -2, -3];

export function predictions({ begin, partner }: Neighbours, { above }: Levels, { y, w, a, since, force }: Parabolas) {
  const d = force.length;
  const size = leavesFor(d);
  const times = emptyQueue(size);
  const meets = new Float64Array(d);
  /** How often a coordinate has changed, and its partner had when it was predicted. */
  const changes = new Float64Array(d);
  const seen = new Float64Array(d);

  /** The earliest event of coordinate j from time t on; `opened` is what it has just passed. */
  const predict = (j: number, t: number, opened: number) => {
    const xj = t - since[j];
    const aj = a[j];
    const wj = w[j] + xj * aj;
    const yj = y[j] + xj * (w[j] + (xj / 2) * aj);
    let target = CEILING;
    let least = opened === CEILING ? nextExit(-wj, -aj / 2) : firstExit(1 - yj, -wj, -aj / 2);
    if (opened === FLOOR || mayClose(yj, wj, aj / 2, least)) {
      const down = opened === FLOOR ? nextExit(wj, aj / 2) : firstExit(yj, wj, aj / 2);
      if (down < least) {
        least = down;
        target = FLOOR;
      }
    }
    for (let s = begin[j]; s < begin[j + 1]; s++) {
      const c = partner[s];
      const x = t - since[c];
      const sign = 2 * above[s] - 1;
      const c1 = sign * (w[c] + x * a[c] - wj);
      const c2 = (sign * (a[c] - aj)) / 2;
      let exit: number;
      if (s === opened) exit = nextExit(c1, c2);
      else {
        const c0 = sign * (y[c] + x * (w[c] + (x / 2) * a[c]) - yj);
        if (!mayClose(c0, c1, c2, least)) continue;
        exit = firstExit(c0, c1, c2);
      }
      if (exit < least) {
        least = exit;
        target = s;
      }
    }
    meets[j] = least === Number.POSITIVE_INFINITY ? NOTHING : target;
    if (target >= 0) seen[j] = changes[partner[target]];
    times[size + j] = t + least;
    changedAt(times, size, j);
  };

  return {
    times,
    leaves: size,
    meets,
    seen,
    changes,
    predict,
    /** Has the partner of coordinate j changed? Then it is predicted again. */
    stale(j: number, t: number): boolean {
      const target = meets[j];
      if (target < 0 || changes[partner[target]] === seen[j]) return false;
      predict(j, t, NOTHING);
      return true;
    },
  };
}
