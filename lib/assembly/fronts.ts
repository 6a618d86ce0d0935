/** The kernels of `lib/src/linalg/sparse/kernels.ts` in AssemblyScript; offsets come in doubles (or ints). */
import { eliminateBlock, eliminateStrip, PANEL_STRIPS, stripAt, updateStrips } from "./tiles";

export { backward, forward } from "./solves";
export { backwardFour, forwardFour } from "./solves-four";

export function eliminate(
  front: i32,
  strips: i32,
  pivots: i32,
  work: i32,
  inverse: i32,
  least: i32,
  substitute: f64,
): i32 {
  const f = (<usize>front) << 3;
  const w = (<usize>work) << 3;
  const d = (<usize>inverse) << 3;
  const t = (<usize>least) << 3;
  for (let begin = 0; begin < pivots; begin += PANEL_STRIPS) {
    const end = min(pivots, begin + PANEL_STRIPS);
    const failed = eliminateBlock(f, w, d, t, begin, end, substitute);
    if (failed >= 0) return failed;
    for (let i = end; i < strips; i++) eliminateStrip(f, w, d, begin, end, i);
    updateStrips(f, w, begin, end, end, strips);
  }
  return -1;
}

/** Where row `to` of a front begins: column c is 32 c bytes on. */
function rowAt(front: usize, to: i32): usize {
  return front + stripAt(to >> 2) + ((<usize>(to & 3)) << 3);
}

function addAt(target: usize, value: f64): void {
  store<f64>(target, load<f64>(target) + value);
}

export function extendAdd(child: i32, rows: i32, map: i32, front: i32): void {
  const f = (<usize>front) << 3;
  const m = (<usize>map) << 2;
  const u = (<usize>child) << 3;
  let i = 0;
  for (; i + 4 <= rows; i += 4) {
    const source = u + stripAt(i >> 2);
    const own = m + ((<usize>i) << 2);
    const r0 = rowAt(f, load<i32>(own));
    const r1 = rowAt(f, load<i32>(own, 4));
    const r2 = rowAt(f, load<i32>(own, 8));
    const r3 = rowAt(f, load<i32>(own, 12));
    let from = source;
    for (let p = m; p < own; p += 4, from += 32) {
      const column = (<usize>load<i32>(p)) << 5;
      addAt(r0 + column, load<f64>(from));
      addAt(r1 + column, load<f64>(from, 8));
      addAt(r2 + column, load<f64>(from, 16));
      addAt(r3 + column, load<f64>(from, 24));
    }
    addRows(m, u, f, i, i, i + 4);
  }
  addRows(m, u, f, i, 0, rows);
}

/** Rows first … end − 1, of one strip, from column `column` to the diagonal. */
function addRows(m: usize, u: usize, f: usize, first: i32, column: i32, end: i32): void {
  for (let i = first; i < end; i++) {
    const target = rowAt(f, load<i32>(m + ((<usize>i) << 2)));
    const source = u + stripAt(i >> 2) + ((<usize>(i & 3)) << 3);
    for (let j = column; j <= i; j++) {
      addAt(target + ((<usize>load<i32>(m + ((<usize>j) << 2))) << 5), load<f64>(source + ((<usize>j) << 5)));
    }
  }
}
