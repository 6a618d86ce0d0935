/** Loops along an array as generated code, two entries at a time: what is found at an entry is an expression of the entry and its two neighbours, the same for all
 *  but the first and the last.
 *
 *  The inputs of an expression are the entry before, the entry and the one after it, of one state, then of another where there are two. f0 is given how many entries
 *  there are between the first and the last, the addresses of the first window in both states, of the results, which stand one after another, and of the numbers that
 *  the program takes from memory. */
import { specialises } from "../core/specialise.js";
import type { Vec } from "../core/vec.js";
import { copy } from "./copy.js";
import type { Graph, Node } from "./dag.js";
import { emitRoutine } from "./lanes-routine.js";
import { loopCode } from "./loop-code.js";
import { settle } from "./machine.js";
import { assemble, type Program, type Routine } from "./program.js";
import { tapeMachine } from "./tape.js";
import { integer, load, loadSplat, localRegisters, store, storeLane } from "./vector-code.js";
import { memoryFor, wasmInstance, wasmModule } from "./wasm.js";
import { type Body, END, IF, lanesModule, SUBTRACT_INTEGERS } from "./wasm-encoding.js";

/** How many entries a window has. */
export const WINDOW = 3;

/** What is found at the first entry, at each of those in between, and at the last. */
export interface AlongArray {
  readonly graph: Graph;
  readonly states: 1 | 2;
  readonly roots: readonly [first: readonly Node[], inner: readonly Node[], last: readonly Node[]];
}

/** All results, one after another, from arrays of two entries or more; `y` is read where there are two states. What is beyond the ends of an array is 0. Parameters have the values that they have now. */
export type ArrayFunction = (x: Vec, y: Vec, out: Vec) => void;

export function alongArray(length: number, { graph, states, roots }: AlongArray): ArrayFunction {
  const program = assemble(graph, states * WINDOW, roots);
  return (specialises() ? compiled(length, program, states) : null) ?? interpreted(length, program);
}

/** Where there is no compiled code: the same operations in the same order. */
function interpreted(length: number, program: Program): ArrayFunction {
  const { input, routines, ...machine } = tapeMachine(program);
  settle(machine, program.parameters);
  const [first, inner, last] = routines;
  return (x, y, out) => {
    let at = 0;
    for (let i = 0; i < length; i++) {
      for (let j = 0; j < input.length; j++) {
        const entry = i - 1 + (j % WINDOW);
        input[j] = entry < 0 || entry >= length ? 0 : (j < WINDOW ? x : y)[entry];
      }
      const { output, run } = i === 0 ? first : i === length - 1 ? last : inner;
      run();
      for (let r = 0; r < output.length; r++) out[at++] = output[r];
    }
  };
}

/** Null where the host has no such code, or no memory for it. */
function compiled(length: number, program: Program, states: 1 | 2): ArrayFunction | null {
  const module = wasmModule(() => lanesModule([loopBody(program)], ARGUMENTS));
  if (module === null) return null;
  const machine = tapeMachine(program);
  settle(machine, program.parameters);
  const numbers = [...machine.parameters, ...machine.prelude.output];
  const [ofFirst, ofInner, ofLast] = program.routines.map(({ results }) => results.length);
  // A zero before every array and one behind it.
  const lengths = [
    length + 2,
    states === 2 ? length + 2 : 0,
    ofFirst + (length - 2) * ofInner + ofLast,
    numbers.length,
  ];
  const memory = memoryFor(lengths.reduce((sum, part) => sum + part, 0));
  const instance = memory && wasmInstance(module, { memory });
  if (memory === null || instance === null) return null;
  let end = 0;
  const [first, second, found, given] = lengths.map((part) => {
    const array = new Float64Array(memory.buffer, end, part);
    end += array.byteLength;
    return array;
  });
  given.set(numbers);
  const [left, right] = [first, second].map((array) => array.subarray(1, -1));
  const [x, y, out, table] = [first, second, found, given].map(({ byteOffset }) => byteOffset);
  const [loop] = instance.functions as unknown as readonly ((...numbers: readonly number[]) => void)[];
  return (a, b, results) => {
    copy(a, left);
    if (states === 2) copy(b, right);
    loop(length - 2, x, y, out, table);
    copy(found, results);
  };
}

const ARGUMENTS = 5;
const IS_BELOW = 0x48;

function loopBody(program: Program): Body {
  const code = loopCode(ARGUMENTS, 0);
  const { emit, advance } = code;
  const { inputs, numbers, vectors } = localRegisters(program, code.fresh);
  const [count, first, second, out, table] = code.locals;
  const [ofFirst, ofInner, ofLast] = program.routines;
  /** One entry or two; for one, both numbers of a vector are its own. */
  const entries = (many: 1 | 2, routine: Routine): void => {
    const results = routine.results.length;
    inputs.forEach(({ set }, j) => {
      const from = (j < WINDOW ? first : second).get;
      emit((many === 2 ? load : loadSplat)(from, 8 * (j % WINDOW)), set);
    });
    const { result } = emitRoutine(routine, code, vectors);
    if (many === 2 && results === 1) emit(store(out.get, result(0, 0)));
    else {
      for (let n = 0 as 0 | 1; n < many; n++) {
        for (let r = 0; r < results; r++) emit(storeLane(out.get, result(r, 0), 8 * (results * n + r), n));
      }
    }
    for (const state of [first, second]) advance(state, 8 * many);
    advance(out, 8 * many * results);
  };
  numbers.forEach(({ set }, k) => {
    emit(loadSplat(table.get, 8 * k), set);
  });
  entries(1, ofFirst);
  code.until([...count.get, ...integer(2), IS_BELOW], () => {
    entries(2, ofInner);
    emit(count.get, integer(2), [SUBTRACT_INTEGERS], count.set);
  });
  emit(count.get, IF);
  entries(1, ofInner);
  emit([END]);
  entries(1, ofLast);
  return code.finished();
}
