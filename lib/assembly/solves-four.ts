/** The triangular solves with one panel for four right-hand sides side by side, x[4 k] … x[4 k + 3]: the panel comes from memory
 *  once for all of them. */
import { copyIn } from "./solves";
import { at, stripAt, subtractProduct } from "./tiles";

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
