/** The kernels for complex symmetric matrices (Aᵀ = A, no conjugation). The layout of fronts and panels is that of the real
 *  ones, with four real and four imaginary numbers in place of four; vectors have the two parts of a number side by side.
 *  Plain TypeScript, but for the inner loops where there is WebAssembly with SIMD. */
import { hypot } from "../../core/elementary.js";
import type { Vec } from "../../core/vec.js";
import { complex } from "../kernels/complex.js";
import { type KernelMemory, type Kernels, type PanelSolve, panelSize, stripAt } from "./kernels.js";
import { eliminationWith, type Tiles } from "./strip-elimination.js";
import { instanceOf } from "./wasm-kernels.js";

/** The inner loops, all of them by offset. */
interface Loops {
  readonly subtractProduct: Tiles["subtractProduct"];
  /** The sums of four rows over `count` columns from `strip` on: four real parts, four imaginary ones. */
  stripSums(strip: number, y: number, count: number, sums: number): void;
  /** y −= Lᵀ x for four rows of `count` columns from `strip` on; x as the sums are. */
  subtractTransposed(strip: number, y: number, count: number, x: number): void;
}

export const plainComplexKernels: Kernels = (length) => {
  const m = new Float64Array(length);
  return kernelsOn(m, {
    subtractProduct: (tile, a, b, count) => subtractProduct(m, tile, a, b, count),
    stripSums: (strip, y, count, sums) => stripSums(m, strip, y, count, sums),
    subtractTransposed: (strip, y, count, x) => subtractTransposed(m, strip, y, count, x),
  });
};

export const wasmComplexKernels: Kernels = (length) => {
  const { memory, exports } = instanceOf(complex, length);
  return kernelsOn(new Float64Array(memory.buffer), exports as unknown as Loops);
};

function kernelsOn(m: Vec, loops: Loops): KernelMemory {
  const ints = new Int32Array(m.buffer);
  return {
    doubles: m,
    ints,
    eliminate: eliminationWith({
      parts: 2,
      subtractProduct: loops.subtractProduct,
      eliminateDiagonal: (tile, inverse, least, substitute) => eliminateDiagonal(m, tile, inverse, least, substitute),
      eliminateBelow: (tile, diagonal, inverse, scaled) => eliminateBelow(m, tile, diagonal, inverse, scaled),
    }),
    extendAdd: (child, rows, map, front) => extendAdd(m, ints, child, rows, map, front),
    forward: forward(m, ints, loops),
    backward: backward(m, ints, loops),
  };
}

function subtractProduct(m: Vec, tile: number, a: number, b: number, count: number): void {
  for (let c = 0; c < 4; c++) {
    for (let r = 0; r < 4; r++) {
      const at = tile + 8 * c + r;
      let re = m[at];
      let im = m[at + 4];
      for (let p = 0, u = a + r, v = b + c; p < count; p++, u += 8, v += 8) {
        re = re - m[u] * m[v] + m[u + 4] * m[v + 4];
        im = im - m[u] * m[v + 4] - m[u + 4] * m[v];
      }
      m[at] = re;
      m[at + 4] = im;
    }
  }
}

function eliminateDiagonal(m: Vec, tile: number, inverse: number, least: number, substitute: number): number {
  for (let c = 0; c < 4; c++) {
    const at = tile + 9 * c;
    const length = hypot(m[at], m[at + 4]);
    let re = m[at];
    let im = m[at + 4];
    if (!(length > m[least + c])) {
      m[inverse + c] = length;
      if (!(substitute > 0) || Number.isNaN(length)) return c;
      re = length > 0 ? (re / length) * substitute : substitute;
      im = length > 0 ? (im / length) * substitute : 0;
    }
    const square = re * re + im * im;
    const invRe = re / square;
    const invIm = -im / square;
    m[inverse + c] = invRe;
    m[inverse + 4 + c] = invIm;
    for (let j = c + 1; j < 4; j++) {
      const u = tile + 8 * c + j;
      const re = m[u] * invRe - m[u + 4] * invIm;
      const im = m[u] * invIm + m[u + 4] * invRe;
      for (let i = j; i < 4; i++) {
        const v = tile + 8 * c + i;
        const target = tile + 8 * j + i;
        m[target] -= m[v] * re - m[v + 4] * im;
        m[target + 4] -= m[v] * im + m[v + 4] * re;
      }
    }
    for (let i = c + 1; i < 4; i++) scale(m, tile + 8 * c + i, invRe, invIm, tile + 8 * c + i);
  }
  return -1;
}

/** The number at `to` becomes that at `from` times a factor. */
function scale(m: Vec, from: number, re: number, im: number, to: number): void {
  const a = m[from];
  const b = m[from + 4];
  m[to] = a * re - b * im;
  m[to + 4] = a * im + b * re;
}

function eliminateBelow(m: Vec, tile: number, diagonal: number, inverse: number, scaled: number): void {
  for (let r = 0; r < 4; r++) {
    for (let c = 0; c < 4; c++) {
      let re = m[tile + 8 * c + r];
      let im = m[tile + 8 * c + r + 4];
      for (let q = 0; q < c; q++) {
        const u = scaled + 8 * q + r;
        const v = diagonal + 8 * q + c;
        re -= m[u] * m[v] - m[u + 4] * m[v + 4];
        im -= m[u] * m[v + 4] + m[u + 4] * m[v];
      }
      m[scaled + 8 * c + r] = re;
      m[scaled + 8 * c + r + 4] = im;
    }
    for (let c = 0; c < 4; c++) {
      scale(m, scaled + 8 * c + r, m[inverse + c], m[inverse + 4 + c], tile + 8 * c + r);
    }
  }
}

function extendAdd(m: Vec, ints: Int32Array, child: number, rows: number, map: number, front: number): void {
  for (let i = 0; i < rows; i++) {
    const to = ints[map + i];
    const source = child + 2 * stripAt(i >> 2) + (i & 3);
    const target = front + 2 * stripAt(to >> 2) + (to & 3);
    for (let j = 0; j <= i; j++) {
      const column = 8 * ints[map + j];
      m[target + column] += m[source + 8 * j];
      m[target + column + 4] += m[source + 8 * j + 4];
    }
  }
}

function forward(m: Vec, ints: Int32Array, { stripSums: sum }: Loops): PanelSolve {
  return (panel, strips, pivots, x, first, columns, rows, y) => {
    const own = x + 2 * first;
    const sums = y + 8 * pivots;
    for (let p = 0; p < 8 * pivots; p++) m[y + p] = p < 2 * columns ? m[own + p] : 0;
    let at = panel;
    for (let i = 0; i < strips; i++) {
      const before = 4 * Math.min(i, pivots);
      sum(at, y, before, sums);
      at += 8 * before;
      if (i >= pivots) {
        for (let r = 0; r < 4; r++) subtractNumber(m, x + 2 * ints[rows + 4 * (i - pivots) + r], sums + r);
        continue;
      }
      // Row r of the tile on the diagonal goes on to its own column.
      for (let r = 0; r < 4; r++) {
        for (let q = 0; q < r; q++) {
          const u = at + 8 * q + r;
          const v = y + 2 * (4 * i + q);
          m[sums + r] += m[u] * m[v] - m[u + 4] * m[v + 1];
          m[sums + r + 4] += m[u] * m[v + 1] + m[u + 4] * m[v];
        }
        subtractNumber(m, y + 2 * (4 * i + r), sums + r);
      }
      at += 32;
    }
    for (let p = 0; p < 2 * columns; p++) m[own + p] = m[y + p];
  };
}

/** A number of a vector −= a sum of a strip. */
function subtractNumber(m: Vec, target: number, sum: number): void {
  m[target] -= m[sum];
  m[target + 1] -= m[sum + 4];
}

function stripSums(m: Vec, strip: number, y: number, count: number, sums: number): void {
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  let t0 = 0;
  let t1 = 0;
  let t2 = 0;
  let t3 = 0;
  for (let p = y, u = strip; p < y + 2 * count; p += 2, u += 8) {
    const re = m[p];
    const im = m[p + 1];
    s0 += m[u] * re - m[u + 4] * im;
    s1 += m[u + 1] * re - m[u + 5] * im;
    s2 += m[u + 2] * re - m[u + 6] * im;
    s3 += m[u + 3] * re - m[u + 7] * im;
    t0 += m[u] * im + m[u + 4] * re;
    t1 += m[u + 1] * im + m[u + 5] * re;
    t2 += m[u + 2] * im + m[u + 6] * re;
    t3 += m[u + 3] * im + m[u + 7] * re;
  }
  m[sums] = s0;
  m[sums + 1] = s1;
  m[sums + 2] = s2;
  m[sums + 3] = s3;
  m[sums + 4] = t0;
  m[sums + 5] = t1;
  m[sums + 6] = t2;
  m[sums + 7] = t3;
}

function backward(m: Vec, ints: Int32Array, { subtractTransposed: subtract }: Loops): PanelSolve {
  return (panel, strips, pivots, x, first, columns, rows, y) => {
    const own = x + 2 * first;
    const four = y + 8 * pivots;
    const inverse = panel + 2 * panelSize(strips, pivots) - 8 * pivots;
    for (let p = 0; p < 4 * pivots; p++) {
      const d = inverse + 8 * (p >> 2) + (p & 3);
      const a = p < columns ? m[own + 2 * p] : 0;
      const b = p < columns ? m[own + 2 * p + 1] : 0;
      m[y + 2 * p] = a * m[d] - b * m[d + 4];
      m[y + 2 * p + 1] = a * m[d + 4] + b * m[d];
    }
    for (let i = strips - 1; i >= 0; i--) {
      const inside = i < pivots;
      const at = panel + 2 * (inside ? stripAt(i) : stripAt(pivots) + (i - pivots) * 16 * pivots);
      for (let r = 3; r >= 0; r--) {
        const source = inside ? y + 2 * (4 * i + r) : x + 2 * ints[rows + 4 * (i - pivots) + r];
        const re = m[source];
        const im = m[source + 1];
        m[four + r] = re;
        m[four + r + 4] = im;
        for (let q = 0; inside && q < r; q++) {
          const u = at + 32 * i + 8 * q + r;
          const v = y + 2 * (4 * i + q);
          m[v] -= m[u] * re - m[u + 4] * im;
          m[v + 1] -= m[u] * im + m[u + 4] * re;
        }
      }
      subtract(at, y, 4 * Math.min(i, pivots), four);
    }
    for (let p = 0; p < 2 * columns; p++) m[own + p] = m[y + p];
  };
}

function subtractTransposed(m: Vec, strip: number, y: number, count: number, x: number): void {
  const [r0, r1, r2, r3, i0, i1, i2, i3] = m.subarray(x, x + 8);
  for (let p = y, u = strip; p < y + 2 * count; p += 2, u += 8) {
    const even = m[u] * r0 - m[u + 4] * i0 + (m[u + 2] * r2 - m[u + 6] * i2);
    const odd = m[u + 1] * r1 - m[u + 5] * i1 + (m[u + 3] * r3 - m[u + 7] * i3);
    const evenIm = m[u] * i0 + m[u + 4] * r0 + (m[u + 2] * i2 + m[u + 6] * r2);
    const oddIm = m[u + 1] * i1 + m[u + 5] * r1 + (m[u + 3] * i3 + m[u + 7] * r3);
    m[p] -= even + odd;
    m[p + 1] -= evenIm + oddIm;
  }
}
