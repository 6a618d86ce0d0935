/** The kernels in plain TypeScript: what runs without WebAssembly, and what the WebAssembly kernels are tested against. */
import type { Vec } from "../../core/vec.js";
import { type KernelMemory, type Kernels, type PanelSolve, panelSize, stripAt } from "./kernels.js";
import { eliminationWith } from "./strip-elimination.js";

export const plainKernels: Kernels = (length) => {
  const doubles = new Float64Array(length);
  const ints = new Int32Array(doubles.buffer);
  const memory: KernelMemory = {
    doubles,
    ints,
    eliminate: eliminationWith({
      parts: 1,
      subtractProduct: (tile, a, b, count) => subtractProduct(doubles, tile, a, b, count),
      eliminateDiagonal: (tile, inverse, least, substitute) =>
        eliminateDiagonal(doubles, tile, inverse, least, substitute),
      eliminateBelow: (tile, diagonal, inverse, scaled) => eliminateBelow(doubles, tile, diagonal, inverse, scaled),
    }),
    extendAdd: (child, rows, map, front) => extendAdd(doubles, ints, child, rows, map, front),
    forward: forward(doubles, ints),
    backward: backward(doubles, ints),
  };
  return memory;
};

/** tile −= Σ_p a_p b_pᵀ with a_p, b_p of four entries each: the loop in which nearly all time is spent. */
function subtractProduct(m: Vec, tile: number, a: number, b: number, count: number): void {
  // Two columns at a time: sixteen sums at once do not fit the registers.
  for (let half = 0; half < 2; half++, tile += 8, b += 2) {
    let s0 = m[tile];
    let s1 = m[tile + 1];
    let s2 = m[tile + 2];
    let s3 = m[tile + 3];
    let t0 = m[tile + 4];
    let t1 = m[tile + 5];
    let t2 = m[tile + 6];
    let t3 = m[tile + 7];
    for (let p = 0, u = a, v = b; p < count; p++, u += 4, v += 4) {
      const x = m[v];
      const y = m[v + 1];
      const a0 = m[u];
      const a1 = m[u + 1];
      const a2 = m[u + 2];
      const a3 = m[u + 3];
      s0 -= a0 * x;
      s1 -= a1 * x;
      s2 -= a2 * x;
      s3 -= a3 * x;
      t0 -= a0 * y;
      t1 -= a1 * y;
      t2 -= a2 * y;
      t3 -= a3 * y;
    }
    m[tile] = s0;
    m[tile + 1] = s1;
    m[tile + 2] = s2;
    m[tile + 3] = s3;
    m[tile + 4] = t0;
    m[tile + 5] = t1;
    m[tile + 6] = t2;
    m[tile + 7] = t3;
  }
}

/** The 4 × 4 tile on the diagonal becomes L with unit diagonal. Returns the column of a pivot that is too small, or −1. */
function eliminateDiagonal(m: Vec, tile: number, inverse: number, least: number, substitute: number): number {
  for (let c = 0; c < 4; c++) {
    let pivot = m[tile + 5 * c];
    if (!(Math.abs(pivot) > m[least + c])) {
      m[inverse + c] = pivot;
      if (!(substitute > 0) || Number.isNaN(pivot)) return c;
      pivot = pivot < 0 ? -substitute : substitute;
    }
    m[inverse + c] = 1 / pivot;
    for (let j = c + 1; j < 4; j++) {
      const factor = m[tile + 4 * c + j] * m[inverse + c];
      for (let i = j; i < 4; i++) m[tile + 4 * j + i] -= m[tile + 4 * c + i] * factor;
    }
    for (let i = c + 1; i < 4; i++) m[tile + 4 * c + i] *= m[inverse + c];
  }
  return -1;
}

/** A tile below the diagonal one: `scaled` receives L D, the tile L. */
function eliminateBelow(m: Vec, tile: number, diagonal: number, inverse: number, scaled: number): void {
  for (let r = 0; r < 4; r++) {
    for (let c = 0; c < 4; c++) {
      let value = m[tile + 4 * c + r];
      for (let q = 0; q < c; q++) value -= m[scaled + 4 * q + r] * m[diagonal + 4 * q + c];
      m[scaled + 4 * c + r] = value;
    }
    for (let c = 0; c < 4; c++) m[tile + 4 * c + r] = m[scaled + 4 * c + r] * m[inverse + c];
  }
}

function extendAdd(m: Vec, ints: Int32Array, child: number, rows: number, map: number, front: number): void {
  for (let i = 0; i < rows; i++) {
    const to = ints[map + i];
    const source = child + stripAt(i >> 2) + (i & 3);
    const target = front + stripAt(to >> 2) + (to & 3);
    for (let j = 0; j <= i; j++) m[target + 4 * ints[map + j]] += m[source + 4 * j];
  }
}

function forward(m: Vec, ints: Int32Array): PanelSolve {
  return (panel, strips, pivots, x, first, columns, rows, scratch) => {
    const own = x + first;
    const y = scratch;
    for (let p = 0; p < 4 * pivots; p++) m[y + p] = p < columns ? m[own + p] : 0;
    let at = panel;
    for (let i = 0; i < strips; i++) {
      const count = Math.min(i, pivots) * 4;
      let s0 = 0;
      let s1 = 0;
      let s2 = 0;
      let s3 = 0;
      for (let p = 0; p < count; p++, at += 4) {
        const value = m[y + p];
        s0 += m[at] * value;
        s1 += m[at + 1] * value;
        s2 += m[at + 2] * value;
        s3 += m[at + 3] * value;
      }
      if (i < pivots) {
        m[y + 4 * i] -= s0;
        m[y + 4 * i + 1] -= s1 + m[at + 1] * m[y + 4 * i];
        m[y + 4 * i + 2] -= s2 + m[at + 2] * m[y + 4 * i] + m[at + 6] * m[y + 4 * i + 1];
        m[y + 4 * i + 3] -=
          s3 + m[at + 3] * m[y + 4 * i] + m[at + 7] * m[y + 4 * i + 1] + m[at + 11] * m[y + 4 * i + 2];
        at += 16;
      } else {
        const below = rows + 4 * (i - pivots);
        m[x + ints[below]] -= s0;
        m[x + ints[below + 1]] -= s1;
        m[x + ints[below + 2]] -= s2;
        m[x + ints[below + 3]] -= s3;
      }
    }
    for (let p = 0; p < columns; p++) m[own + p] = m[y + p];
  };
}

function backward(m: Vec, ints: Int32Array): PanelSolve {
  return (panel, strips, pivots, x, first, columns, rows, scratch) => {
    const own = x + first;
    const y = scratch;
    const inverse = panel + panelSize(strips, pivots) - 4 * pivots;
    for (let p = 0; p < 4 * pivots; p++) m[y + p] = p < columns ? m[own + p] * m[inverse + p] : 0;
    for (let i = strips - 1; i >= 0; i--) {
      const inside = i < pivots;
      const at = panel + (inside ? stripAt(i) : stripAt(pivots) + (i - pivots) * 16 * pivots);
      const below = rows + 4 * (i - pivots);
      let x0 = inside ? m[y + 4 * i] : m[x + ints[below]];
      let x1 = inside ? m[y + 4 * i + 1] : m[x + ints[below + 1]];
      let x2 = inside ? m[y + 4 * i + 2] : m[x + ints[below + 2]];
      const x3 = inside ? m[y + 4 * i + 3] : m[x + ints[below + 3]];
      if (inside) {
        const tile = at + 16 * i;
        x2 -= m[tile + 11] * x3;
        x1 -= m[tile + 6] * x2 + m[tile + 7] * x3;
        x0 -= m[tile + 1] * x1 + m[tile + 2] * x2 + m[tile + 3] * x3;
        m[y + 4 * i] = x0;
        m[y + 4 * i + 1] = x1;
        m[y + 4 * i + 2] = x2;
      }
      const count = 4 * Math.min(i, pivots);
      for (let p = 0, u = at; p < count; p++, u += 4) {
        m[y + p] -= m[u] * x0 + m[u + 1] * x1 + m[u + 2] * x2 + m[u + 3] * x3;
      }
    }
    for (let p = 0; p < columns; p++) m[own + p] = m[y + p];
  };
}
