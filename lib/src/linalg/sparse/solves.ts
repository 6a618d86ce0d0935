/** Both triangular solves with a stored factor: branch after branch, the trunk down to the root, and all the way back. One or
 *  several right-hand sides; one thread, or several where the memory is shared. */
import type { Vec } from "../../core/vec.js";
import type { Fronts } from "./fronts.js";
import type { PanelStore } from "./panels.js";

/** out = A⁻¹ b. With `together`, other threads take part. */
export function solveAll(plan: Fronts, store: PanelStore, b: Vec, out: Vec, together: boolean): void {
  const [{ memory }] = store.memories;
  const { doubles } = memory;
  const { order } = plan;
  for (let k = 0; k < order.length; k++) doubles[k] = b[order[k]];
  // Padded rows point behind the last entry.
  doubles[order.length] = 0;
  if (together && memory.solveTogether !== undefined) memory.solveTogether(store.tables);
  else sweep(plan, store, 1);
  for (let k = 0; k < order.length; k++) out[order[k]] = doubles[k];
}

/** Four columns at a time read the factor once for all of them. */
export function solveColumns(plan: Fronts, store: PanelStore, b: Vec, count: number, out: Vec): void {
  const { size, order } = plan;
  const [{ memory }] = store.memories;
  const { doubles } = memory;
  const column = (v: Vec, k: number) => v.subarray(k * size, (k + 1) * size);
  let k = 0;
  for (; k + 4 <= count && memory.forwardFour !== undefined; k += 4) {
    for (let c = 0; c < 4; c++) {
      const from = column(b, k + c);
      for (let i = 0; i < size; i++) doubles[4 * i + c] = from[order[i]];
      doubles[4 * size + c] = 0;
    }
    sweep(plan, store, 4);
    for (let c = 0; c < 4; c++) {
      const to = column(out, k + c);
      for (let i = 0; i < size; i++) to[order[i]] = doubles[4 * i + c];
    }
  }
  for (; k < count; k++) solveAll(plan, store, column(b, k), column(out, k), false);
}

/** out = A⁻¹ b for complex numbers, in two parts. */
export function solveComplex(plan: Fronts, store: PanelStore, b: readonly Vec[], out: readonly Vec[]): void {
  const { doubles } = store.memories[0].memory;
  const { order, size } = plan;
  for (let part = 0; part < 2; part++) {
    for (let k = 0; k < size; k++) doubles[2 * k + part] = b[part][order[k]];
    doubles[2 * size + part] = 0;
  }
  sweep(plan, store, 2);
  for (let part = 0; part < 2; part++) {
    for (let k = 0; k < size; k++) out[part][order[k]] = doubles[2 * k + part];
  }
}

/** Both triangular solves on the vectors in the first memory, `width` numbers for each unknown: one, those of four right-hand sides,
 *  or the two parts of a complex one. */
function sweep({ size, first, strips, pivots }: Fronts, store: PanelStore, width: 1 | 2 | 4): void {
  const { memories, panel, rows, scratch, vector, branches } = store;
  const { sequence, start, above } = branches;
  const trunk = start[start.length - 1];
  const apart = width * (size + 1);
  const carry = (from: number, to: number) => {
    memories[to].memory.doubles.set(memories[from].memory.doubles.subarray(0, width * vector));
  };
  memories[0].memory.doubles.fill(0, apart, width * vector);
  for (let i = 0; i < memories.length; i++) {
    const { memory, from, to } = memories[i];
    const solve = (width === 4 && memory.forwardFour) || memory.forward;
    if (i > 0) carry(i - 1, i);
    for (let k = from; k < to; k++) {
      const s = sequence[k];
      if (k === trunk) add(memory.doubles, above, apart, width);
      solve(panel[s], strips[s], pivots[s], 0, first[s], first[s + 1] - first[s], rows[s], scratch);
    }
  }
  for (let i = memories.length - 1; i >= 0; i--) {
    const { memory, from, to } = memories[i];
    const solve = (width === 4 && memory.backwardFour) || memory.backward;
    if (i < memories.length - 1) carry(i + 1, i);
    for (let k = to - 1; k >= from; k--) {
      const s = sequence[k];
      if (k === trunk - 1) hand(memory.doubles, above, apart, width);
      solve(panel[s], strips[s], pivots[s], 0, first[s], first[s + 1] - first[s], rows[s], scratch);
    }
  }
}

/** What the branches kept apart joins the rows it belongs to. */
function add(x: Vec, above: Int32Array, apart: number, width: number): void {
  for (let r = 0; r < above.length; r++) {
    for (let c = 0; c < width; c++) x[width * above[r] + c] += x[apart + width * r + c];
  }
}

/** The branches get copies of the rows above them. */
function hand(x: Vec, above: Int32Array, apart: number, width: number): void {
  for (let r = 0; r < above.length; r++) {
    for (let c = 0; c < width; c++) x[apart + width * r + c] = x[width * above[r] + c];
  }
}
