/** The kernels for complex symmetric matrices (Aᵀ = A, no conjugation). The layout of fronts and panels is that of the real
 *  ones, with four real and four imaginary numbers in place of four; vectors have the two parts of a number side by side.
 *  Plain TypeScript, but for the product of tiles where there is WebAssembly with SIMD. */
import type { Vec } from "../../core/vec.js";
import { complex } from "../kernels/complex.js";
import { type KernelMemory, type Kernels, type PanelSolve, panelSize, stripAt } from "./kernels.js";
import { eliminationWith, type Tiles } from "./strip-elimination.js";
import { instanceOf } from "./wasm-kernels.js";

export const plainComplexKernels: Kernels = (length) => {
  const doubles = new Float64Array(length);
  return kernelsOn(doubles, (tile, a, b, count) => subtractProduct(doubles, tile, a, b, count));
};

export const wasmComplexKernels: Kernels = (length) => {
  const { memory, exports } = instanceOf(complex, length);
  const doubles = new Float64Array(memory.buffer);
  return kernelsOn(doubles, exports["subtractComplex"] as Tiles["subtractProduct"]);
};

function kernelsOn(m: Vec, product: Tiles["subtractProduct"]): KernelMemory {
  const ints = new Int32Array(m.buffer);
  return {
    doubles: m,
    ints,
    eliminate: eliminationWith({
      parts: 2,
      subtractProduct: product,
      eliminateDiagonal: (tile, inverse, least, substitute) => eliminateDiagonal(m, tile, inverse, least, substitute),
      eliminateBelow: (tile, diagonal, inverse, scaled) => eliminateBelow(m, tile, diagonal, inverse, scaled),
    }),
    extendAdd: (child, rows, map, front) => extendAdd(m, ints, child, rows, map, front),
    forward: forward(m, ints),
    backward: backward(m, ints),
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
    const length = Math.hypot(m[at], m[at + 4]);
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

function forward(m: Vec, ints: Int32Array): PanelSolve {
  return (panel, strips, pivots, x, first, columns, rows, scratch) => {
    const own = x + 2 * first;
    const y = m.subarray(scratch, scratch + 8 * pivots);
    for (let p = 0; p < 8 * pivots; p++) y[p] = p < 2 * columns ? m[own + p] : 0;
    const four = m.subarray(scratch + 8 * pivots, scratch + 8 * pivots + 8);
    let at = panel;
    for (let i = 0; i < strips; i++) {
      const inside = i < pivots;
      const next = stripSums(m, at, y, 4 * Math.min(i, pivots), four);
      if (inside) {
        for (let r = 0; r < 4; r++) {
          const target = 2 * (4 * i + r);
          for (let q = 0; q < r; q++) {
            const u = next + 8 * q + r;
            const v = 2 * (4 * i + q);
            four[r] += m[u] * y[v] - m[u + 4] * y[v + 1];
            four[r + 4] += m[u] * y[v + 1] + m[u + 4] * y[v];
          }
          y[target] -= four[r];
          y[target + 1] -= four[r + 4];
        }
      } else {
        for (let r = 0; r < 4; r++) {
          const target = x + 2 * ints[rows + 4 * (i - pivots) + r];
          m[target] -= four[r];
          m[target + 1] -= four[r + 4];
        }
      }
      at = inside ? next + 32 : next;
    }
    for (let p = 0; p < 2 * columns; p++) m[own + p] = y[p];
  };
}

/** The sums of four rows over `count` columns from `at` on: four real parts, four imaginary ones. Returns where the columns end. */
function stripSums(m: Vec, at: number, y: Vec, count: number, sums: Vec): number {
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  let t0 = 0;
  let t1 = 0;
  let t2 = 0;
  let t3 = 0;
  let u = at;
  for (let p = 0; p < 2 * count; p += 2, u += 8) {
    const re = y[p];
    const im = y[p + 1];
    s0 += m[u] * re - m[u + 4] * im;
    s1 += m[u + 1] * re - m[u + 5] * im;
    s2 += m[u + 2] * re - m[u + 6] * im;
    s3 += m[u + 3] * re - m[u + 7] * im;
    t0 += m[u] * im + m[u + 4] * re;
    t1 += m[u + 1] * im + m[u + 5] * re;
    t2 += m[u + 2] * im + m[u + 6] * re;
    t3 += m[u + 3] * im + m[u + 7] * re;
  }
  sums[0] = s0;
  sums[1] = s1;
  sums[2] = s2;
  sums[3] = s3;
  sums[4] = t0;
  sums[5] = t1;
  sums[6] = t2;
  sums[7] = t3;
  return u;
}

function backward(m: Vec, ints: Int32Array): PanelSolve {
  return (panel, strips, pivots, x, first, columns, rows, scratch) => {
    const own = x + 2 * first;
    const y = m.subarray(scratch, scratch + 8 * pivots);
    const inverse = panel + 2 * panelSize(strips, pivots) - 8 * pivots;
    for (let p = 0; p < 4 * pivots; p++) {
      const d = inverse + 8 * (p >> 2) + (p & 3);
      const a = p < columns ? m[own + 2 * p] : 0;
      const b = p < columns ? m[own + 2 * p + 1] : 0;
      y[2 * p] = a * m[d] - b * m[d + 4];
      y[2 * p + 1] = a * m[d + 4] + b * m[d];
    }
    const four = m.subarray(scratch + 8 * pivots, scratch + 8 * pivots + 8);
    for (let i = strips - 1; i >= 0; i--) {
      const inside = i < pivots;
      const at = panel + 2 * (inside ? stripAt(i) : stripAt(pivots) + (i - pivots) * 16 * pivots);
      for (let r = 3; r >= 0; r--) {
        const source = inside ? 2 * (4 * i + r) : x + 2 * ints[rows + 4 * (i - pivots) + r];
        four[r] = inside ? y[source] : m[source];
        four[r + 4] = inside ? y[source + 1] : m[source + 1];
        for (let q = 0; inside && q < r; q++) {
          const u = at + 32 * i + 8 * q + r;
          const v = 2 * (4 * i + q);
          y[v] -= m[u] * four[r] - m[u + 4] * four[r + 4];
          y[v + 1] -= m[u] * four[r + 4] + m[u + 4] * four[r];
        }
      }
      subtractTransposed(m, at, y, 4 * Math.min(i, pivots), four);
    }
    for (let p = 0; p < 2 * columns; p++) m[own + p] = y[p];
  };
}

/** y −= Lᵀ x for four rows of `count` columns from `at` on. */
function subtractTransposed(m: Vec, at: number, y: Vec, count: number, x: Vec): void {
  const [r0, r1, r2, r3, i0, i1, i2, i3] = x;
  for (let p = 0, u = at; p < 2 * count; p += 2, u += 8) {
    const a0 = m[u];
    const a1 = m[u + 1];
    const a2 = m[u + 2];
    const a3 = m[u + 3];
    const b0 = m[u + 4];
    const b1 = m[u + 5];
    const b2 = m[u + 6];
    const b3 = m[u + 7];
    y[p] -= a0 * r0 - b0 * i0 + (a1 * r1 - b1 * i1) + (a2 * r2 - b2 * i2) + (a3 * r3 - b3 * i3);
    y[p + 1] -= a0 * i0 + b0 * r0 + (a1 * i1 + b1 * r1) + (a2 * i2 + b2 * r2) + (a3 * i3 + b3 * r3);
  }
}
