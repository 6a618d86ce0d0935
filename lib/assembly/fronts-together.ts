/** The kernels on shared memory, and elimination of one front by several threads. The thread that factors publishes the two
 *  large phases of every panel on a board, as a number of pieces; whoever is free takes the next piece, the publisher
 *  included. Every tile sees the same operations in the same order whoever works on it, so the digits do not depend on the
 *  number of threads. Waiting is not allowed on the main thread of a browser: factor in a worker there.
 *
 *  The board: 0 the ticket (generation in the upper half, pieces left to take in the lower), 4 pieces not yet finished,
 *  8 what to do, 12 end of work, 16 … its arguments. */
import { eliminate } from "./fronts";
import { eliminateBlock, eliminateStrip, PANEL_STRIPS, updateStrips } from "./tiles";

export { backward, extendAdd, forward } from "./fronts";

/** Smaller fronts are not worth a look at the board. */
const TOGETHER_FROM: i32 = 64;
const BELOW: i32 = 0;
const BELOW_STRIPS: i32 = 16;
const UPDATE_STRIPS: i32 = 8;

export function eliminateTogether(
  front: i32,
  strips: i32,
  pivots: i32,
  work: i32,
  inverse: i32,
  least: i32,
  substitute: f64,
  board: i32,
): i32 {
  if (strips < TOGETHER_FROM) return eliminate(front, strips, pivots, work, inverse, least, substitute);
  const f = (<usize>front) << 3;
  const w = (<usize>work) << 3;
  const d = (<usize>inverse) << 3;
  const t = (<usize>least) << 3;
  const b = (<usize>board) << 2;
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
    publish(b, BELOW, (strips - end + BELOW_STRIPS - 1) / BELOW_STRIPS);
    publish(b, 1 - BELOW, (strips - end + UPDATE_STRIPS - 1) / UPDATE_STRIPS);
  }
  return -1;
}

/** Puts work on the board, takes part in it and returns when all of it is done. */
function publish(b: usize, what: i32, pieces: i32): void {
  if (pieces <= 0) return;
  store<i32>(b, what, 8);
  atomic.store<i32>(b, pieces, 4);
  const generation = (atomic.load<i32>(b) >>> 16) + 1;
  atomic.store<i32>(b, (generation << 16) | pieces);
  atomic.notify(b, -1);
  while (takePiece(b)) {}
  // Others are busy with the last pieces. One of them may have lost its processor: then sleep, so that it gets this one.
  let spins = 0;
  for (;;) {
    const unfinished = atomic.load<i32>(b, 4);
    if (unfinished === 0) return;
    if (++spins > 20000) atomic.wait<i32>(b + 4, unfinished, 200000);
  }
}

/** Takes one piece and works on it; false if there is none. What the board says is read only once a piece is held: until
 *  that piece is finished, nobody writes there. */
function takePiece(b: usize): bool {
  const ticket = atomic.load<i32>(b);
  const left = ticket & 0xffff;
  if (left === 0) return false;
  if (atomic.cmpxchg<i32>(b, ticket, ticket - 1) !== ticket) return true;
  const f = load<usize>(b, 16);
  const w = load<usize>(b, 20);
  const begin = load<i32>(b, 28);
  const end = load<i32>(b, 32);
  const strips = load<i32>(b, 36);
  // Pieces are numbered from the bottom of the front: the longest strips first.
  if (load<i32>(b, 8) === BELOW) {
    const first = end + (left - 1) * BELOW_STRIPS;
    const last = min(strips, first + BELOW_STRIPS);
    const d = load<usize>(b, 24);
    for (let i = first; i < last; i++) eliminateStrip(f, w, d, begin, end, i);
  } else {
    const first = end + (left - 1) * UPDATE_STRIPS;
    updateStrips(f, w, begin, end, first, min(strips, first + UPDATE_STRIPS));
  }
  if (atomic.sub<i32>(b, 1, 4) === 1) atomic.notify(b + 4, 1);
  return true;
}

/** What a helper does until the board says that the work has ended. */
export function help(board: i32): void {
  const b = (<usize>board) << 2;
  let idle = 0;
  while (atomic.load<i32>(b, 12) === 0) {
    if (takePiece(b)) idle = 0;
    else if (++idle > 2000) {
      // Nothing on the board for some microseconds: sleep until there is, or look again after a millisecond.
      const ticket = atomic.load<i32>(b);
      if ((ticket & 0xffff) === 0) atomic.wait<i32>(b, ticket, 1000000);
    }
  }
}
