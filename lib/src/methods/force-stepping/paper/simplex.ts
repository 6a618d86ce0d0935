/** A simplex of the grid with the values of V at its vertices, and what replaces it behind a face.          [gonzalez2010, sec. 3, algorithm 2]
 *
 *      μ = Z⁻¹ (z; 1)                 barycentric coordinates of z, in units of the grid
 *      ∇V_h = (V_Δ Z⁻¹) T             of which V_Δ are the values at the vertices
 *      z^s ← z^{s+1} + z^{s−1} − z^s  replacement rule, indices modulo d + 1 without any shift
 *      Z⁻¹ ← Z⁻¹ − (Z⁻¹u) ⊗ (row s of Z⁻¹)/(1 + (Z⁻¹u)_s) */
import type { Vec } from "../../../core/vec.js";
import { emptyCell, type Grid, inBoxes, isAbove, locate } from "../grid.js";

export interface Simplex {
  /** The vertices one after another, as a path from the bottom to the top, cyclic; the values at them, V_Δ; Z⁻¹ by rows. */
  readonly Z: Vec;
  readonly VD: Vec;
  readonly Zinv: Vec;
  /** The simplex that (q, v) moves into; vertex 0 is its bottom. */
  enter(q: Vec, v: Vec, lean: Vec | null): void;
  /** out = ∇V_h, in the coordinates of the system. */
  gradient(out: Vec): void;
  /** The vertex s is replaced by the one behind the face opposite to it; `bottom` is the vertex at which the path begins. Returns where it begins then. */
  replace(s: number, bottom: number): number;
}

export function simplexOf(potential: (q: Vec) => number, grid: Grid): Simplex {
  const { dof: d, spacing, origin, triangulation } = grid;
  const n = d + 1;
  const Z = new Float64Array(n * d);
  const VD = new Float64Array(n);
  const Zinv = new Float64Array(n * n);
  // Scratch: a vertex, or u; and Z⁻¹u.
  const x = new Float64Array(d);
  const column = new Float64Array(n);

  const valueAt = (vertex: number) => {
    for (let j = 0; j < d; j++) x[j] = origin[j] + spacing[j] * Z[vertex * d + j];
    return potential(x);
  };

  /** Is the next box a mirror image of this one? Then the end s of the path is replaced by the mirror image of itself. */
  const isMirrored = (s: number, bottom: number): boolean => {
    const top = (bottom + d) % n;
    if (triangulation === "j1") return s === bottom || s === top;
    if (triangulation !== "orthant" || s !== top) return false;
    const before = (s + d) % n;
    let mirrored = false;
    for (let j = 0; j < d; j++) if (Z[s * d + j] !== Z[before * d + j]) mirrored = Z[before * d + j] === 0;
    return mirrored;
  };

  /** Z⁻¹ for z^s + x instead of z^s. */
  const updateInverse = (s: number) => {
    column.fill(0);
    // u has a handful of entries.
    for (let j = 0; j < d; j++) if (x[j] !== 0) for (let r = 0; r < n; r++) column[r] += Zinv[r * n + j] * x[j];
    const denominator = 1 + column[s];
    for (let r = 0; r < n; r++) {
      const factor = column[r] / denominator;
      if (r !== s && factor !== 0) for (let j = 0; j < n; j++) Zinv[r * n + j] -= factor * Zinv[s * n + j];
    }
    for (let j = 0; j < n; j++) Zinv[s * n + j] /= denominator;
  };

  return {
    Z,
    VD,
    Zinv,
    enter(q, v, lean) {
      const cell = emptyCell(d);
      locate(grid, q, v, cell, lean);
      const leans = inBoxes(cell, lean);
      const w = v.map((speed, j) => (cell.side[j] * speed) / spacing[j]);
      const order = Array.from({ length: d }, (_, j) => j).sort((i, j) => (isAbove(cell.y, w, i, j, leans) ? -1 : 1));
      Z.set(cell.base);
      Zinv.fill(0);
      // μ_0 = 1 − y_1, μ_r = y_r − y_{r+1}, μ_d = y_d, with y = side (z − base).
      Zinv[d] = 1;
      order.forEach((j, r) => {
        Z.copyWithin((r + 1) * d, r * d, (r + 1) * d);
        Z[(r + 1) * d + j] += cell.side[j];
        for (const [row, sign] of [
          [r, -1],
          [r + 1, 1],
        ]) {
          Zinv[row * n + j] += sign * cell.side[j];
          Zinv[row * n + d] -= sign * cell.side[j] * cell.base[j];
        }
      });
      for (let r = 0; r < n; r++) VD[r] = valueAt(r);
    },
    gradient(out) {
      out.fill(0);
      // Rows of Z⁻¹ add up to nothing but a constant: differences of values lose fewer digits.
      for (let r = 1; r < n; r++) {
        const difference = VD[r] - VD[0];
        for (let j = 0, k = r * n; j < d; j++, k++) if (Zinv[k] !== 0) out[j] += difference * Zinv[k];
      }
      for (let j = 0; j < d; j++) out[j] /= spacing[j];
    },
    replace(s, bottom) {
      const top = (bottom + d) % n;
      const before = (s + d) % n;
      const after = (s + 1) % n;
      const mirrored = isMirrored(s, bottom);
      const one = mirrored && s === bottom ? after : before;
      const other = mirrored && s === top ? before : after;
      for (let j = 0; j < d; j++) x[j] = Z[one * d + j] + Z[other * d + j] - 2 * Z[s * d + j]; // u
      for (let j = 0; j < d; j++) Z[s * d + j] += x[j];
      updateInverse(s);
      VD[s] = valueAt(s);
      if (mirrored) return bottom;
      return s === top ? s : s === bottom ? after : bottom;
    },
  };
}
