/** Arithmetic with 160 binary places, for coefficients that a double rounds: a method whose coefficients are off by 10⁻¹⁶ is
 *  another method, symplectic to 10⁻¹⁶ a step only, and its invariants drift like n.                        [hairer2008, section 3.1]
 *
 *  A coefficient is then two doubles, the nearest one and what it leaves out. */
const PLACES = 160n;
const SCALE = 2 ** 160;

/** A number times 2¹⁶⁰. */
export type Fixed = bigint;

export const ONE: Fixed = 1n << PLACES;
export const times = (x: Fixed, y: Fixed): Fixed => (x * y) >> PLACES;
export const over = (x: Fixed, y: Fixed): Fixed => (x << PLACES) / y;
/** A double, exactly. */
export const fixed = (x: number): Fixed => BigInt(x * SCALE);
export const sum = (terms: readonly Fixed[]): Fixed => terms.reduce((total, term) => total + term, 0n);

/** The nearest double, and the nearest to the rest. */
export interface Pair<T> {
  readonly value: T;
  readonly rest: T;
}

export function rounded(x: Fixed): Pair<number> {
  const value = Number(x) / SCALE;
  return { value, rest: Number(x - fixed(value)) / SCALE };
}

export const roundedRow = (row: readonly Fixed[]): Pair<readonly number[]> => ({
  value: row.map((x) => rounded(x).value),
  rest: row.map((x) => rounded(x).rest),
});

export const roundedRows = (rows: readonly (readonly Fixed[])[]): Pair<readonly (readonly number[])[]> => ({
  value: rows.map((row) => roundedRow(row).value),
  rest: rows.map((row) => roundedRow(row).rest),
});

/** ℓ_j(x) on the nodes. */
export function lagrange(nodes: readonly Fixed[], j: number, x: Fixed): Fixed {
  return nodes.reduce((product, c, k) => (k === j ? product : over(times(product, x - c), nodes[j] - c)), ONE);
}

/** Rows of A times rows of B. */
export function matrixProduct(A: readonly (readonly Fixed[])[], B: readonly (readonly Fixed[])[]): Fixed[][] {
  return A.map((row) => B[0].map((_, j) => sum(row.map((x, k) => times(x, B[k][j])))));
}

/** Legendre's P_s and P_{s−1} at x. */
export function legendre(s: number, x: Fixed): readonly [Fixed, Fixed] {
  let [previous, value] = [ONE, x];
  for (let k = 2; k <= s; k++) {
    [previous, value] = [value, (BigInt(2 * k - 1) * times(x, value) - BigInt(k - 1) * previous) / BigInt(k)];
  }
  return [value, previous];
}

/** Newton's iteration from a double, whose digits it doubles each time. */
export function polished(x: number, correction: (x: Fixed) => Fixed): Fixed {
  let y = fixed(x);
  for (let k = 0; k < 6; k++) y -= correction(y);
  return y;
}
