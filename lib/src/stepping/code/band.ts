/** Systems whose coordinates act on near ones alone, in the order in which they are given: chains, and what is built along a line. Their tangent is a narrow band, and their steps are code with loops, whose length
 *  does not depend on the number of coordinates: it is generated and compiled in some milliseconds. */
import type { System } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import type { BandSystem, LoopedLayout } from "./band-midpoint.js";

/** Wider ones are not written out. */
const WIDEST = 6;

/** Null where the tangent is no narrow band. */
export function bandOf({ dof, tangent, gradientRounding }: System): BandSystem | null {
  if (tangent === null) return null;
  const { rowStart, column } = tangent.pattern;
  let width = 1;
  for (let i = 0; i < dof; i++) {
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) width = Math.max(width, Math.abs(column[k] - i));
    if (width > WIDEST) return null;
  }
  return { rows: dof, width, bounds: gradientRounding !== undefined };
}

/** The functions that the code calls, on the memory of an instance: for forces, for tangents, and for bounds on the rounding of forces. */
export function loopCalls(system: System, { x, g, K, bound }: LoopedLayout): (memory: Vec) => readonly (() => void)[] {
  const { dof, tangent } = system;
  if (tangent === null || K.length === 0)
    return (memory) => {
      const [place, force] = [memory.subarray(x, x + dof), memory.subarray(g, g + dof)];
      return [() => system.gradient(place, force)];
    };
  const { rowStart, column } = tangent.pattern;
  const entries = new Float64Array(column.length);
  const [source, target]: [number[], number[]] = [[], []];
  for (let i = 0; i < dof; i++) {
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) {
      if (column[k] < i) continue;
      source.push(k);
      target.push(K[column[k] - i] + i);
    }
  }
  const [from, to] = [Int32Array.from(source), Int32Array.from(target)];
  return (memory) => {
    const [place, force] = [memory.subarray(x, x + dof), memory.subarray(g, g + dof)];
    const rounding = bound === null ? place : memory.subarray(bound, bound + dof);
    return [
      () => system.gradient(place, force),
      () => {
        tangent.values(place, entries);
        scatter(entries, from, to, memory);
      },
      () => system.gradientRounding?.(place, rounding),
    ];
  };
}

function scatter(entries: Vec, from: Int32Array, to: Int32Array, out: Vec): void {
  for (let k = 0; k < from.length; k++) out[to[k]] = entries[from[k]];
}
