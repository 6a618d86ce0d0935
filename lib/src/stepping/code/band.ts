/** Systems whose coordinates act on near ones alone, in the order in which they are given: chains, and what is built along a line. Their tangent is a narrow band, and their steps are code with loops, whose length
 *  does not depend on the number of coordinates: it is generated and compiled in some milliseconds. */
import type { Sparsity } from "../../core/matrix.js";
import type { System } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import type { BandSystem, LoopedLayout } from "./band-implicit.js";
import type { ForceKind } from "./forces.js";

/** Wider ones are not written out. */
const WIDEST = 6;

/** Null where the tangent is no narrow band. */
export function bandOf(
  { dof, tangent, gradientRounding, discreteGradient }: System,
  kind: ForceKind,
): BandSystem | null {
  if (kind === "place") {
    return tangent && ofPattern(dof, tangent.pattern, true, gradientRounding !== undefined);
  }
  if (discreteGradient === null || discreteGradient.mayCancel === true) return null;
  const { pattern, symmetric } = discreteGradient.tangent;
  return ofPattern(dof, pattern, symmetric, discreteGradient.rounding !== undefined);
}

function ofPattern(
  rows: number,
  { rowStart, column }: Sparsity,
  symmetric: boolean,
  bounds: boolean,
): BandSystem | null {
  let width = 1;
  for (let i = 0; i < rows; i++) {
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) width = Math.max(width, Math.abs(column[k] - i));
    if (width > WIDEST) return null;
  }
  return { rows, width, symmetric, bounds };
}

/** The functions that the code calls, on the memory of an instance: for forces at every place, then for tangents, then for bounds on the rounding of forces. */
export function loopCalls(
  system: System,
  kind: ForceKind,
  layout: LoopedLayout,
): (memory: Vec) => readonly (() => void)[] {
  const { dof, tangent, discreteGradient } = system;
  const { q, places, K, bound } = layout;
  return (memory) => {
    const vector = (at: number) => memory.subarray(at, at + dof);
    const from = vector(q);
    const [xs, forces] = [places.map(({ x }) => vector(x)), places.map(({ g }) => vector(g))];
    const rounding = vector(bound ?? q);
    if (kind === "ends") {
      if (discreteGradient === null) return [];
      const { between, tangent: slope } = discreteGradient;
      const [entries, scatter] = scattering(slope.pattern, layout, memory);
      return [
        ...xs.map((x, i) => () => between(from, x, forces[i])),
        ...xs.map((x) => () => {
          slope.values(from, x, entries);
          scatter();
        }),
        ...xs.map((x) => () => discreteGradient.rounding?.(from, x, rounding)),
      ];
    }
    const ofForces = xs.map((x, i) => () => system.gradient(x, forces[i]));
    if (tangent === null || K.length === 0) return ofForces;
    const [entries, scatter] = scattering(tangent.pattern, layout, memory);
    return [
      ...ofForces,
      ...xs.map((x) => () => {
        tangent.values(x, entries);
        scatter();
      }),
      ...xs.map((x) => () => system.gradientRounding?.(x, rounding)),
    ];
  };
}

/** The entries of a pattern, and what puts them into the arrays of the band. */
function scattering({ size, rowStart, column }: Sparsity, { K, lower }: LoopedLayout, memory: Vec) {
  const [from, to] = [new Int32Array(column.length), new Int32Array(column.length)];
  let count = 0;
  for (let i = 0; i < size; i++) {
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) {
      const j = column[k];
      if (j < i && lower[0] === K[0]) continue; // its mirrored entry stands for both
      from[count] = k;
      to[count++] = j < i ? lower[i - j] + j : K[j - i] + i;
    }
  }
  const [sources, targets] = [from.subarray(0, count), to.subarray(0, count)];
  const entries = new Float64Array(column.length);
  return [entries, () => scatter(entries, sources, targets, memory)] as const;
}

function scatter(entries: Vec, from: Int32Array, to: Int32Array, out: Vec): void {
  for (let k = 0; k < from.length; k++) out[to[k]] = entries[from[k]];
}
