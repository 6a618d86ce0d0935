/** The kernels on shared memory, and elimination of one front by several threads: the two large phases of every panel are
 *  published on a queue. Every tile sees the same operations in the same order whoever works on it, so the digits do not
 *  depend on the number of threads. */

import { eliminate } from "./fronts";
import { ELIMINATE, ELIMINATE_STRIPS, UPDATE, UPDATE_STRIPS } from "./tasks";
import { eliminateBlock, PANEL_STRIPS } from "./tiles";
import { publish } from "./work-queue";

export { backward, backwardFour, extendAdd, forward, forwardFour } from "./fronts";
export { solveTogether } from "./solves-together";
export { runTasks } from "./work-queue";

/** Smaller fronts are not worth a look at the queue. */
const TOGETHER_FROM: i32 = 64;

export function eliminateTogether(
  front: i32,
  strips: i32,
  pivots: i32,
  work: i32,
  inverse: i32,
  least: i32,
  substitute: f64,
  queue: i32,
): i32 {
  if (strips < TOGETHER_FROM) return eliminate(front, strips, pivots, work, inverse, least, substitute);
  const f = (<usize>front) << 3;
  const w = (<usize>work) << 3;
  const d = (<usize>inverse) << 3;
  const t = (<usize>least) << 3;
  const b = (<usize>queue) << 2;
  store<usize>(b, f, 16);
  store<usize>(b, w, 20);
  store<usize>(b, d, 24);
  store<i32>(b, strips, 36);
  for (let begin = 0; begin < pivots; begin += PANEL_STRIPS) {
    const end = min(pivots, begin + PANEL_STRIPS);
    const failed = eliminateBlock(f, w, d, t, begin, end, substitute);
    if (failed >= 0) return failed;
    store<i32>(b, begin, 28);
    store<i32>(b, end, 32);
    publish(b, ELIMINATE, (strips - end + ELIMINATE_STRIPS - 1) / ELIMINATE_STRIPS);
    publish(b, UPDATE, (strips - end + UPDATE_STRIPS - 1) / UPDATE_STRIPS);
  }
  return -1;
}
