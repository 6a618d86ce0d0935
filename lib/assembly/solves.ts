/** The triangular solves with one panel, for one right-hand side and for four side by side: all of them are bound by how fast
 *  the panel comes from memory, so it is read once, strip after strip. */
import { at, put, stripAt, subtractProduct } from "./tiles";

/** x[own] … into the padded scratch y, or back. */
function copyIn(own: usize, y: usize, columns: i32, padded: i32): void {
  memory.copy(y, own, (<usize>columns) << 3);
  memory.fill(y + ((<usize>columns) << 3), 0, (<usize>(padded - columns)) << 3);
}

function subtractFour(x: usize, rows: usize, a: v128, b: v128): void {
  subtractAt(x, load<i32>(rows), f64x2.extract_lane(a, 0));
  subtractAt(x, load<i32>(rows, 4), f64x2.extract_lane(a, 1));
  subtractAt(x, load<i32>(rows, 8), f64x2.extract_lane(b, 0));
  subtractAt(x, load<i32>(rows, 12), f64x2.extract_lane(b, 1));
}

function subtractAt(x: usize, index: i32, value: f64): void {
  const target = x + ((<usize>index) << 3);
  store<f64>(target, load<f64>(target) - value);
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
  copyIn(own, y, columns, 4 * pivots);
  let l = (<usize>panel) << 3;
  for (let i = 0; i < pivots; i++) {
    let a = f64x2.splat(0);
    let b = f64x2.splat(0);
    let c = f64x2.splat(0);
    let d = f64x2.splat(0);
    const top = y + ((<usize>i) << 5);
    for (let p = y; p < top; p += 16, l += 64) {
      const s = v128.load_splat<f64>(p);
      const t = v128.load_splat<f64>(p, 8);
      a = f64x2.add(a, f64x2.mul(v128.load(l), s));
      b = f64x2.add(b, f64x2.mul(v128.load(l, 16), s));
      c = f64x2.add(c, f64x2.mul(v128.load(l, 32), t));
      d = f64x2.add(d, f64x2.mul(v128.load(l, 48), t));
    }
    a = f64x2.add(a, c);
    b = f64x2.add(b, d);
    const y0 = at(top, 0) - f64x2.extract_lane(a, 0);
    const y1 = at(top, 1) - f64x2.extract_lane(a, 1) - at(l, 1) * y0;
    const y2 = at(top, 2) - f64x2.extract_lane(b, 0) - at(l, 2) * y0 - at(l, 6) * y1;
    const y3 = at(top, 3) - f64x2.extract_lane(b, 1) - at(l, 3) * y0 - at(l, 7) * y1 - at(l, 11) * y2;
    put(top, 0, y0);
    put(top, 1, y1);
    put(top, 2, y2);
    put(top, 3, y3);
    l += 128;
  }
  memory.copy(own, y, (<usize>columns) << 3);
  const end = y + ((<usize>pivots) << 5);
  let rows = (<usize>list) << 2;
  const stride = (<usize>pivots) << 7;
  let i = pivots;
  // Two strips at a time: two streams from memory, and twice as many sums in flight.
  for (; i + 2 <= strips; i += 2, rows += 32) {
    let a = f64x2.splat(0);
    let b = f64x2.splat(0);
    let c = f64x2.splat(0);
    let d = f64x2.splat(0);
    let k = l + stride;
    for (let p = y; p < end; p += 16, l += 64, k += 64) {
      const s = v128.load_splat<f64>(p);
      const t = v128.load_splat<f64>(p, 8);
      a = f64x2.add(f64x2.add(a, f64x2.mul(v128.load(l), s)), f64x2.mul(v128.load(l, 32), t));
      b = f64x2.add(f64x2.add(b, f64x2.mul(v128.load(l, 16), s)), f64x2.mul(v128.load(l, 48), t));
      c = f64x2.add(f64x2.add(c, f64x2.mul(v128.load(k), s)), f64x2.mul(v128.load(k, 32), t));
      d = f64x2.add(f64x2.add(d, f64x2.mul(v128.load(k, 16), s)), f64x2.mul(v128.load(k, 48), t));
    }
    l = k;
    subtractFour(x, rows, a, b);
    subtractFour(x, rows + 16, c, d);
  }
  if (i < strips) {
    let a = f64x2.splat(0);
    let b = f64x2.splat(0);
    for (let p = y; p < end; p += 8, l += 32) {
      const s = v128.load_splat<f64>(p);
      a = f64x2.add(a, f64x2.mul(v128.load(l), s));
      b = f64x2.add(b, f64x2.mul(v128.load(l, 16), s));
    }
    subtractFour(x, rows, a, b);
  }
}

/** z_p += Σ_r l_pr x_r, in two lanes: rows 0 and 2 in one, 1 and 3 in the other. */
function addTransposed(l: usize, z: usize, end: usize, x01: v128, x23: v128): void {
  for (; z < end; z += 32, l += 64) {
    const first = f64x2.add(f64x2.mul(v128.load(l), x01), f64x2.mul(v128.load(l, 16), x23));
    const second = f64x2.add(f64x2.mul(v128.load(l, 32), x01), f64x2.mul(v128.load(l, 48), x23));
    v128.store(z, f64x2.add(v128.load(z), first));
    v128.store(z, f64x2.add(v128.load(z, 16), second), 16);
  }
}

function addTwoTransposed(l: usize, k: usize, z: usize, end: usize, a: v128, b: v128, c: v128, d: v128): void {
  for (; z < end; z += 32, l += 64, k += 64) {
    let s = f64x2.add(v128.load(z), f64x2.mul(v128.load(l), a));
    let t = f64x2.add(v128.load(z, 16), f64x2.mul(v128.load(l, 32), a));
    s = f64x2.add(s, f64x2.mul(v128.load(l, 16), b));
    t = f64x2.add(t, f64x2.mul(v128.load(l, 48), b));
    s = f64x2.add(s, f64x2.mul(v128.load(k), c));
    t = f64x2.add(t, f64x2.mul(v128.load(k, 32), c));
    s = f64x2.add(s, f64x2.mul(v128.load(k, 16), d));
    t = f64x2.add(t, f64x2.mul(v128.load(k, 48), d));
    v128.store(z, s);
    v128.store(z, t, 16);
  }
}

/** Two entries of x by their indices. */
function gathered(x: usize, rows: usize): v128 {
  return pair(at(x, load<i32>(rows)), at(x, load<i32>(rows, 4)));
}

function pair(p: f64, q: f64): v128 {
  return f64x2.replace_lane(f64x2.splat(p), 1, q);
}

/** Both lanes of z_p together. */
function total(z: usize, p: i32): f64 {
  const lanes = v128.load(z + ((<usize>p) << 4));
  return f64x2.extract_lane(lanes, 0) + f64x2.extract_lane(lanes, 1);
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
  const own = x + ((<usize>first) << 3);
  const start = (<usize>panel) << 3;
  const below = start + stripAt(pivots);
  const stride = (<usize>pivots) << 7;
  copyIn(own, y, columns, 4 * pivots);
  memory.fill(z, 0, (<usize>pivots) << 6);
  let rows = (<usize>list) << 2;
  let l = below;
  const zEnd = z + ((<usize>pivots) << 6);
  let i = pivots;
  for (; i + 2 <= strips; i += 2, rows += 32, l += 2 * stride) {
    addTwoTransposed(
      l,
      l + stride,
      z,
      zEnd,
      gathered(x, rows),
      gathered(x, rows + 8),
      gathered(x, rows + 16),
      gathered(x, rows + 24),
    );
  }
  if (i < strips) {
    addTransposed(l, z, zEnd, gathered(x, rows), gathered(x, rows + 8));
    l += stride;
  }
  const inverse = l;
  for (i = pivots - 1; i >= 0; i--) {
    const strip = start + stripAt(i);
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
    addTransposed(strip, z, z + ((<usize>i) << 6), pair(y0, y1), pair(y2, y3));
  }
  memory.copy(own, y, (<usize>columns) << 3);
}

/** Row `row` of a tile of four right-hand sides −= factor × row `from`. */
function subtractRow(tile: usize, row: i32, from: i32, factor: f64): void {
  const r = tile + ((<usize>row) << 5);
  const q = tile + ((<usize>from) << 5);
  const s = f64x2.splat(factor);
  v128.store(r, f64x2.sub(v128.load(r), f64x2.mul(v128.load(q), s)));
  v128.store(r, f64x2.sub(v128.load(r, 16), f64x2.mul(v128.load(q, 16), s)), 16);
}

/** x += y, four right-hand sides of one row. */
function addRow(x: usize, y: usize): void {
  v128.store(x, f64x2.add(v128.load(x), v128.load(y)));
  v128.store(x, f64x2.add(v128.load(x, 16), v128.load(y, 16)), 16);
}

/** `forward` for four right-hand sides at once, which lie side by side: x[4 k] … x[4 k + 3]. */
export function forwardFour(
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
  const own = x + ((<usize>first) << 5);
  copyIn(own, y, 4 * columns, 16 * pivots);
  let l = (<usize>panel) << 3;
  for (let i = 0; i < pivots; i++) {
    const tile = y + ((<usize>i) << 7);
    if (i > 0) subtractProduct(tile, y, l, 4 * i);
    l += (<usize>i) << 7;
    subtractRow(tile, 1, 0, at(l, 1));
    subtractRow(tile, 2, 0, at(l, 2));
    subtractRow(tile, 3, 0, at(l, 3));
    subtractRow(tile, 2, 1, at(l, 6));
    subtractRow(tile, 3, 1, at(l, 7));
    subtractRow(tile, 3, 2, at(l, 11));
    l += 128;
  }
  memory.copy(own, y, (<usize>columns) << 5);
  const tile = y + ((<usize>pivots) << 7);
  const stride = (<usize>pivots) << 7;
  let rows = (<usize>list) << 2;
  for (let i = pivots; i < strips; i++, rows += 16, l += stride) {
    memory.fill(tile, 0, 128);
    subtractProduct(tile, y, l, 4 * pivots);
    for (let r = 0; r < 4; r++) {
      addRow(x + ((<usize>load<i32>(rows + ((<usize>r) << 2))) << 5), tile + ((<usize>r) << 5));
    }
  }
}

/** y_p −= Σ_r l_pr g_r for four right-hand sides; g_r from the rows of one strip. */
function subtractTransposed(l: usize, y: usize, end: usize, g: usize): void {
  const a0 = v128.load(g);
  const b0 = v128.load(g, 16);
  const a1 = v128.load(g, 32);
  const b1 = v128.load(g, 48);
  const a2 = v128.load(g, 64);
  const b2 = v128.load(g, 80);
  const a3 = v128.load(g, 96);
  const b3 = v128.load(g, 112);
  for (; y < end; y += 32, l += 32) {
    let s = v128.load_splat<f64>(l);
    let a = f64x2.sub(v128.load(y), f64x2.mul(a0, s));
    let b = f64x2.sub(v128.load(y, 16), f64x2.mul(b0, s));
    s = v128.load_splat<f64>(l, 8);
    a = f64x2.sub(a, f64x2.mul(a1, s));
    b = f64x2.sub(b, f64x2.mul(b1, s));
    s = v128.load_splat<f64>(l, 16);
    a = f64x2.sub(a, f64x2.mul(a2, s));
    b = f64x2.sub(b, f64x2.mul(b2, s));
    s = v128.load_splat<f64>(l, 24);
    v128.store(y, f64x2.sub(a, f64x2.mul(a3, s)));
    v128.store(y, f64x2.sub(b, f64x2.mul(b3, s)), 16);
  }
}

/** `backward` for four right-hand sides at once. */
export function backwardFour(
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
  const own = x + ((<usize>first) << 5);
  const start = (<usize>panel) << 3;
  const stride = (<usize>pivots) << 7;
  const below = start + stripAt(pivots);
  const inverse = below + <usize>(strips - pivots) * stride;
  const yEnd = y + stride;
  copyIn(own, y, 4 * columns, 16 * pivots);
  for (let p: usize = 0; p < (<usize>pivots) << 5; p += 8) {
    const s = v128.load_splat<f64>(inverse + p);
    const row = y + (p << 2);
    v128.store(row, f64x2.mul(v128.load(row), s));
    v128.store(row, f64x2.mul(v128.load(row, 16), s), 16);
  }
  const tile = yEnd;
  let rows = (<usize>list) << 2;
  let l = below;
  for (let i = pivots; i < strips; i++, rows += 16, l += stride) {
    for (let r: usize = 0; r < 4; r++) {
      memory.copy(tile + (r << 5), x + ((<usize>load<i32>(rows + (r << 2))) << 5), 32);
    }
    subtractTransposed(l, y, yEnd, tile);
  }
  for (let i = pivots - 1; i >= 0; i--) {
    const strip = start + stripAt(i);
    const d = strip + ((<usize>i) << 7);
    const own4 = y + ((<usize>i) << 7);
    subtractRow(own4, 2, 3, at(d, 11));
    subtractRow(own4, 1, 3, at(d, 7));
    subtractRow(own4, 1, 2, at(d, 6));
    subtractRow(own4, 0, 3, at(d, 3));
    subtractRow(own4, 0, 2, at(d, 2));
    subtractRow(own4, 0, 1, at(d, 1));
    subtractTransposed(strip, y, own4, own4);
  }
  memory.copy(own, y, (<usize>columns) << 5);
}
