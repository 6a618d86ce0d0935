/** Both triangular solves by several threads, on the vector at the beginning of the memory. Branches are independent: one
 *  thread each. Then the panels of the trunk, one after another: their triangles by the publisher, their rows below and
 *  on the way back their columns by all. Every number sees the same operations in the same order as with one thread. */

import { backwardTriangle, copyIn, forwardTriangle } from "./solves";
import {
  aboveStarts,
  BACKWARD_BRANCH,
  BACKWARD_COLUMNS,
  belowAt,
  branchStarts,
  COLUMN_TASKS,
  FORWARD_BRANCH,
  FORWARD_ROWS,
  LINE,
  lines,
  ROW_TASKS,
  solvePanel,
} from "./tasks";
import { publish } from "./work-queue";

/** Tiles below the pivots from which a panel is shared; pivots that leave room for the sums of all tasks. */
const SHARED_TILES: i32 = 1024;
const SHARED_PIVOTS: i32 = 16;

export function solveTogether(tables: i32, queue: i32): void {
  const t = (<usize>tables) << 2;
  const b = (<usize>queue) << 2;
  const branches = load<i32>(t, 4);
  const apart = (<usize>(load<i32>(t, 8) + 1)) << 3;
  const starts = aboveStarts(t);
  const count = <usize>load<i32>(starts + ((<usize>branches) << 2));
  const above = starts + ((<usize>(branches + 1)) << 2);
  const first = lines(t) + <usize>load<i32>(branchStarts(t) + ((<usize>branches) << 2)) * LINE;
  const last = lines(t) + <usize>load<i32>(t) * LINE;
  const y = (<usize>load<i32>(t, 12)) << 3;

  memory.fill(apart, 0, count << 3);
  store<usize>(b, t, 16);
  publish(b, FORWARD_BRANCH, branches);
  for (let r: usize = 0; r < count; r++) {
    const row = rowOf(above, r);
    store<f64>(row, load<f64>(row) + load<f64>(apart + (r << 3)));
  }
  for (let line = first; line < last; line += LINE) forwardShared(b, line, y);
  for (let line = last; line > first; line -= LINE) backwardShared(b, line - LINE, y);
  for (let r: usize = 0; r < count; r++) store<f64>(apart + (r << 3), load<f64>(rowOf(above, r)));
  store<usize>(b, t, 16);
  publish(b, BACKWARD_BRANCH, branches);
}

function rowOf(above: usize, r: usize): usize {
  return (<usize>load<i32>(above + (r << 2))) << 3;
}

function isShared(line: usize): bool {
  const pivots = load<i32>(line, 8);
  return pivots >= SHARED_PIVOTS && (load<i32>(line, 4) - pivots) * pivots >= SHARED_TILES;
}

function forwardShared(b: usize, line: usize, y: usize): void {
  if (!isShared(line)) {
    solvePanel(line, <i32>(y >>> 3), true);
    return;
  }
  const pivots = load<i32>(line, 8);
  const own = (<usize>load<i32>(line, 12)) << 3;
  const columns = load<i32>(line, 16);
  copyIn(own, y, columns, 4 * pivots);
  forwardTriangle((<usize>load<i32>(line)) << 3, pivots, y, y + ((<usize>pivots) << 5));
  memory.copy(own, y, (<usize>columns) << 3);
  store<usize>(b, line, 16);
  store<usize>(b, y, 20);
  publish(b, FORWARD_ROWS, ROW_TASKS);
}

function backwardShared(b: usize, line: usize, y: usize): void {
  if (!isShared(line)) {
    solvePanel(line, <i32>(y >>> 3), false);
    return;
  }
  const pivots = load<i32>(line, 8);
  const own = (<usize>load<i32>(line, 12)) << 3;
  const columns = load<i32>(line, 16);
  const z = y + ((<usize>pivots) << 5);
  copyIn(own, y, columns, 4 * pivots);
  memory.fill(z, 0, (<usize>pivots) << 6);
  store<usize>(b, line, 16);
  store<usize>(b, y, 20);
  publish(b, BACKWARD_COLUMNS, COLUMN_TASKS);
  const inverse = belowAt(line) + ((<usize>(load<i32>(line, 4) - pivots) * <usize>pivots) << 7);
  backwardTriangle((<usize>load<i32>(line)) << 3, pivots, inverse, y, z);
  memory.copy(own, y, (<usize>columns) << 3);
}
