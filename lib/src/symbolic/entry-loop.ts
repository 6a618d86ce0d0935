/** Expressions of the entries of arrays as generated code, two entries at a time: entry i of every input gives entry i of every result.
 *
 *  A loop is given how many pairs of entries there are, and how many bytes an array takes: the inputs stand one after another from the beginning of the memory, the results behind them.
 *  Arrays have an even length there, so that the last pair needs no code of its own. */
import { specialises } from "../core/specialise.js";
import type { Vec } from "../core/vec.js";
import type { Graph, Node } from "./dag.js";
import { emitRoutine } from "./lanes-routine.js";
import { loopCode } from "./loop-code.js";
import { assemble, type Program, type Routine } from "./program.js";
import { tapeMachine } from "./tape.js";
import { load, localRegisters, offsetBy, store } from "./vector-code.js";
import { memoryFor, wasmInstance, wasmModule } from "./wasm.js";
import { type Body, lanesModule } from "./wasm-encoding.js";

/** Arrays that belong to the loops. */
export interface EntryLoops {
  readonly inputs: readonly Vec[];
  /** The results of the loop that ran last, in its order. */
  readonly results: readonly Vec[];
  readonly runs: readonly (() => void)[];
}

/** One loop for each list of nodes, which have no parameters. */
export function entryLoops(
  length: number,
  graph: Graph,
  inputs: number,
  lists: readonly (readonly Node[])[],
): EntryLoops {
  const program = assemble(graph, inputs, lists);
  const results = lists.reduce((most, list) => Math.max(most, list.length), 0);
  return (specialises() ? compiled(length, program, results) : null) ?? interpreted(length, program, results);
}

/** Where there is no compiled code: the same operations in the same order. */
function interpreted(length: number, program: Program, most: number): EntryLoops {
  const { input, routines } = tapeMachine(program);
  const arrays = (count: number) => Array.from({ length: count }, () => new Float64Array(length));
  const [inputs, results] = [program.inputs, most].map(arrays);
  const runs = routines.map(({ output, run }) => () => {
    for (let i = 0; i < length; i++) {
      for (let j = 0; j < inputs.length; j++) input[j] = inputs[j][i];
      run();
      for (let r = 0; r < output.length; r++) results[r][i] = output[r];
    }
  });
  return { inputs, results, runs };
}

/** Null where the host has no such code, or no memory for it. */
function compiled(length: number, program: Program, most: number): EntryLoops | null {
  const pairs = Math.ceil(length / 2);
  const count = program.inputs + most;
  const module = wasmModule(() =>
    lanesModule(
      program.routines.map((routine) => loopBody(program, routine, count)),
      ARGUMENTS,
    ),
  );
  const memory = module && memoryFor(2 * pairs * count);
  const instance = memory && wasmInstance(module, { memory });
  if (memory === null || instance === null) return null;
  const bytes = 16 * pairs;
  const arrays = Array.from({ length: count }, (_, k) => new Float64Array(memory.buffer, k * bytes, length));
  const loops = instance.functions as unknown as readonly ((pairs: number, bytes: number) => void)[];
  return {
    inputs: arrays.slice(0, program.inputs),
    results: arrays.slice(program.inputs),
    runs: loops.map((loop) => () => loop(pairs, bytes)),
  };
}

/** How many pairs of entries there are, and how many bytes an array takes. */
const ARGUMENTS = 2;

function loopBody(program: Program, routine: Routine, arrays: number): Body {
  const code = loopCode(ARGUMENTS, arrays);
  const { emit } = code;
  const { inputs, vectors } = localRegisters(program, code.fresh);
  const [count, length, ...addresses] = code.locals;
  addresses.slice(1).forEach(({ set }, k) => {
    emit(offsetBy(addresses[k].get, length.get), set);
  });
  code.count(count, () => {
    inputs.forEach(({ set }, j) => {
      emit(load(addresses[j].get), set);
    });
    const { result } = emitRoutine(routine, code, vectors);
    routine.results.forEach((_, r) => {
      emit(store(addresses[inputs.length + r].get, result(r, 0)));
    });
    for (const address of addresses) code.advance(address, 16);
  });
  return code.finished();
}
