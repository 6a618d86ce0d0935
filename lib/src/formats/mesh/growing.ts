/** Lists of numbers whose length is not known in advance, without a boxed number in them. */
export interface Ints {
  values: Int32Array;
  length: number;
}

export interface Reals {
  values: Float64Array;
  length: number;
}

export const ints = (): Ints => ({ values: new Int32Array(16), length: 0 });
export const reals = (): Reals => ({ values: new Float64Array(16), length: 0 });

export function pushInt(list: Ints, value: number): void {
  if (list.length === list.values.length) reserveInts(list, 1);
  list.values[list.length++] = value;
}

export function pushReal(list: Reals, value: number): void {
  if (list.length === list.values.length) reserveReals(list, 1);
  list.values[list.length++] = value;
}

/** Room for so many more. */
export function reserveInts(list: Ints, more: number): void {
  if (list.length + more <= list.values.length) return;
  const grown = new Int32Array(Math.max(list.length + more, 2 * list.length));
  grown.set(list.values.subarray(0, list.length));
  list.values = grown;
}

export function reserveReals(list: Reals, more: number): void {
  if (list.length + more <= list.values.length) return;
  const grown = new Float64Array(Math.max(list.length + more, 2 * list.length));
  grown.set(list.values.subarray(0, list.length));
  list.values = grown;
}

/** As it is, or copied to its length where much room was left. */
export function trimmedInts({ values, length }: Ints): Int32Array {
  return values.length === length ? values : values.slice(0, length);
}

export function trimmedReals({ values, length }: Reals): Float64Array {
  return values.length === length ? values : values.slice(0, length);
}

/** Pieces one behind the other; a single one as it is. */
export function joinedReals(pieces: readonly Float64Array[]): Float64Array {
  if (pieces.length === 1) return pieces[0];
  return joined(pieces, new Float64Array(lengthOf(pieces)));
}

export function joinedInts(pieces: readonly Int32Array[]): Int32Array {
  return joined(pieces, new Int32Array(lengthOf(pieces)));
}

export function joinedBytes(pieces: readonly Uint8Array[]): Uint8Array {
  if (pieces.length === 1) return pieces[0];
  return joined(pieces, new Uint8Array(lengthOf(pieces)));
}

const lengthOf = (pieces: readonly { readonly length: number }[]) =>
  pieces.reduce((sum, { length }) => sum + length, 0);

function joined<T extends Float64Array | Int32Array | Uint8Array>(pieces: readonly T[], all: T): T {
  let end = 0;
  for (const piece of pieces) {
    all.set(piece, end);
    end += piece.length;
  }
  return all;
}
