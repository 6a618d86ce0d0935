/** The kinds of work that threads share, and one task of each. The arguments of a kind are on the queue from 16 on. */
import { backward, backwardBelow, forward, forwardBelow } from "./solves";
import { eliminateStrip, stripAt, updateStrips } from "./tiles";

/** Strips below a panel of a front: front, work, inverse; begin and end of the panel; strips of the front. */
export const ELIMINATE: i32 = 0;
export const ELIMINATE_STRIPS: i32 = 16;
/** What is right of the panel; the same arguments. */
export const UPDATE: i32 = 1;
export const UPDATE_STRIPS: i32 = 8;
/** One branch of the tree, in the solve with L and in that with Lᵀ: the tables. */
export const FORWARD_BRANCH: i32 = 2;
export const BACKWARD_BRANCH: i32 = 3;
/** Some of the rows below a panel, or some of its columns: the panel's place in the tables, and its scratch. */
export const FORWARD_ROWS: i32 = 4;
export const BACKWARD_COLUMNS: i32 = 5;
/** So many tasks. */
export const ROW_TASKS: i32 = 8;
export const COLUMN_TASKS: i32 = 4;

export function workOn(b: usize, what: i32, task: i32): void {
  if (what === ELIMINATE) eliminateTask(b, task);
  else if (what === UPDATE) updateTask(b, task);
  else if (what === FORWARD_BRANCH) branch(load<usize>(b, 16), task, true);
  else if (what === BACKWARD_BRANCH) branch(load<usize>(b, 16), task, false);
  else if (what === FORWARD_ROWS) forwardTask(load<usize>(b, 16), load<usize>(b, 20), task);
  else backwardTask(load<usize>(b, 16), load<usize>(b, 20), task);
}

function eliminateTask(b: usize, task: i32): void {
  const end = load<i32>(b, 32);
  const first = end + task * ELIMINATE_STRIPS;
  const last = min(load<i32>(b, 36), first + ELIMINATE_STRIPS);
  for (let i = first; i < last; i++) {
    eliminateStrip(load<usize>(b, 16), load<usize>(b, 20), load<usize>(b, 24), load<i32>(b, 28), end, i);
  }
}

function updateTask(b: usize, task: i32): void {
  const end = load<i32>(b, 32);
  const first = end + task * UPDATE_STRIPS;
  const last = min(load<i32>(b, 36), first + UPDATE_STRIPS);
  updateStrips(load<usize>(b, 16), load<usize>(b, 20), load<i32>(b, 28), end, first, last);
}

/** Bytes of a panel's line in the tables: panel, strips, pivots, first, columns, rows. */
export const LINE: usize = 24;

/** The tables: panels, branches, size, scratch, size of a scratch, scratch of the branches; then where branches begin, where
 *  the rows above them begin, those rows, and the lines. */
export function branchStarts(t: usize): usize {
  return t + 24;
}

export function aboveStarts(t: usize): usize {
  return branchStarts(t) + ((<usize>(load<i32>(t, 4) + 1)) << 2);
}

export function lines(t: usize): usize {
  const branches = <usize>load<i32>(t, 4);
  const starts = aboveStarts(t);
  return starts + ((branches + 1 + <usize>load<i32>(starts + (branches << 2))) << 2);
}

function branch(t: usize, k: i32, down: bool): void {
  const starts = branchStarts(t) + ((<usize>k) << 2);
  const from = lines(t) + <usize>load<i32>(starts) * LINE;
  const to = lines(t) + <usize>load<i32>(starts, 4) * LINE;
  const scratch = load<i32>(t, 20) + k * load<i32>(t, 16);
  if (down) for (let line = from; line < to; line += LINE) solvePanel(line, scratch, true);
  else for (let line = to; line > from; line -= LINE) solvePanel(line - LINE, scratch, false);
}

export function solvePanel(line: usize, scratch: i32, down: bool): void {
  const panel = load<i32>(line);
  const strips = load<i32>(line, 4);
  const pivots = load<i32>(line, 8);
  const first = load<i32>(line, 12);
  const columns = load<i32>(line, 16);
  const rows = load<i32>(line, 20);
  if (down) forward(panel, strips, pivots, 0, first, columns, rows, scratch);
  else backward(panel, strips, pivots, 0, first, columns, rows, scratch);
}

/** Where the strips below a panel begin. */
export function belowAt(line: usize): usize {
  return ((<usize>load<i32>(line)) << 3) + stripAt(load<i32>(line, 8));
}

function forwardTask(line: usize, y: usize, task: i32): void {
  const pivots = load<i32>(line, 8);
  const strips = load<i32>(line, 4) - pivots;
  const from = (strips * task) / ROW_TASKS;
  const to = (strips * (task + 1)) / ROW_TASKS;
  const l = belowAt(line) + ((<usize>from * <usize>pivots) << 7);
  const rows = ((<usize>load<i32>(line, 20)) << 2) + ((<usize>from) << 4);
  const sums = y + ((<usize>pivots) << 5) + ((<usize>task) << 7);
  forwardBelow(l, pivots, to - from, y, 0, rows, sums);
}

function backwardTask(line: usize, y: usize, task: i32): void {
  const pivots = load<i32>(line, 8);
  const strips = load<i32>(line, 4) - pivots;
  const begin = (pivots * task) / COLUMN_TASKS;
  const end = (pivots * (task + 1)) / COLUMN_TASKS;
  const z = y + ((<usize>pivots) << 5);
  const g = z + ((<usize>pivots) << 6) + ((<usize>task) << 7);
  backwardBelow(belowAt(line), pivots, strips, begin, end, z, 0, (<usize>load<i32>(line, 20)) << 2, g);
}
