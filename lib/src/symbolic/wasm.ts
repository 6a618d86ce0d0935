/** The fast back end: a WebAssembly module written byte by byte, one exported function a routine.
 *
 *  Inputs, parameters and outputs live in the module's memory, in this order, the output of the prelude before those of
 *  the others; registers become local variables; constants stand in the code; sin, exp and the like are imported from
 *  the host, so that they are the same functions as elsewhere. */
import type { Machine } from "./machine.js";
import { HOST } from "./operations.js";
import { firstConstant, type Program, type Routine, STRIDE } from "./program.js";
import {
  type Body,
  bodyOf,
  double,
  emitRoutine,
  getLocal,
  loadNumber,
  moduleOf,
  pagesOf,
  setLocal,
  storeNumber,
  writer,
} from "./wasm-encoding.js";

/** Compilers take more than linear time for long functions, and refuse very long ones. */
const LONGEST_ROUTINE = 200_000;

/** The compiled program, or null where this host or this program does not allow it. */
export function wasmMachine(program: Program): Machine | null {
  const { inputs, parameters } = program;
  const routines = allRoutines(program);
  if (routines.some(({ code }) => code.length > STRIDE * LONGEST_ROUTINE)) return null;
  const given = inputs + parameters.length;
  let doubles = given;
  const bodies = routines.map((routine) => {
    const body = routineBody(routine, program, doubles);
    doubles += routine.results.length;
    return body;
  });
  const module = wasmModule(() => moduleOf({ doubles, bodies }));
  const instance = module && wasmInstance(module);
  if (instance?.memory === undefined) return null;
  const { buffer } = instance.memory;
  let at = 8 * given;
  const [prelude, ...others] = routines.map(({ results }, i) => {
    const output = new Float64Array(buffer, at, results.length);
    at += output.byteLength;
    return { output, run: instance.functions[i] };
  });
  return {
    backEnd: "wasm",
    input: new Float64Array(buffer, 0, inputs),
    parameters: new Float64Array(buffer, 8 * inputs, parameters.length),
    prelude,
    routines: others,
  };
}

/** A module, or null where the host has no WebAssembly or forbids it: by a page's content-security policy, or by running out of memories. */
export function wasmModule(bytes: () => Uint8Array): WebAssembly.Module | null {
  if (typeof WebAssembly === "undefined") return null;
  try {
    return compiled(bytes());
  } catch {
    return null;
  }
}

/** The same code is compiled once: the cases of a study differ in numbers that their modules read from memory. */
const modules = new Map<string, WebAssembly.Module>();
const MOST_MODULES = 64;
const LONGEST_KEPT = 60_000;

function compiled(bytes: Uint8Array): WebAssembly.Module {
  if (bytes.length > LONGEST_KEPT) return new WebAssembly.Module(bytes);
  let key = "";
  for (let at = 0; at < bytes.length; at += 4096) key += String.fromCharCode(...bytes.subarray(at, at + 4096));
  const module = modules.get(key) ?? new WebAssembly.Module(bytes);
  // Those that were used last are kept.
  modules.delete(key);
  modules.set(key, module);
  if (modules.size > MOST_MODULES) modules.delete(modules.keys().next().value as string);
  return module;
}

/** The exported functions of a module, and its memory; `given` is memory and functions of the caller's. Null as above. */
export function wasmInstance(module: object, given: Readonly<Record<string, unknown>> = {}) {
  try {
    const { exports } = new WebAssembly.Instance(module as WebAssembly.Module, {
      host: HOST,
      calls: given,
      env: given,
    });
    const functions: (() => void)[] = [];
    for (let i = 0; `f${i}` in exports; i++) functions.push(exports[`f${i}`] as () => void);
    return { memory: exports["memory"] as WebAssembly.Memory | undefined, functions, exports };
  } catch {
    return null;
  }
}

/** Memory for so many numbers, which threads may share; null where there is none left. */
export function memoryFor(doubles: number, shared = false): WebAssembly.Memory | null {
  const initial = Math.max(1, pagesOf(doubles));
  try {
    return new WebAssembly.Memory(shared ? { initial, maximum: initial, shared } : { initial });
  } catch {
    return null;
  }
}

/** In the order of their outputs in memory: the registers that the prelude computes follow those of the parameters. */
const allRoutines = ({ prelude, routines }: Program): readonly Routine[] => [prelude, ...routines];

/** A function that reads its inputs from memory and leaves its results there, as the numbers from `outputAt` on. */
export function routineBody(routine: Routine, program: Program, outputAt: number): Body {
  const { constants, temporaries } = program;
  const inMemory = firstConstant(program);
  const first = inMemory + constants.length;
  const { bytes, emit } = writer();
  // What is in memory is loaded once, by the first instruction that reads it: memory is slower than a local variable.
  const loaded = new Map<number, number>();
  const numbers = temporaries;
  const constant = (register: number) =>
    register >= inMemory && register < first ? constants[register - inMemory] : undefined;
  const push = (register: number): readonly number[] => {
    if (register >= first) return getLocal(numbers + register - first);
    const value = constant(register);
    if (value !== undefined) return double(value);
    const known = loaded.get(register);
    if (known !== undefined) return getLocal(known);
    const local = numbers + temporaries + loaded.size;
    loaded.set(register, local);
    return [...loadNumber(register), ...setLocal(local), ...getLocal(local)];
  };
  const set = (register: number) => setLocal(numbers + register - first);
  emitRoutine(routine, emit, { push, set, constant, flag: (register) => register - first });
  routine.results.forEach((register, k) => {
    emit(storeNumber(outputAt + k, push(register)));
  });
  return bodyOf(temporaries, temporaries + loaded.size, bytes);
}
