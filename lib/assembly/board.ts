/** The board on which one thread publishes work for all. The work comes as a number of pieces; whoever is free takes the next
 *  piece, the publisher included. Waiting is not allowed on the main thread of a browser: factor in a worker there.
 *
 *  The board: 0 the ticket (generation in the upper half, pieces left to take in the lower), 4 pieces not yet finished,
 *  8 what to do, 12 end of work, 16 … its arguments. */
import { workOn } from "./pieces";

/** Puts work on the board, takes part in it and returns when all of it is done. */
export function publish(b: usize, what: i32, pieces: i32): void {
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
 *  that piece is finished, nobody writes there. Pieces are numbered from 0 and the last is taken first. */
function takePiece(b: usize): bool {
  const ticket = atomic.load<i32>(b);
  const left = ticket & 0xffff;
  if (left === 0) return false;
  if (atomic.cmpxchg<i32>(b, ticket, ticket - 1) !== ticket) return true;
  workOn(b, load<i32>(b, 8), left - 1);
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
