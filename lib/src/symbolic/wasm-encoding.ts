/** The bytes of a WebAssembly module: sections, numbers, and the instructions of straight-line code. */
import { HOST, HOST_NAMES } from "./operations.js";
import { CODE, FIRST_HOST_CODE, type Routine, STRIDE } from "./program.js";

/** A function without arguments and results, as it stands in the section of code. */
export type Body = readonly number[];

export interface ModuleParts {
  /** How many doubles the memory holds. */
  readonly doubles: number;
  /** Exported as f0, f1, … */
  readonly bodies: readonly Body[];
  /** How many functions of the caller the bodies call, imported as calls.0, calls.1, … */
  readonly calls?: number;
  /** Is the memory the caller's, imported as calls.memory? Otherwise it is made with the module, and exported. */
  readonly given?: boolean;
}

const F64 = 0x7c;

/** The sections of a module, in the order that the format asks for. */
export function moduleOf({ doubles, bodies, calls = 0, given = false }: ModuleParts): Uint8Array {
  const types = [
    [0x60, ...list([]), ...list([])], // 0: a routine
    [0x60, ...list([[F64]]), ...list([[F64]])], // 1: a function of one number
    [0x60, ...list([[F64], [F64]]), ...list([[F64]])], // 2: of two,
    [0x60, ...list([[F64], [F64], [F64]]), ...list([[F64]])], // 3: of three
    [0x60, ...list([[F64], [F64], [F64], [F64]]), ...list([[F64]])], // 4: and of four
  ];
  const pages = pagesOf(doubles);
  const limits = [1, ...unsigned(pages), ...unsigned(pages)];
  const functions = [
    ...HOST_NAMES.map((name) => [...text("host"), ...text(name), 0, HOST[name].length]),
    ...Array.from({ length: calls }, (_, k) => [...text("calls"), ...text(`${k}`), 0, 0]),
  ];
  const imports = given ? [...functions, [...text("calls"), ...text("memory"), 2, ...limits]] : functions;
  const exported = bodies.map((_, i) => [...text(`f${i}`), 0, ...unsigned(functions.length + i)]);
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, list(types)),
    ...section(2, list(imports)),
    ...section(3, list(bodies.map(() => [0]))),
    ...(given ? [] : section(5, list([limits]))),
    ...section(7, list(given ? exported : [[...text("memory"), 2, 0], ...exported])),
    ...section(10, list(bodies)),
  ]);
}

/** Memory comes in pages of 64 KiB. */
export const pagesOf = (doubles: number): number => Math.ceil((8 * doubles) / 65536);

/** A body with so many local variables, all of them doubles. */
export const bodyOf = (locals: number, instructions: readonly number[]): Body =>
  sized([...list([[...unsigned(locals), F64]]), ...instructions, 0x0b]);

export const getLocal = (local: number): number[] => [0x20, ...unsigned(local)];
export const setLocal = (local: number): number[] => [0x21, ...unsigned(local)];
/** Puts number `index` of the memory on the stack. */
export const loadNumber = (index: number): number[] => [0x41, 0, 0x2b, 3, ...unsigned(8 * index)];
/** Stores what `value` puts on the stack as number `index` of the memory. */
export const storeNumber = (index: number, value: readonly number[]): number[] => [
  ...[0x41, 0],
  ...value,
  ...[0x39, 3],
  ...unsigned(8 * index),
];
/** Calls function `k` of the caller. */
export const callOf = (k: number): number[] => [CALL, ...unsigned(HOST_NAMES.length + k)];

export function double(value: number): number[] {
  return [0x44, ...new Uint8Array(Float64Array.of(value).buffer)];
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

const SELECT = 0x1b;
const CALL = 0x10;
const [NOT_EQUAL, LESS, GREATER] = [0x62, 0x63, 0x64];

/** Is what the stack holds, a double, not 0? As an integer. */
export const IS_TRUE: readonly number[] = [...double(0), NOT_EQUAL];

/** The code of a routine: `push` puts a register on the stack, `set` takes the stack's top into one. */
export function emitRoutine(
  { code }: Routine,
  emit: (bytes: readonly number[]) => void,
  push: (register: number) => readonly number[],
  set: (register: number) => readonly number[],
): void {
  for (let i = 0; i < code.length; i += STRIDE) {
    const [operation, target, a, b, c, d] = code.subarray(i, i + STRIDE);
    if (operation === CODE.if) {
      for (const operand of [b, c, a]) emit(push(operand));
      emit([...IS_TRUE, SELECT]);
    } else if (operation === CODE.sign) {
      emit([...double(1), ...double(-1)]);
      emit(push(a));
      emit(push(a));
      emit([...double(0), LESS, SELECT]);
      emit(push(a));
      emit([...double(0), GREATER, SELECT]);
    } else {
      for (const operand of [a, b, c, d]) if (operand !== -1) emit(push(operand));
      emit(PLAIN.get(operation) ?? [CALL, ...unsigned(operation - FIRST_HOST_CODE)]);
    }
    emit(set(target));
  }
}

/** Whole numbers seven bits at a time, lowest first (LEB128). */
export function unsigned(value: number): number[] {
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
