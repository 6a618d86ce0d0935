/** The code of a function with loops in the making: its bytes, its local variables, and rounds that are counted. */
import { type Bytes, integer, type Local, local, MINUS_ONE, offsetBy } from "./vector-code.js";
import { BLOCK, type Body, BRANCH, BRANCH_IF, END, IS_ZERO, LOOP, lanesBody, writer } from "./wasm-encoding.js";

export interface LoopCode {
  readonly bytes: number[];
  emit(...parts: readonly Bytes[]): void;
  /** The arguments of the function, then its integers. */
  readonly locals: readonly Local[];
  /** The number of a further vector, and the vector. */
  fresh(): number;
  vector(): Local;
  /** So many bytes further. */
  advance(pointer: Local, by: number): void;
  /** As often as the counter says, which is once at least. */
  repeat(counter: Local, round: () => void): void;
  /** The same, or not at all. */
  count(counter: Local, round: () => void): void;
  /** Until this holds before a round. */
  until(condition: Bytes, round: () => void): void;
  finished(): Body;
}

/** A function of so many arguments, with integers besides. */
export function loopCode(given: number, integers: number): LoopCode {
  const { bytes, emit } = writer();
  const firstVector = given + integers;
  let next = firstVector;
  const fresh = () => next++;
  const until = (condition: Bytes, round: () => void) => {
    emit(BLOCK, LOOP, condition, [BRANCH_IF, 1]);
    round();
    emit([BRANCH, 0, END, END]);
  };
  return {
    bytes,
    emit,
    locals: Array.from({ length: firstVector }, (_, k) => local(k)),
    fresh,
    vector: () => local(fresh()),
    advance: (pointer, by) => emit(offsetBy(pointer.get, integer(by)), pointer.set),
    repeat(counter, round) {
      emit(LOOP);
      round();
      emit(counter.get, MINUS_ONE, counter.set, counter.get, [BRANCH_IF, 0, END]);
    },
    count(counter, round) {
      until([...counter.get, IS_ZERO], () => {
        round();
        emit(counter.get, MINUS_ONE, counter.set);
      });
    },
    until,
    finished: () => lanesBody(next - firstVector, bytes, integers),
  };
}
