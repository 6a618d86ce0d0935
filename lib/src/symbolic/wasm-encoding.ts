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

/** Control flow, of blocks without results. */
export const [BLOCK, LOOP, IF]: readonly (readonly number[])[] = [
  [0x02, 0x40],
  [0x03, 0x40],
  [0x04, 0x40],
];
export const [ELSE, END, BRANCH, BRANCH_IF] = [0x05, 0x0b, 0x0c, 0x0d];
/** Of integers. */
export const [IS_ZERO, IS_LESS, IS_BEYOND, ADD_INTEGERS, SUBTRACT_INTEGERS, MULTIPLY_INTEGERS] = [
  ...[0x45, 0x49, 0x4b, 0x6a, 0x6b, 0x6c],
];

const F64 = 0x7c;
const I32 = 0x7f;
const V128 = 0x7b;

let hostImports: readonly (readonly number[])[] | undefined;
const importsOfHost = () => HOST_NAMES.map((name) => [...text("host"), ...text(name), 0, HOST[name].length]);

/** The sections of a module, in the order that the format asks for. */
export function moduleOf({ doubles, bodies, calls = 0, given = false }: ModuleParts): Uint8Array {
  const types = [
    [0x60, ...list([]), ...list([])], // 0: a routine
    ...NUMBER_TYPES,
  ];
  const pages = pagesOf(doubles);
  const limits = [1, ...unsigned(pages), ...unsigned(pages)];
  hostImports ??= importsOfHost();
  const functions = [
    ...hostImports,
    ...Array.from({ length: calls }, (_, k) => [...text("calls"), ...text(`${k}`), 0, 0]),
  ];
  const imports = given ? [...functions, [...text("calls"), ...text("memory"), 2, ...limits]] : functions;
  const exported = bodies.map((_, i) => [...text(`f${i}`), 0, ...unsigned(functions.length + i)]);
  return Uint8Array.from(
    joined(
      [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
      section(1, list(types)),
      section(2, list(imports)),
      section(3, list(bodies.map(() => [0]))),
      given ? [] : section(5, list([limits])),
      section(7, list(given ? exported : [[...text("memory"), 2, 0], ...exported])),
      section(10, list(bodies)),
    ),
  );
}

/** A module of functions that compute with vectors, in the caller's memory: f0, f1, … are given so many integers, as a rule the address of their numbers and
 *  that of a table. */
export function lanesModule(bodies: readonly Body[], given = 2): Uint8Array {
  hostImports ??= importsOfHost();
  const imports = [...hostImports, [...text("calls"), ...text("memory"), 2, 0, 1]];
  const functions = hostImports.length;
  return Uint8Array.from(
    joined(
      [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
      section(1, list([[0x60, ...list(Array.from({ length: given }, () => [I32])), ...list([])], ...NUMBER_TYPES])),
      section(2, list(imports)),
      section(3, list(bodies.map(() => [0]))),
      section(7, list(bodies.map((_, i) => [...text(`f${i}`), 0, ...unsigned(functions + i)]))),
      section(10, list(bodies)),
    ),
  );
}

/** The same without functions of the host, in memory that threads share (env.memory); beside f0, f1, … it has `take` and `runTasks`, of two local variables each (shared-tasks.ts). `other`: it imports calls.task, which is given three integers and
 *  comes before its own functions. */
export function sharedModule(
  bodies: readonly Body[],
  given: number,
  take: readonly number[],
  runTasks: (take: number) => readonly number[],
  other: boolean,
): Uint8Array {
  const first = other ? 1 : 0;
  const takeAt = first + bodies.length;
  const twoMore = (instructions: readonly number[]) => sized(joined(list([[2, I32]]), instructions, [0x0b]));
  return Uint8Array.from(
    joined(
      [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
      section(
        1,
        list([
          [0x60, ...list(Array.from({ length: given }, () => [I32])), ...list([])],
          [0x60, ...list([[I32]]), ...list([[I32]])],
          [0x60, ...list([[I32]]), ...list([])],
          [0x60, ...list([[I32], [I32], [I32]]), ...list([])],
        ]),
      ),
      section(
        2,
        list([
          [...text("env"), ...text("memory"), 2, 3, 1, ...unsigned(MOST_PAGES)],
          ...(other ? [[...text("calls"), ...text("task"), 0, 3]] : []),
        ]),
      ),
      section(3, list([...bodies.map(() => [0]), [1], [2]])),
      section(
        7,
        list([
          ...bodies.map((_, i) => [...text(`f${i}`), 0, ...unsigned(first + i)]),
          [...text("take"), 0, ...unsigned(takeAt)],
          [...text("runTasks"), 0, ...unsigned(takeAt + 1)],
        ]),
      ),
      section(10, list([...bodies, twoMore(take), twoMore(runTasks(takeAt))])),
    ),
  );
}

/** Of a memory: 4 GiB. */
const MOST_PAGES = 65536;

/** Memory comes in pages of 64 KiB. */
export const pagesOf = (doubles: number): number => Math.ceil((8 * doubles) / 65536);

/** A function with so many local variables of each of two types. */
const sizedBody = (
  [first, ofFirst]: readonly [count: number, type: number],
  [second, ofSecond]: readonly [count: number, type: number],
  instructions: readonly number[],
): Body =>
  sized(
    joined(
      list([
        [...unsigned(first), ofFirst],
        [...unsigned(second), ofSecond],
      ]),
      instructions,
      [END],
    ),
  );

/** A body with local variables: first so many flags, which are integers, then so many numbers, which are doubles. */
export const bodyOf = (flags: number, numbers: number, instructions: readonly number[]): Body =>
  sizedBody([flags, I32], [numbers, F64], instructions);

/** A body that is given integers, with so many more of them and so many vectors as local variables. */
export const lanesBody = (vectors: number, instructions: readonly number[], integers = 0): Body =>
  sizedBody([integers, I32], [vectors, V128], instructions);

// Written for engines that have seen none of this yet, which take long to spread an array: most modules are written once.
/** An instruction on a local variable; made once for each of them. */
const ofLocal = (instruction: number) => {
  const made: (readonly number[])[] = [];
  return (local: number): readonly number[] => {
    while (made.length <= local) made.push([instruction, ...unsigned(made.length)]);
    return made[local];
  };
};
export const getLocal = ofLocal(0x20);
export const setLocal = ofLocal(0x21);
/** Keeps it on the stack as well. */
export const teeLocal = ofLocal(0x22);
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

const scratch = Float64Array.of(0);
const scratchBytes = new Uint8Array(scratch.buffer);

/** Puts a constant on the stack. */
export function double(value: number): number[] {
  scratch[0] = value;
  const bytes = [0x44];
  for (let i = 0; i < 8; i++) bytes.push(scratchBytes[i]);
  return bytes;
}

/** The instructions that end an operation whose operands are on the stack. */
const PLAIN: ReadonlyMap<number, number> = new Map([
  [CODE.add, 0xa0],
  [CODE.subtract, 0xa1],
  [CODE.multiply, 0xa2],
  [CODE.divide, 0xa3],
  [CODE.min, 0xa4],
  [CODE.max, 0xa5],
  [CODE.negate, 0x9a],
  [CODE.abs, 0x99],
  [CODE.sqrt, 0x9f],
]);

/** Comparisons give an integer. */
const COMPARE: ReadonlyMap<number, number> = new Map([
  [CODE.equal, 0x61],
  [CODE.notEqual, 0x62],
  [CODE.less, 0x63],
  [CODE.lessEqual, 0x65],
]);

const SELECT = 0x1b;
export const CALL = 0x10;
const [AND, OR] = [0x71, 0x72];
const [NOT_EQUAL, LESS, GREATER, TO_DOUBLE] = [0x62, 0x63, 0x64, 0xb8];
/** Is the double on the stack not 0? */
const IS_TRUE: readonly number[] = [...double(0), NOT_EQUAL];
const flag = (value: number): number[] => [0x41, value];

/** Code in the making. */
export interface Writer {
  readonly bytes: number[];
  emit(...parts: readonly (readonly number[])[]): void;
}

export function writer(): Writer {
  const bytes: number[] = [];
  return {
    bytes,
    emit(...parts) {
      for (const part of parts) for (let i = 0; i < part.length; i++) bytes.push(part[i]);
    },
  };
}

/** How the registers of a routine are reached. */
export interface Registers {
  /** Puts a register on the stack. */
  push(register: number): readonly number[];
  /** Takes the top of the stack into one. */
  set(register: number): readonly number[];
  /** The value of a register that is a constant. */
  constant(register: number): number | undefined;
  /** The local variable for a register that is a condition and nothing else. */
  flag(register: number): number;
}

/** The code of a routine. `asCondition`: its only result is put on the stack as an integer, for an if. */
export function emitRoutine(
  routine: Routine,
  emit: (bytes: readonly number[]) => void,
  registers: Registers,
  asCondition = false,
): void {
  const { code, results } = routine;
  const { push, set, constant } = registers;
  const { isFlag, definition } = conditionsOf(routine, constant, asCondition);
  /** A condition, as an integer. */
  const test = (at: number, register: number): readonly number[] => {
    const value = constant(register);
    if (value !== undefined) return flag(value === 0 ? 0 : 1);
    return isFlag[at] ? getLocal(registers.flag(register)) : [...push(register), ...IS_TRUE];
  };
  for (let i = 0, k = 0; i < code.length; i += STRIDE, k++) {
    const operation = code[i];
    const target = code[i + 1];
    const a = code[i + 2];
    const b = code[i + 3];
    const c = code[i + 4];
    const d = code[i + 5];
    const at = (place: number) => definition[STRIDE * k + place];
    const compare = COMPARE.get(operation);
    if (operation === CODE.if && isFlag[k]) {
      // A choice is a branch, which is slow where the processor cannot predict it: "and" and "or" are none.
      const and = constant(c) === 0 && constant(b) !== 1;
      const or = constant(b) === 1 && constant(c) !== 0;
      if (!or) emit(test(at(3), b));
      if (!and) emit(test(at(4), c));
      emit([...test(at(2), a), and ? AND : or ? OR : SELECT]);
    } else if (operation === CODE.if) {
      emit(push(b));
      emit(push(c));
      emit([...test(at(2), a), SELECT]);
    } else if (operation === CODE.sign) {
      emit([...double(1), ...double(-1)]);
      emit(push(a));
      emit(push(a));
      emit([...double(0), LESS, SELECT]);
      emit(push(a));
      emit([...double(0), GREATER, SELECT]);
    } else {
      if (a !== -1) emit(push(a));
      if (b !== -1) emit(push(b));
      if (c !== -1) emit(push(c));
      if (d !== -1) emit(push(d));
      const plain = compare ?? PLAIN.get(operation);
      emit(plain === undefined ? [CALL, ...unsigned(operation - FIRST_HOST_CODE)] : [plain]);
      if (compare !== undefined && !isFlag[k]) emit([TO_DOUBLE]);
    }
    emit(isFlag[k] ? setLocal(registers.flag(target)) : set(target));
  }
  if (asCondition) emit(test(definition[code.length], results[0]));
}

/** Which instructions compute conditions and nothing else: comparisons, and choices between such, that only choices ask. They stay integers.
 *  And for every operand, then for the results, the instruction that computed it, or -1. */
export function conditionsOf(
  { code, results }: Routine,
  constant: (register: number) => number | undefined,
  asCondition: boolean,
): { readonly isFlag: readonly boolean[]; readonly definition: Int32Array } {
  const count = code.length / STRIDE;
  const definition = new Int32Array(code.length + results.length).fill(-1);
  const latest = new Map<number, number>();
  const isFlag: boolean[] = [];
  for (let k = 0; k < count; k++) {
    for (let place = STRIDE * k + 2; place < STRIDE * (k + 1) && code[place] !== -1; place++)
      definition[place] = latest.get(code[place]) ?? -1;
    latest.set(code[STRIDE * k + 1], k);
    isFlag.push(COMPARE.has(code[STRIDE * k]) || code[STRIDE * k] === CODE.if);
  }
  results.forEach((register, i) => {
    definition[code.length + i] = latest.get(register) ?? -1;
  });
  if (!isFlag.includes(true)) return { isFlag, definition };
  const operationOf = (k: number) => code[STRIDE * k];
  const isTruth = (k: number, place: number): boolean => {
    const value = constant(code[STRIDE * k + place]);
    if (value !== undefined) return value === 0 || value === 1;
    const from = definition[STRIDE * k + place];
    return from !== -1 && isFlag[from];
  };
  const deny = (k: number): boolean => {
    const changed = k !== -1 && isFlag[k];
    if (changed) isFlag[k] = false;
    return changed;
  };
  if (!asCondition) for (let i = 0; i < results.length; i++) deny(definition[code.length + i]);
  for (let changed = true; changed; ) {
    changed = false;
    for (let k = count - 1; k >= 0; k--) {
      const choice = operationOf(k) === CODE.if;
      if (choice && isFlag[k] && !(isTruth(k, 3) && isTruth(k, 4))) changed = deny(k) || changed;
      // What is read as a number is one.
      for (let place = 2; place < STRIDE; place++) {
        const asNumber = !choice || (place > 2 && !isFlag[k]);
        if (asNumber) changed = deny(definition[STRIDE * k + place]) || changed;
      }
    }
  }
  return { isFlag, definition };
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

/** One after another. `concat` copies arrays of bytes as blocks of memory, where loops that run for the first time, spreading and `flat` go byte by byte. */
const joined = (...parts: readonly (readonly number[])[]): number[] => ([] as number[]).concat(...parts);

const sized = (bytes: readonly number[]): number[] => joined(unsigned(bytes.length), bytes);
const text = (name: string): number[] => sized(Array.from(name, (letter) => letter.charCodeAt(0)));
const list = (items: readonly (readonly number[])[]): number[] => joined(unsigned(items.length), ...items);
const section = (id: number, content: readonly number[]): number[] => joined([id], sized(content));

/** The types of functions of one to four numbers. */
const NUMBER_TYPES = [1, 2, 3, 4].map((count) => [
  0x60,
  ...list(Array.from({ length: count }, () => [F64])),
  ...list([[F64]]),
]);
