/** Instructions on vectors of two doubles, for loops that are written by hand around the routines of a program. */
import { LOAD, LOAD_SPLAT, STORE, simd, splat, type Vectors } from "./lanes-routine.js";
import { firstConstant, type Program } from "./program.js";
import { ADD_INTEGERS, getLocal, SUBTRACT_INTEGERS, setLocal, unsigned } from "./wasm-encoding.js";

export type Bytes = readonly number[];

const [SHUFFLE, LOAD_LANE, STORE_LANE] = [0x0d, 0x57, 0x5b];
const [ADD, SUBTRACT, MULTIPLY] = [0xf0, 0xf1, 0xf2];

/** Those that are not negative. */
export const integer = (value: number): Bytes => {
  const bytes = [0x41];
  for (; value >= 64; value >>= 7) bytes.push(128 + (value % 128));
  return [...bytes, value];
};
/** Takes one away from the integer on the stack. */
export const MINUS_ONE: Bytes = [0x41, 1, SUBTRACT_INTEGERS];
export const loadInteger = (address: Bytes, offset = 0): Bytes => [...address, 0x28, 2, ...unsigned(offset)];
export const load = (address: Bytes, offset = 0): Bytes => [...address, ...simd(LOAD, 3), ...unsigned(offset)];
export const loadSplat = (address: Bytes, offset = 0): Bytes => [
  ...address,
  ...simd(LOAD_SPLAT, 3),
  ...unsigned(offset),
];
/** A number from each of two addresses. */
export const loadBoth = (first: Bytes, second: Bytes, offset = 0): Bytes => [
  ...second,
  ...loadSplat(first, offset),
  ...simd(LOAD_LANE, 3),
  ...unsigned(offset),
  1,
];
export const store = (address: Bytes, value: Bytes, offset = 0): Bytes => [
  ...address,
  ...value,
  ...simd(STORE, 3),
  ...unsigned(offset),
];
/** One number of the vector alone. */
export const storeLane = (address: Bytes, value: Bytes, offset = 0, lane: 0 | 1 = 0): Bytes => [
  ...address,
  ...value,
  ...simd(STORE_LANE, 3),
  ...unsigned(offset),
  lane,
];
export const binary = (operation: number, a: Bytes, b: Bytes): Bytes => [...a, ...b, ...simd(operation)];
export const plus = (a: Bytes, b: Bytes) => binary(ADD, a, b);
export const minus = (a: Bytes, b: Bytes) => binary(SUBTRACT, a, b);
export const times = (a: Bytes, b: Bytes) => binary(MULTIPLY, a, b);
export const offsetBy = (a: Bytes, b: Bytes): Bytes => [...a, ...b, ADD_INTEGERS];
/** Number n of both vectors. */
export const both = (a: Bytes, b: Bytes, n: 0 | 1): Bytes => {
  const bytes = [8 * n, 16 + 8 * n].flatMap((first) => Array.from({ length: 8 }, (_, k) => first + k));
  return [...a, ...b, ...simd(SHUFFLE), ...bytes];
};

/** A local variable. */
export interface Local {
  readonly get: Bytes;
  readonly set: Bytes;
}

export const local = (index: number): Local => ({ get: getLocal(index), set: setLocal(index) });

/** The inputs and temporaries of a program as local variables, and the numbers that it takes from memory: its parameters and what follows from them alone. Constants stand in the code. */
export function localRegisters(program: Program, fresh: () => number) {
  const given = Array.from({ length: firstConstant(program) }, () => local(fresh()));
  const vectors = registersOf(program, fresh, [given]);
  return { inputs: given.slice(0, program.inputs), numbers: given.slice(program.inputs), vectors };
}

/** The same with inputs that the caller has somewhere, for as many vectors as there are lists of them. */
export function registersOf(
  program: Program,
  fresh: () => number,
  inputs: readonly (readonly Pick<Local, "get">[])[],
): Vectors {
  const { constants, temporaries } = program;
  const inMemory = firstConstant(program);
  const first = inMemory + constants.length;
  const scratch = inputs.map(() => Array.from({ length: temporaries }, () => local(fresh())));
  const constant = (register: number) =>
    register >= inMemory && register < first ? constants[register - inMemory] : undefined;
  return {
    count: inputs.length,
    common: () => false,
    fresh,
    push(register, u) {
      const value = constant(register);
      if (value !== undefined) return splat(value);
      return (register < inMemory ? inputs[u][register] : scratch[u][register - first]).get;
    },
    set: (register, u) => scratch[u][register - first].set,
    constant,
  };
}
