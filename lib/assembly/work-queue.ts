/** The queue on which one thread publishes work for all. The work comes as a number of tasks; whoever is free takes the next
 *  task, the publisher included. Waiting is not allowed on the main thread of a browser: factor in a worker there.
 *
 *  The queue: 0 the ticket (generation in the upper half, tasks left to take in the lower), 4 tasks not yet finished,
 *  8 what to do, 12 end of work, 16 … its arguments. */
import { workOn } from "./tasks";

/** Puts work on the queue, takes part in it and returns when all of it is done. */
export function publish(b: usize, what: i32, tasks: i32): void {
  if (tasks <= 0) return;
  store<i32>(b, what, 8);
  atomic.store<i32>(b, tasks, 4);
  const generation = (atomic.load<i32>(b) >>> 16) + 1;
  atomic.store<i32>(b, (generation << 16) | tasks);
  atomic.notify(b, -1);
  while (takeTask(b)) {}
  // Others are busy with the last tasks. One of them may have lost its processor: then sleep, so that it gets this one.
  let spins = 0;
  for (;;) {
    const unfinished = atomic.load<i32>(b, 4);
    if (unfinished === 0) return;
    if (++spins > 20000) atomic.wait<i32>(b + 4, unfinished, 200000);
  }
}

/** Takes one task and works on it; false if there is none. What the queue says is read only once a task is held: until
 *  that task is finished, nobody writes there. Tasks are numbered from 0 and the last is taken first. */
function takeTask(b: usize): bool {
  const ticket = atomic.load<i32>(b);
  const left = ticket & 0xffff;
  if (left === 0) return false;
  if (atomic.cmpxchg<i32>(b, ticket, ticket - 1) !== ticket) return true;
  workOn(b, load<i32>(b, 8), left - 1);
  if (atomic.sub<i32>(b, 1, 4) === 1) atomic.notify(b + 4, 1);
  return true;
}

/** What a thread does until the queue says that the work has ended. */
export function runTasks(queue: i32): void {
  const b = (<usize>queue) << 2;
  let idle = 0;
  while (atomic.load<i32>(b, 12) === 0) {
    if (takeTask(b)) idle = 0;
    else if (++idle > 2000) {
      // Nothing on the queue for some microseconds: sleep until there is, or look again after a millisecond.
      const ticket = atomic.load<i32>(b);
      if ((ticket & 0xffff) === 0) atomic.wait<i32>(b, ticket, 1000000);
    }
  }
}
