/** Calls of one function of a module, shared by threads: whoever is free takes the next, the caller included. What each is called with stands in the memory; which thread takes
 *  it changes nothing. Tasks of another module on the same memory are shared in the same way: its function is given what to do, an address and the number of the task.
 *
 *  The queue: 0 the ticket (generation in the upper half, calls left to take in the lower), 4 calls not yet finished, 8 threads that are here, 12 how many have gone, 16 what the other module has to
 *  do, 0 for calls of the function itself, 20 the address that it is given, and from 24 on the arguments of the function, call after call. The protocol is that of assembly/work-queue.ts, but that a thread goes by itself when there was nothing to do for a while: forces are
 *  wanted again in a moment, and nobody says when they no longer are. */
import type { ThreadPool, ThreadTask } from "../core/threads.js";
import type { Bytes } from "./vector-code.js";
import {
  BLOCK,
  BRANCH,
  BRANCH_IF,
  CALL,
  ELSE,
  END,
  getLocal,
  IF,
  IS_ZERO,
  LOOP,
  SUBTRACT_INTEGERS as MINUS,
  ADD_INTEGERS as PLUS,
  setLocal,
  MULTIPLY_INTEGERS as TIMES,
  teeLocal,
  unsigned,
} from "./wasm-encoding.js";

/** Looks at the queue before a thread sleeps, some 0.2 ms: what else is done in a step takes less, and to wake it takes as long as a hundred rows. */
const LOOKS = 120_000;
/** Nanoseconds that it sleeps before it goes. */
const PATIENCE = 20_000_000;
/** Bytes before the arguments. */
const HEAD = 24;
const [WHAT, ADDRESS] = [16, 20];
/** Looks before the caller sleeps: a thread that has lost its processor gets this one. */
const CALLER_LOOKS = 20_000;

/** How many integers a queue takes. */
export const queueSize = (calls: number, given: number): number => HEAD / 4 + calls * given;

const [NOTIFY, WAIT, LOAD, ADD, SUBTRACT, EXCHANGE] = [0x00, 0x01, 0x10, 0x1e, 0x25, 0x48];
const [RETURN, DROP] = [0x0f, 0x1a];
const [EQUAL, NOT_EQUAL, IS_BELOW, AND, SHIFT_LEFT] = [0x46, 0x47, 0x48, 0x71, 0x74];
const atomic = (operation: number, offset = 0): Bytes => [0xfe, operation, 2, ...unsigned(offset)];
const number = (value: number): Bytes => [0x41, ...signed(value)];
const long = (value: number): Bytes => [0x42, ...signed(value)];
/** Numbers that are not negative, in the encoding for those that may be. */
function signed(value: number): number[] {
  const bytes = unsigned(value);
  return bytes[bytes.length - 1] < 64 ? bytes : [...bytes.slice(0, -1), bytes[bytes.length - 1] + 128, 0];
}

/** Takes one call and makes it; 0 where there is none. Given the address of the queue; two local variables. `called`: the function, which is given so many integers; `other`: that of the other module, if there
 *  is one. What the queue says is read once a call is held: until that is finished, nobody writes there. */
export function takeBody(called: number, given: number, other: number | null): Bytes {
  const [queue, ticket, left] = [0, 1, 2];
  const read = (base: number, offset: number): Bytes => [...getLocal(base), 0x28, 2, ...unsigned(offset)];
  const own = [
    ...[...getLocal(left), ...number(4 * given), TIMES, ...getLocal(queue), PLUS, ...setLocal(left)],
    ...Array.from({ length: given }, (_, k) => read(left, HEAD + 4 * k)).flat(),
    ...[CALL, ...unsigned(called)],
  ];
  return [
    ...getLocal(queue),
    ...atomic(LOAD),
    ...teeLocal(ticket),
    ...number(0xffff),
    AND,
    ...teeLocal(left),
    ...[IS_ZERO, ...IF, ...number(0), RETURN, END],
    // Somebody else was quicker.
    ...[...getLocal(queue), ...getLocal(ticket), ...getLocal(ticket), ...number(1), MINUS, ...atomic(EXCHANGE)],
    ...[...getLocal(ticket), NOT_EQUAL, ...IF, ...number(1), RETURN, END],
    ...[...getLocal(left), ...number(1), MINUS, ...setLocal(left)],
    ...(other === null
      ? own
      : [
          ...[...read(queue, WHAT), ...IF, ...read(queue, WHAT), ...read(queue, ADDRESS), ...getLocal(left)],
          ...[CALL, ...unsigned(other), ELSE, ...own, END],
        ]),
    ...[...getLocal(queue), ...number(1), ...atomic(SUBTRACT, 4), ...number(1), EQUAL],
    ...[...IF, ...getLocal(queue), ...number(1), ...atomic(NOTIFY, 4), DROP, END],
    ...number(1),
  ];
}

/** What a thread does until there has been nothing to do for a while. Given the place of the queue, in integers; two local variables. */
export function runTasksBody(take: number): Bytes {
  const [queue, looks, ticket] = [0, 1, 2];
  const count = (operation: number, offset: number): Bytes => [
    ...[...getLocal(queue), ...number(1), ...atomic(operation, offset), DROP],
  ];
  return [
    ...[...getLocal(queue), ...number(2), SHIFT_LEFT, ...setLocal(queue)],
    ...count(ADD, 8),
    ...[...BLOCK, ...LOOP],
    ...[...getLocal(queue), CALL, ...unsigned(take), ...IF, ...number(0), ...setLocal(looks), BRANCH, 1, END],
    ...[...getLocal(looks), ...number(1), PLUS, ...teeLocal(looks), ...number(LOOKS), IS_BELOW, BRANCH_IF, 0],
    ...[...getLocal(queue), ...atomic(LOAD), ...teeLocal(ticket), ...number(0xffff), AND, BRANCH_IF, 0],
    // 2: the time was over before there was work.
    ...[...getLocal(queue), ...getLocal(ticket), ...long(PATIENCE), ...atomic(WAIT), ...number(2), EQUAL, BRANCH_IF, 1],
    ...[...number(0), ...setLocal(looks), BRANCH, 0, END, END],
    ...count(SUBTRACT, 8),
    ...count(ADD, 12),
  ];
}

export interface SharedCalls {
  /** Makes all of them, and returns when they have been made. */
  run(): void;
  /** The same for so many tasks of the other module. */
  runOthers(what: number, address: number, tasks: number): void;
}

/** What threads make their instances of. */
export type SharedCode = Omit<ThreadTask, "queue"> & { readonly memory: { readonly buffer: ArrayBufferLike } };

/** `queue`: its place in the memory, in integers; `calls`: what each is given, in the order in which they are taken. */
export function sharedCalls(
  threads: ThreadPool,
  code: SharedCode,
  take: (queue: number) => number,
  queue: number,
  calls: readonly (readonly number[])[],
): SharedCalls {
  const ints = new Int32Array(code.memory.buffer);
  // The last in the memory is taken first.
  [...calls].reverse().forEach((given, k) => {
    ints.set(given, queue + HEAD / 4 + k * given.length);
  });
  let generation = 0;
  /** How many had gone when they were asked to come. */
  let asked = -1;
  const ask = () => {
    const gone = Atomics.load(ints, queue + 3);
    if (gone === asked || Atomics.load(ints, queue + 2) > 0) return;
    asked = gone;
    threads.call({ ...code, queue });
  };
  const runOthers = (what: number, address: number, tasks: number): void => {
    ask();
    generation = (generation + 1) & 0x7fff;
    ints[queue + WHAT / 4] = what;
    ints[queue + ADDRESS / 4] = address;
    Atomics.store(ints, queue + 1, tasks);
    Atomics.store(ints, queue, (generation << 16) | tasks);
    Atomics.notify(ints, queue);
    while (take(4 * queue) !== 0);
    for (let looks = 0; ; looks++) {
      const unfinished = Atomics.load(ints, queue + 1);
      if (unfinished === 0) return;
      if (looks > CALLER_LOOKS) Atomics.wait(ints, queue + 1, unfinished, 0.2);
    }
  };
  return { run: () => runOthers(0, 0, calls.length), runOthers };
}
