/** Loops along arrays, as statements of a procedure (procedure.ts): code whose length does not depend on that of the arrays.
 *
 *  A loop goes up or down, entry by entry. At each it loads entries of arrays, which are nodes of the graph, at the place where it is or some entries beside it; computes; stores
 *  entries; and assigns to variables, which it carries along. The mirrored place of i is `mirror` − i: a loop may work from both ends at once. */
import type { Node } from "./dag.js";
import type { Routine } from "./program.js";
import { ADD_INTEGERS, BRANCH_IF, END, getLocal, LOOP, setLocal, teeLocal, unsigned } from "./wasm-encoding.js";

/** The number of its first entry among those of the memory. */
export interface NumberArray {
  readonly at: number;
}

/** first, first ± 1, …: so many places. */
export interface Places {
  readonly first: number;
  readonly count: number;
  readonly down?: boolean;
  readonly mirror?: number;
}

/** What a loop reads: the entry `shift` places on. */
export interface Entries {
  at(array: NumberArray, shift?: number): Node;
  mirrored(array: NumberArray, shift?: number): Node;
}

/** What it does at a place: all values are computed before the first is stored or assigned. */
export interface AtPlace {
  readonly assign?: readonly (readonly [variable: Node, value: Node])[];
  readonly store?: readonly Stored[];
}

export interface Stored {
  readonly array: NumberArray;
  readonly shift?: number;
  readonly mirrored?: boolean;
  readonly value: Node;
}

/** Number `number` of the memory, counted from the place or from its mirrored one. */
interface Address {
  readonly number: number;
  readonly mirrored: boolean;
}

export interface Along {
  readonly kind: "along";
  readonly places: Places;
  readonly loads: readonly (Address & { readonly target: number })[];
  /** Computes what is assigned, then what is stored. */
  readonly block: number;
  readonly targets: readonly number[];
  readonly stores: readonly Address[];
}

export interface AlongContext {
  indexOf(variable: Node): number;
  variable(): Node;
  block(values: readonly Node[]): number;
}

export function alongOf(
  { indexOf, variable, block }: AlongContext,
  places: Places,
  write: (entries: Entries) => AtPlace,
): Along {
  const loads = new Map<string, Address & { readonly node: Node }>();
  const load = (number: number, mirrored: boolean): Node => {
    const key = `${number} ${mirrored}`;
    const found = loads.get(key) ?? { number, mirrored, node: variable() };
    loads.set(key, found);
    return found.node;
  };
  const { assign = [], store = [] } = write({
    at: (array, shift = 0) => load(array.at + shift, false),
    mirrored: (array, shift = 0) => load(array.at + shift, true),
  });
  return {
    kind: "along",
    places,
    loads: [...loads.values()].map(({ node, ...address }) => ({ ...address, target: indexOf(node) })),
    block: block([...assign.map(([, value]) => value), ...store.map(({ value }) => value)]),
    targets: assign.map(([target]) => indexOf(target)),
    stores: store.map(({ array, shift = 0, mirrored = false }) => ({ number: array.at + shift, mirrored })),
  };
}

/** What the writer of a procedure has. */
export interface AlongCode {
  emit(bytes: readonly number[]): void;
  routine(block: number): Routine;
  emitRoutine(block: number): void;
  push(register: number): readonly number[];
  set(register: number): readonly number[];
  /** Two local variables for integers. */
  readonly index: number;
  readonly mirrorIndex: number;
}

export function emitAlong({ places, loads, block, targets, stores }: Along, code: AlongCode): void {
  const { emit, push, set } = code;
  const { first, count, down = false, mirror = 0 } = places;
  const usesMirror = [...loads, ...stores].some(({ mirrored }) => mirrored);
  const place = ({ mirrored }: Address) => getLocal(mirrored ? code.mirrorIndex : code.index);
  emit([...integer(8 * first), ...setLocal(code.index)]);
  if (usesMirror) emit([...integer(8 * (mirror - first)), ...setLocal(code.mirrorIndex)]);
  emit(LOOP);
  for (const load of loads) {
    emit(place(load));
    emit([LOAD, 3, ...unsigned(8 * load.number)]);
    emit(set(load.target));
  }
  code.emitRoutine(block);
  const { results } = code.routine(block);
  stores.forEach((store, k) => {
    emit(place(store));
    emit(push(results[targets.length + k]));
    emit([STORE, 3, ...unsigned(8 * store.number)]);
  });
  for (let k = 0; k < targets.length; k++) emit(push(results[k]));
  for (let k = targets.length - 1; k >= 0; k--) emit(set(targets[k]));
  const step = (by: 8 | -8) => [...integer(by), ADD_INTEGERS];
  if (usesMirror) {
    emit([...getLocal(code.mirrorIndex), ...step(down ? 8 : -8), ...setLocal(code.mirrorIndex)]);
  }
  const end = down ? first - count : first + count;
  emit([...getLocal(code.index), ...step(down ? -8 : 8), ...teeLocal(code.index)]);
  emit([...integer(8 * end), IS_DIFFERENT, BRANCH_IF, 0, END]);
}

const [LOAD, STORE, IS_DIFFERENT] = [0x2b, 0x39, 0x47];

/** Puts an integer on the stack. */
function integer(value: number): number[] {
  const bytes = [0x41];
  for (let rest = value; ; ) {
    const low = rest & 127;
    rest >>= 7;
    const isLast = (rest === 0 && low < 64) || (rest === -1 && low >= 64);
    bytes.push(isLast ? low : low + 128);
    if (isLast) return bytes;
  }
}
