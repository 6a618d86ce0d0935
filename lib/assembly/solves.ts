/** The triangular solves with one panel, for one right-hand side and for four side by side. All of them are bound by how fast
 *  the panel comes from memory. A processor fetches ahead along a stream until the page ends, so four streams that lie
 *  far apart come a third faster than one: the strips below the pivots are taken in quarters, one strip of each at a time. */
import { at, put, stripAt } from "./tiles";

/** `columns` numbers into the scratch y, and zeros up to `padded`. */
export function copyIn(own: usize, y: usize, columns: i32, padded: i32): void {
  memory.copy(y, own, (<usize>columns) << 3);
  memory.fill(y + ((<usize>columns) << 3), 0, (<usize>(padded - columns)) << 3);
}

/** The sixteen sums Σ_p l_p y_p of four strips, into `sums`. */
function sumFour(l0: usize, l1: usize, l2: usize, l3: usize, y: usize, end: usize, sums: usize): void {
  let a0 = f64x2.splat(0);
  let b0 = a0;
  let a1 = a0;
  let b1 = a0;
  let a2 = a0;
  let b2 = a0;
  let a3 = a0;
  let b3 = a0;
  for (; y < end; y += 16, l0 += 64, l1 += 64, l2 += 64, l3 += 64) {
    const s = v128.load_splat<f64>(y);
    const t = v128.load_splat<f64>(y, 8);
    a0 = f64x2.add(f64x2.add(a0, f64x2.mul(v128.load(l0), s)), f64x2.mul(v128.load(l0, 32), t));
    b0 = f64x2.add(f64x2.add(b0, f64x2.mul(v128.load(l0, 16), s)), f64x2.mul(v128.load(l0, 48), t));
    a1 = f64x2.add(f64x2.add(a1, f64x2.mul(v128.load(l1), s)), f64x2.mul(v128.load(l1, 32), t));
    b1 = f64x2.add(f64x2.add(b1, f64x2.mul(v128.load(l1, 16), s)), f64x2.mul(v128.load(l1, 48), t));
    a2 = f64x2.add(f64x2.add(a2, f64x2.mul(v128.load(l2), s)), f64x2.mul(v128.load(l2, 32), t));
    b2 = f64x2.add(f64x2.add(b2, f64x2.mul(v128.load(l2, 16), s)), f64x2.mul(v128.load(l2, 48), t));
    a3 = f64x2.add(f64x2.add(a3, f64x2.mul(v128.load(l3), s)), f64x2.mul(v128.load(l3, 32), t));
    b3 = f64x2.add(f64x2.add(b3, f64x2.mul(v128.load(l3, 16), s)), f64x2.mul(v128.load(l3, 48), t));
  }
  v128.store(sums, a0);
  v128.store(sums, b0, 16);
  v128.store(sums, a1, 32);
  v128.store(sums, b1, 48);
  v128.store(sums, a2, 64);
  v128.store(sums, b2, 80);
  v128.store(sums, a3, 96);
  v128.store(sums, b3, 112);
}

/** The four sums of one strip, added up in the same order. */
function sumOne(l: usize, y: usize, end: usize, sums: usize): void {
  let a = f64x2.splat(0);
  let b = a;
  for (; y < end; y += 16, l += 64) {
    const s = v128.load_splat<f64>(y);
    const t = v128.load_splat<f64>(y, 8);
    a = f64x2.add(f64x2.add(a, f64x2.mul(v128.load(l), s)), f64x2.mul(v128.load(l, 32), t));
    b = f64x2.add(f64x2.add(b, f64x2.mul(v128.load(l, 16), s)), f64x2.mul(v128.load(l, 48), t));
  }
  v128.store(sums, a);
  v128.store(sums, b, 16);
}

/** Four sums out of the rows of x they belong to. */
function subtractRows(x: usize, rows: usize, sums: usize): void {
  for (let r: usize = 0; r < 4; r++) {
    const target = x + ((<usize>load<i32>(rows + (r << 2))) << 3);
    store<f64>(target, load<f64>(target) - load<f64>(sums + (r << 3)));
  }
}

/** Pivot strip i, whose sums over the first `from` strips have been subtracted. */
function forwardStrip(strip: usize, y: usize, from: i32, i: i32, sums: usize): void {
  const top = y + ((<usize>i) << 5);
  sumOne(strip + ((<usize>from) << 7), y + ((<usize>from) << 5), top, sums);
  const l = strip + ((<usize>i) << 7);
  const y0 = at(top, 0) - at(sums, 0);
  const y1 = at(top, 1) - at(sums, 1) - at(l, 1) * y0;
  const y2 = at(top, 2) - at(sums, 2) - at(l, 2) * y0 - at(l, 6) * y1;
  const y3 = at(top, 3) - at(sums, 3) - at(l, 3) * y0 - at(l, 7) * y1 - at(l, 11) * y2;
  put(top, 0, y0);
  put(top, 1, y1);
  put(top, 2, y2);
  put(top, 3, y3);
}

/** y ← L⁻¹ y for the triangle of the pivots. */
export function forwardTriangle(start: usize, pivots: i32, y: usize, sums: usize): void {
  for (let i = 0; i < pivots; i += 4) {
    const last = min(pivots, i + 4);
    let from = 0;
    if (i > 0 && last === i + 4) {
      const top = y + ((<usize>i) << 5);
      sumFour(start + stripAt(i), start + stripAt(i + 1), start + stripAt(i + 2), start + stripAt(i + 3), y, top, sums);
      for (let r = 0; r < 16; r++) put(top, r, at(top, r) - at(sums, r));
      from = i;
    }
    for (let j = i; j < last; j++) forwardStrip(start + stripAt(j), y, from, j, sums);
  }
}

/** Takes the products of `strips` strips from l on out of the rows of x. Every row is summed up in the same order, whatever
 *  strips are taken together. */
export function forwardBelow(l: usize, pivots: i32, strips: i32, y: usize, x: usize, rows: usize, sums: usize): void {
  const end = y + ((<usize>pivots) << 5);
  const stride = (<usize>pivots) << 7;
  const quarter = <usize>(strips >> 2);
  const far = quarter * stride;
  for (let i: usize = 0; i < quarter; i++, l += stride, rows += 16) {
    sumFour(l, l + far, l + 2 * far, l + 3 * far, y, end, sums);
    for (let k: usize = 0; k < 4; k++) subtractRows(x, rows + ((k * quarter) << 4), sums + (k << 5));
  }
  l += 3 * far;
  rows += (3 * quarter) << 4;
  for (let i = strips & 3; i > 0; i--, l += stride, rows += 16) {
    sumOne(l, y, end, sums);
    subtractRows(x, rows, sums);
  }
}

export function forward(
  panel: i32,
  strips: i32,
  pivots: i32,
  vector: i32,
  first: i32,
  columns: i32,
  list: i32,
  scratch: i32,
): void {
  const x = (<usize>vector) << 3;
  const y = (<usize>scratch) << 3;
  const own = x + ((<usize>first) << 3);
  const start = (<usize>panel) << 3;
  const sums = y + ((<usize>pivots) << 5);
  copyIn(own, y, columns, 4 * pivots);
  forwardTriangle(start, pivots, y, sums);
  memory.copy(own, y, (<usize>columns) << 3);
  forwardBelow(start + stripAt(pivots), pivots, strips - pivots, y, x, (<usize>list) << 2, sums);
}

/** z_p += Σ_r l_pr x_r, in two lanes: rows 0 and 2 in one, 1 and 3 in the other. `g` holds the four x_r. */
function addOne(l: usize, z: usize, end: usize, g: usize): void {
  const a = v128.load(g);
  const b = v128.load(g, 16);
  for (; z < end; z += 32, l += 64) {
    const s = f64x2.add(v128.load(z), f64x2.mul(v128.load(l), a));
    const t = f64x2.add(v128.load(z, 16), f64x2.mul(v128.load(l, 32), a));
    v128.store(z, f64x2.add(s, f64x2.mul(v128.load(l, 16), b)));
    v128.store(z, f64x2.add(t, f64x2.mul(v128.load(l, 48), b)), 16);
  }
}

/** The same for four strips; `g` holds sixteen numbers. */
function addFour(l0: usize, l1: usize, l2: usize, l3: usize, z: usize, end: usize, g: usize): void {
  const a0 = v128.load(g);
  const b0 = v128.load(g, 16);
  const a1 = v128.load(g, 32);
  const b1 = v128.load(g, 48);
  const a2 = v128.load(g, 64);
  const b2 = v128.load(g, 80);
  const a3 = v128.load(g, 96);
  const b3 = v128.load(g, 112);
  for (; z < end; z += 32, l0 += 64, l1 += 64, l2 += 64, l3 += 64) {
    let s = f64x2.add(v128.load(z), f64x2.mul(v128.load(l0), a0));
    let t = f64x2.add(v128.load(z, 16), f64x2.mul(v128.load(l0, 32), a0));
    s = f64x2.add(s, f64x2.mul(v128.load(l0, 16), b0));
    t = f64x2.add(t, f64x2.mul(v128.load(l0, 48), b0));
    s = f64x2.add(s, f64x2.mul(v128.load(l1), a1));
    t = f64x2.add(t, f64x2.mul(v128.load(l1, 32), a1));
    s = f64x2.add(s, f64x2.mul(v128.load(l1, 16), b1));
    t = f64x2.add(t, f64x2.mul(v128.load(l1, 48), b1));
    s = f64x2.add(s, f64x2.mul(v128.load(l2), a2));
    t = f64x2.add(t, f64x2.mul(v128.load(l2, 32), a2));
    s = f64x2.add(s, f64x2.mul(v128.load(l2, 16), b2));
    t = f64x2.add(t, f64x2.mul(v128.load(l2, 48), b2));
    s = f64x2.add(s, f64x2.mul(v128.load(l3), a3));
    t = f64x2.add(t, f64x2.mul(v128.load(l3, 32), a3));
    s = f64x2.add(s, f64x2.mul(v128.load(l3, 16), b3));
    t = f64x2.add(t, f64x2.mul(v128.load(l3, 48), b3));
    v128.store(z, s);
    v128.store(z, t, 16);
  }
}

/** Four entries of x by their rows, into `g`. */
function gatherRows(x: usize, rows: usize, g: usize): void {
  for (let r: usize = 0; r < 4; r++) store<f64>(g + (r << 3), at(x, load<i32>(rows + (r << 2))));
}

/** Both lanes of z_p together. */
function total(z: usize, p: i32): f64 {
  const lanes = v128.load(z + ((<usize>p) << 4));
  return f64x2.extract_lane(lanes, 0) + f64x2.extract_lane(lanes, 1);
}

/** The unknowns of pivot strip i, from what follows them. */
function backwardStrip(strip: usize, y: usize, z: usize, i: i32, inverse: usize): void {
  const tile = strip + ((<usize>i) << 7);
  const top = y + ((<usize>i) << 5);
  const d = inverse + ((<usize>i) << 5);
  const y3 = at(top, 3) * at(d, 3) - total(z, 4 * i + 3);
  const y2 = at(top, 2) * at(d, 2) - total(z, 4 * i + 2) - at(tile, 11) * y3;
  const y1 = at(top, 1) * at(d, 1) - total(z, 4 * i + 1) - at(tile, 6) * y2 - at(tile, 7) * y3;
  const y0 = at(top, 0) * at(d, 0) - total(z, 4 * i) - at(tile, 1) * y1 - at(tile, 2) * y2 - at(tile, 3) * y3;
  put(top, 0, y0);
  put(top, 1, y1);
  put(top, 2, y2);
  put(top, 3, y3);
}

/** z += Lᵀ x for pivot strips begin … end − 1 and the `strips` strips from l on. Every column is summed up in the same order,
 *  whatever columns are taken together. */
export function backwardBelow(
  l: usize,
  pivots: i32,
  strips: i32,
  begin: i32,
  end: i32,
  z: usize,
  x: usize,
  rows: usize,
  g: usize,
): void {
  const stride = (<usize>pivots) << 7;
  const quarter = <usize>(strips >> 2);
  const far = quarter * stride;
  const zEnd = z + ((<usize>end) << 6);
  z += (<usize>begin) << 6;
  l += (<usize>begin) << 7;
  for (let i: usize = 0; i < quarter; i++, l += stride, rows += 16) {
    for (let k: usize = 0; k < 4; k++) gatherRows(x, rows + ((k * quarter) << 4), g + (k << 5));
    addFour(l, l + far, l + 2 * far, l + 3 * far, z, zEnd, g);
  }
  l += 3 * far;
  rows += (3 * quarter) << 4;
  for (let i = strips & 3; i > 0; i--, l += stride, rows += 16) {
    gatherRows(x, rows, g);
    addOne(l, z, zEnd, g);
  }
}

/** y ← L⁻ᵀ (D⁻¹ y − z) for the triangle of the pivots: groups of four strips as in the other triangle, each by itself and then
 *  its part in the strips before it. */
export function backwardTriangle(start: usize, pivots: i32, inverse: usize, y: usize, z: usize): void {
  for (let i = (pivots - 1) & ~3; i >= 0; i -= 4) {
    const last = min(pivots, i + 4);
    const from = last === i + 4 ? i : 0;
    for (let j = last - 1; j >= i; j--) {
      const strip = start + stripAt(j);
      backwardStrip(strip, y, z, j, inverse);
      const begin = z + ((<usize>from) << 6);
      addOne(strip + ((<usize>from) << 7), begin, z + ((<usize>j) << 6), y + ((<usize>j) << 5));
    }
    if (from > 0) {
      const top = z + ((<usize>i) << 6);
      const solved = y + ((<usize>i) << 5);
      addFour(
        start + stripAt(i),
        start + stripAt(i + 1),
        start + stripAt(i + 2),
        start + stripAt(i + 3),
        z,
        top,
        solved,
      );
    }
  }
}

export function backward(
  panel: i32,
  strips: i32,
  pivots: i32,
  vector: i32,
  first: i32,
  columns: i32,
  list: i32,
  scratch: i32,
): void {
  const x = (<usize>vector) << 3;
  const y = (<usize>scratch) << 3;
  const z = y + ((<usize>pivots) << 5);
  const g = z + ((<usize>pivots) << 6);
  const own = x + ((<usize>first) << 3);
  const start = (<usize>panel) << 3;
  const below = start + stripAt(pivots);
  copyIn(own, y, columns, 4 * pivots);
  memory.fill(z, 0, (<usize>pivots) << 6);
  backwardBelow(below, pivots, strips - pivots, 0, pivots, z, x, (<usize>list) << 2, g);
  backwardTriangle(start, pivots, below + ((<usize>(strips - pivots) * <usize>pivots) << 7), y, z);
  memory.copy(own, y, (<usize>columns) << 3);
}
