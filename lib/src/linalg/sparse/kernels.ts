/** The dense work of a multifrontal factorisation, behind one interface: plain TypeScript here beside it, WebAssembly SIMD
 *  where there is a module. Both work on a memory of doubles by offset.
 *
 *  A front is the lower triangle of a dense matrix in strips of four rows: strip I holds columns 0 … 4I + 3, column after
 *  column, four rows each, and begins at 8 I (I + 1). Dropping the first 4K columns of the strips from K on leaves a front
 *  again, which is how the update passes to the parent. Four rows by four columns are the tile that fits the registers, and
 *  every inner loop runs over contiguous memory. */
import type { Vec } from "../../core/vec.js";

/** Offset of strip I in a front. */
export const stripAt = (strip: number): number => 8 * strip * (strip + 1);

/** Columns that are eliminated together before the rest of the front is updated: 16 strips. */
export const PANEL_STRIPS = 16;

/** One triangular solve with one panel. */
export type PanelSolve = (
  panel: number,
  strips: number,
  pivots: number,
  x: number,
  first: number,
  columns: number,
  rows: number,
  scratch: number,
) => void;

export interface KernelMemory {
  readonly doubles: Vec;
  readonly ints: Int32Array;
  /** Eliminates the first 4 × `pivots` columns of a front of `strips` strips: they become L, `inverse` the reciprocals of D,
   *  and the rest is updated. `least` holds the smallest pivot that counts for each column. `work` has room for
   *  64 × 4 × strips doubles. A pivot that is too small becomes ±`substitute`; where that is 0,
   *  its column is returned and its value is in `inverse`. Returns −1 otherwise. */
  eliminate(
    front: number,
    strips: number,
    pivots: number,
    work: number,
    inverse: number,
    least: number,
    substitute: number,
  ): number;
  /** Adds the front `child` with `rows` rows into `front`; ints[map + i] is the row that row i becomes, ascending. */
  extendAdd(child: number, rows: number, map: number, front: number): void;
  /** x ← L⁻¹ x for one panel, whose pivots are x[first] … and whose rows below are x[ints[rows + i]]. `scratch` has room
   *  for 16 doubles a pivot strip, and 16 more. */
  readonly forward: PanelSolve;
  /** x ← L⁻ᵀ D⁻¹ x for one panel; the reciprocals of D follow it. */
  readonly backward: PanelSolve;
  /** The same for four right-hand sides, side by side in x; without them solves go one by one. */
  readonly forwardFour?: PanelSolve;
  readonly backwardFour?: PanelSolve;
  /** Both solves on the vector at the beginning of the memory by several threads; `tables` are those of the panel store. */
  solveTogether?(tables: number): void;
  /** Before a factorisation or a solve in which other threads take part, and after it. */
  startThreads?(): void;
  stopThreads?(): void;
}

/** A memory of so many doubles with the kernels that work on it. */
export type Kernels = (doubles: number) => KernelMemory;

/** Doubles of a stored panel: pivot strips as in a front, the others with the pivot columns only, then 1/D. */
export const panelSize = (strips: number, pivots: number): number =>
  stripAt(pivots) + (strips - pivots) * 16 * pivots + 4 * pivots;
