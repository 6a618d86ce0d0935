/** Straight-line code for many systems at once: every operation of a routine on vectors of WebAssembly, two doubles each. */
import { commonInstructions } from "./common.js";
import { HOST_NAMES } from "./operations.js";
import { GUESS, ITERATIONS, THIRD } from "./per-cube-root.js";
import { CODE, FIRST_HOST_CODE, type Routine, STRIDE } from "./program.js";
import { CALL, conditionsOf, double, getLocal, setLocal, unsigned, type Writer } from "./wasm-encoding.js";

const SIMD = 0xfd;
export const [LOAD, LOAD_SPLAT, STORE] = [0x00, 0x0a, 0x0b];
const [SPLAT, EXTRACT, REPLACE] = [0x14, 0x21, 0x22];
/** a < b ? b : a, and b < a ? b : a. */
const [PSEUDO_MAX, PSEUDO_MIN] = [0xf7, 0xf6];
export const [NOT, AND, AND_NOT, OR, SELECT, ANY] = [0x4d, 0x4e, 0x4f, 0x50, 0x52, 0x53];
const [NOT_EQUAL, LESS, GREATER] = [0x48, 0x49, 0x4a];
export const simd = (operation: number, ...more: number[]): number[] => [SIMD, ...unsigned(operation), ...more];

const PLAIN: ReadonlyMap<number, number> = new Map([
  [CODE.add, 0xf0],
  [CODE.subtract, 0xf1],
  [CODE.multiply, 0xf2],
  [CODE.divide, 0xf3],
  [CODE.min, 0xf4],
  [CODE.max, 0xf5],
  [CODE.negate, 0xed],
  [CODE.abs, 0xec],
  [CODE.sqrt, 0xef],
]);

const COMPARISON: ReadonlyMap<number, number> = new Map([
  [CODE.equal, 0x47],
  [CODE.notEqual, NOT_EQUAL],
  [CODE.less, LESS],
  [CODE.lessEqual, 0x4b],
]);

/** Vector number `at` behind an address. */
export const loadVector = (address: readonly number[], at: number): number[] => [
  ...address,
  ...simd(LOAD, 4),
  ...unsigned(16 * at),
];
export const storeVector = (address: readonly number[], at: number, value: readonly number[]): number[] => [
  ...address,
  ...value,
  ...simd(STORE, 4),
  ...unsigned(16 * at),
];

/** Number `value` in both lanes. */
export const splat = (value: number): number[] => [...double(value), ...simd(SPLAT)];
/** A condition that holds, or does not, in both lanes. */
export const truth = (holds: boolean): number[] => [...simd(0x0c), ...new Array<number>(16).fill(holds ? 0xff : 0)];

/** How registers are reached: vector u of each; of what is common to all lanes there is the first alone. */
export interface Vectors {
  readonly count: number;
  /** Of variables and constants: is it the same in all lanes? */
  readonly common: (register: number) => boolean;
  /** Another local variable. */
  fresh(): number;
  push(register: number, u: number): readonly number[];
  set(register: number, u: number): readonly number[];
  constant(register: number): number | undefined;
}

/** What a routine has found. */
export interface Found {
  /** Puts vector u of result i on the stack. */
  result(i: number, u: number): readonly number[];
  /** The first result, a condition: as a mask. */
  condition(u: number): readonly number[];
  /** Is it the same in all lanes? */
  readonly isCommon: boolean;
}

/** The code of a routine: first what is common to all lanes, then one vector after another, so that few numbers are on their way at a time. */
export function emitRoutine(routine: Routine, out: Writer, vectors: Vectors, asCondition = false): Found {
  const parts = routineParts(routine, out, vectors, asCondition);
  parts.common();
  for (let u = 0; u < vectors.count; u++) parts.vectors([u]);
  return parts.found;
}

/** The same in parts, which the caller writes where they belong. */
export interface RoutineParts {
  /** Writes what is common to all lanes. */
  common(): void;
  /** Writes the rest for some vectors, operation by operation; after each of them, `then` may add to it. */
  vectors(some: readonly number[], then?: (instruction: number, u: number) => void): void;
  /** The instruction that computes result i, or -1. */
  source(i: number): number;
  readonly found: Found;
}

export function routineParts(
  routine: Routine,
  { emit }: Writer,
  vectors: Omit<Vectors, "count">,
  asCondition = false,
): RoutineParts {
  const { set, constant, common } = vectors;
  const { code, results } = routine;
  const { isFlag, definition } = conditionsOf(routine, constant, asCondition);
  /** Local variables of what is common, by the instruction: registers are used again before the last vector has read them. */
  const shared = new Map<number, number>();
  const push = (register: number, from: number, u: number): readonly number[] => {
    const local = shared.get(from);
    if (local !== undefined) return getLocal(local);
    return vectors.push(register, from === -1 && common(register) ? 0 : u);
  };
  const test = (register: number, from: number, u: number): readonly number[] => {
    const value = constant(register);
    if (value !== undefined) return truth(value !== 0);
    return isFlag[from] ? push(register, from, u) : [...push(register, from, u), ...splat(0), ...simd(NOT_EQUAL)];
  };
  const write = (k: number, u: number): void => {
    const [operation, , ...registers] = code.subarray(STRIDE * k, STRIDE * (k + 1));
    const from = (place: number) => definition[STRIDE * k + 2 + place];
    const operand = (place: number) => push(registers[place], from(place), u);
    const asked = (place: number) => test(registers[place], from(place), u);
    const isZero = (place: number) => Object.is(constant(registers[place]), 0);
    if (operation === CODE.if) {
      const extreme = isFlag[k] ? null : extremeAt(routine, definition, k);
      if (isFlag[k]) {
        const and = constant(registers[2]) === 0 && constant(registers[1]) !== 1;
        const or = constant(registers[1]) === 1 && constant(registers[2]) !== 0;
        const not = constant(registers[1]) === 0 && constant(registers[2]) === 1;
        if (not) emit([...asked(0), ...simd(NOT)]);
        else {
          if (!or) emit(asked(1));
          if (!and) emit(asked(2));
          emit([...asked(0), ...simd(and ? AND : or ? OR : SELECT)]);
        }
      } else if (extreme !== null)
        emit([...operand(extreme.first), ...operand(3 - extreme.first), ...simd(extreme.operation)]);
      else if (isZero(2)) emit([...operand(1), ...asked(0), ...simd(AND)]);
      else if (isZero(1)) emit([...operand(2), ...asked(0), ...simd(AND_NOT)]);
      else emit([...operand(1), ...operand(2), ...asked(0), ...simd(SELECT)]);
    } else if (operation === CODE.sign) {
      const isBeyond = (comparison: number) => [...operand(0), ...splat(0), ...simd(comparison)];
      emit([...splat(1), ...splat(-1), ...operand(0), ...isBeyond(LESS), ...simd(SELECT)]);
      emit([...isBeyond(GREATER), ...simd(SELECT)]);
    } else if (operation === PER_CUBE_ROOT) {
      emit(perCubeRoot(operand(0), vectors.fresh()));
    } else if (operation >= FIRST_HOST_CODE) {
      for (const lane of [0, 1]) {
        for (const place of [0, 1, 2, 3])
          if (registers[place] !== -1) emit([...operand(place), ...simd(EXTRACT, lane)]);
        emit([CALL, ...unsigned(operation - FIRST_HOST_CODE), ...(lane === 0 ? simd(SPLAT) : simd(REPLACE, lane))]);
      }
    } else {
      // Beside a constant, one instruction does what otherwise takes several, for zeros of both signs.
      const bound = constant(registers[1]) ?? constant(registers[0]) ?? 0;
      const isBound = (operation === CODE.max || operation === CODE.min) && bound !== 0 && !Number.isNaN(bound);
      const places = isBound && constant(registers[0]) !== undefined ? [1, 0] : [0, 1];
      for (const place of places) if (registers[place] !== -1) emit(operand(place));
      const comparison = COMPARISON.get(operation);
      if (isBound) emit(simd(operation === CODE.max ? PSEUDO_MAX : PSEUDO_MIN));
      else emit(simd(comparison ?? (PLAIN.get(operation) as number)));
      // As a number it is 1 or 0.
      if (comparison !== undefined && !isFlag[k]) emit([...splat(1), ...simd(AND)]);
    }
  };
  const isCommon = commonInstructions(routine, common);
  const last = definition[code.length];
  return {
    common() {
      for (let k = 0; k < isCommon.length; k++) {
        if (!isCommon[k]) continue;
        write(k, 0);
        const local = vectors.fresh();
        shared.set(k, local);
        emit(setLocal(local));
      }
    },
    vectors(some, then = () => {}) {
      for (let k = 0; k < isCommon.length; k++) {
        if (isCommon[k]) continue;
        for (const u of some) {
          write(k, u);
          emit(set(code[STRIDE * k + 1], u));
          then(k, u);
        }
      }
    },
    source: (i) => definition[code.length + i],
    found: {
      result: (i, u) => push(results[i], definition[code.length + i], u),
      condition: (u) => test(results[0], last, u),
      isCommon: results.length > 0 && (last === -1 ? common(results[0]) : isCommon[last]),
    },
  };
}

const PER_CUBE_ROOT = FIRST_HOST_CODE + HOST_NAMES.indexOf("perCubeRoot");
const [SUBTRACT, MULTIPLY] = [0xf1, 0xf2];
const [SHUFFLE, CONVERT, TRUNCATE] = [0x0d, 0xfe, 0xfc];

/** What per-cube-root.ts does, on both numbers of a vector; y is a local variable. */
function perCubeRoot(x: readonly number[], y: number): readonly number[] {
  const binary = (operation: number, a: readonly number[], b: readonly number[]) => [...a, ...b, ...simd(operation)];
  const words = (...places: readonly number[]) =>
    places.flatMap((place) => [0, 1, 2, 3].map((byte) => 4 * place + byte));
  const high = [...x, ...x, ...simd(SHUFFLE), ...words(1, 3, 1, 3)];
  const divided = binary(SUBTRACT, splat(GUESS), binary(MULTIPLY, [...high, ...simd(CONVERT)], splat(THIRD)));
  const guess = [...divided, ...simd(TRUNCATE), ...truth(false), ...simd(SHUFFLE), ...words(4, 0, 4, 1)];
  const own = getLocal(y);
  const cube = binary(MULTIPLY, binary(MULTIPLY, x, own), binary(MULTIPLY, own, own));
  const better = binary(MULTIPLY, binary(MULTIPLY, own, splat(THIRD)), binary(SUBTRACT, splat(4), cube));
  return [
    ...guess,
    ...setLocal(y),
    ...Array.from({ length: ITERATIONS }, () => [...better, ...setLocal(y)]).flat(),
    ...own,
    ...splat(Number.NaN),
    ...binary(GREATER, x, splat(0)),
    ...simd(SELECT),
  ];
}

/** A choice between two by their comparison, as x < y ? y : x, is one operation; `first`: the place of its first operand, of 1 and 2. */
function extremeAt(
  { code }: Routine,
  definition: Int32Array,
  k: number,
): { readonly operation: number; readonly first: number } | null {
  const [i, j] = [STRIDE * k, STRIDE * definition[STRIDE * k + 2]];
  if (j < 0 || code[j] !== CODE.less) return null;
  const isSame = (place: number, other: number) =>
    code[i + place] === code[j + other] && definition[i + place] === definition[j + other];
  if (isSame(3, 3) && isSame(4, 2)) return { operation: PSEUDO_MAX, first: 2 };
  return isSame(3, 2) && isSame(4, 3) ? { operation: PSEUDO_MIN, first: 2 } : null;
}
