/** The fast back end: a WebAssembly module written byte by byte, one exported function a routine.
 *
 *  Inputs, parameters and outputs live in the module's memory, in this order, the output of the prelude before those of
 *  the others; registers become local variables; constants stand in the code; sin, exp and the like are imported from
 *  the host, so that they are the same functions as elsewhere. */
import type { Machine } from "./machine.js";
import { HOST, HOST_NAMES } from "./operations.js";
import { CODE, FIRST_HOST_CODE, firstConstant, type Program, type Routine, STRIDE } from "./program.js";

/** Compilers take more than linear time for long functions, and refuse very long ones. */
const LONGEST_ROUTINE = 200_000;

/** The compiled program, or null where this host or this program does not allow it. */
export function wasmMachine(program: Program): Machine | null {
  if (typeof WebAssembly === "undefined") return null;
  const { inputs, parameters } = program;
  if (allRoutines(program).some(({ code }) => code.length > STRIDE * LONGEST_ROUTINE)) return null;
  let exports: Readonly<Record<string, unknown>>;
  try {
    // Compilation can be forbidden: by a page's content-security policy, or by running out of memories.
    exports = new WebAssembly.Instance(new WebAssembly.Module(moduleOf(program)), { host: HOST }).exports;
  } catch {
    return null;
  }
  const { buffer } = exports["memory"] as { readonly buffer: ArrayBuffer };
  let at = 8 * (inputs + parameters.length);
  const [prelude, ...routines] = allRoutines(program).map(({ results }, i) => {
    const output = new Float64Array(buffer, at, results.length);
    at += output.byteLength;
    return { output, run: exports[`f${i}`] as () => void };
  });
  return {
    backEnd: "wasm",
    input: new Float64Array(buffer, 0, inputs),
    parameters: new Float64Array(buffer, 8 * inputs, parameters.length),
    prelude,
    routines,
  };
}

/** In the order of their outputs in memory: the registers that the prelude computes follow those of the parameters. */
const allRoutines = ({ prelude, routines }: Program): readonly Routine[] => [prelude, ...routines];

const F64 = 0x7c;

/** The sections of a module, in the order that the format asks for. */
export function moduleOf(program: Program): Uint8Array {
  const routines = allRoutines(program);
  const given = program.inputs + program.parameters.length;
  const doubles = routines.reduce((sum, { results }) => sum + results.length, given);
  const types = [
    [0x60, ...list([]), ...list([])], // 0: a routine
    [0x60, ...list([[F64]]), ...list([[F64]])], // 1: a function of one number
    [0x60, ...list([[F64], [F64]]), ...list([[F64]])], // 2: of two,
    [0x60, ...list([[F64], [F64], [F64]]), ...list([[F64]])], // 3: of three
    [0x60, ...list([[F64], [F64], [F64], [F64]]), ...list([[F64]])], // 4: and of four
  ];
  const imports = HOST_NAMES.map((name) => [...text("host"), ...text(name), 0, HOST[name].length]);
  const pages = Math.ceil((8 * doubles) / 65536);
  const exported = routines.map((_, i) => [...text(`f${i}`), 0, ...unsigned(imports.length + i)]);
  let at = 8 * given;
  const bodies = routines.map((routine) => {
    const body = bodyOf(routine, program, at);
    at += 8 * routine.results.length;
    return body;
  });
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, list(types)),
    ...section(2, list(imports)),
    ...section(3, list(routines.map(() => [0]))),
    ...section(5, list([[1, ...unsigned(pages), ...unsigned(pages)]])),
    ...section(7, list([[...text("memory"), 2, 0], ...exported])),
    ...section(10, list(bodies)),
  ]);
}

/** The instructions that end an operation whose operands are on the stack. */
const PLAIN: ReadonlyMap<number, readonly number[]> = new Map([
  [CODE.add, [0xa0]],
  [CODE.subtract, [0xa1]],
  [CODE.multiply, [0xa2]],
  [CODE.divide, [0xa3]],
  [CODE.min, [0xa4]],
  [CODE.max, [0xa5]],
  [CODE.negate, [0x9a]],
  [CODE.abs, [0x99]],
  [CODE.sqrt, [0x9f]],
  // A comparison gives an integer, which becomes a double again.
  [CODE.equal, [0x61, 0xb8]],
  [CODE.notEqual, [0x62, 0xb8]],
  [CODE.less, [0x63, 0xb8]],
  [CODE.lessEqual, [0x65, 0xb8]],
]);

const LOCAL_GET = 0x20;
const LOCAL_SET = 0x21;
const SELECT = 0x1b;
const CALL = 0x10;
const I32_ZERO = [0x41, 0];
const [NOT_EQUAL, LESS, GREATER] = [0x62, 0x63, 0x64];

function bodyOf({ code, results }: Routine, program: Program, outputAt: number): number[] {
  const { constants, temporaries } = program;
  const inMemory = firstConstant(program);
  const first = inMemory + constants.length;
  const bytes: number[] = [];
  const emit = (...all: readonly number[]) => {
    for (const byte of all) bytes.push(byte);
  };
  // What is in memory is loaded once, by the first instruction that reads it: memory is slower than a local variable.
  const locals = new Map<number, number>();
  const loaded = (register: number): number => {
    let local = locals.get(register);
    if (local === undefined) {
      local = temporaries + locals.size;
      locals.set(register, local);
      emit(...I32_ZERO, 0x2b, 3, ...unsigned(8 * register), LOCAL_SET, ...unsigned(local));
    }
    return local;
  };
  const load = (register: number) => {
    if (register >= 0 && register < inMemory) loaded(register);
  };
  const push = (register: number) => {
    if (register < inMemory) emit(LOCAL_GET, ...unsigned(loaded(register)));
    else if (register < first) emit(...double(constants[register - inMemory]));
    else emit(LOCAL_GET, ...unsigned(register - first));
  };

  for (let i = 0; i < code.length; i += STRIDE) {
    const [operation, target, a, b, c, d] = code.subarray(i, i + STRIDE);
    for (const operand of [a, b, c, d]) load(operand);
    if (operation === CODE.if) {
      push(b);
      push(c);
      push(a);
      emit(...double(0), NOT_EQUAL, SELECT);
    } else if (operation === CODE.sign) {
      emit(...double(1), ...double(-1));
      push(a);
      push(a);
      emit(...double(0), LESS, SELECT);
      push(a);
      emit(...double(0), GREATER, SELECT);
    } else {
      for (const operand of [a, b, c, d]) if (operand !== -1) push(operand);
      emit(...(PLAIN.get(operation) ?? [CALL, ...unsigned(operation - FIRST_HOST_CODE)]));
    }
    emit(LOCAL_SET, ...unsigned(target - first));
  }
  results.forEach((register, k) => {
    load(register);
    emit(...I32_ZERO);
    push(register);
    emit(0x39, 3, ...unsigned(outputAt + 8 * k));
  });
  const declared = list([[...unsigned(temporaries + locals.size), F64]]);
  return sized([...declared, ...bytes, 0x0b]);
}

function double(value: number): number[] {
  return [0x44, ...new Uint8Array(Float64Array.of(value).buffer)];
}

/** Whole numbers seven bits at a time, lowest first (LEB128). */
function unsigned(value: number): number[] {
  const bytes: number[] = [];
  do {
    const low = value % 128;
    value = Math.floor(value / 128);
    bytes.push(value > 0 ? low + 128 : low);
  } while (value > 0);
  return bytes;
}

const sized = (bytes: readonly number[]): number[] => [...unsigned(bytes.length), ...bytes];
const text = (name: string): number[] => sized([...name].map((letter) => letter.charCodeAt(0)));
const list = (items: readonly (readonly number[])[]): number[] => [...unsigned(items.length), ...items.flat()];
const section = (id: number, content: readonly number[]): number[] => [id, ...sized(content)];
