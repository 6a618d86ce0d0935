/** Derivatives by central differences of eighth order, and how far a system's own are from them. */

import type { Matrix } from "../../src/core/matrix.js";
import { congruence } from "../../src/core/random.js";
import type { Force, ForceTangent, System } from "../../src/core/system.js";
import type { Vec } from "../../src/core/vec.js";
import { toRows } from "../../src/linalg/matrix.js";

const WEIGHTS = [4 / 5, -1 / 5, 4 / 105, -1 / 280];

/** ∂f/∂x_k for every k: result[k] belongs to x_k. The error is O(step⁸) and some ulp of f/step. */
export function differences(f: (x: Vec) => Vec, x: Vec, step: number): Vec[] {
  return Array.from(x, (centre, k) => {
    const moved = x.slice();
    const at = (offset: number) => {
      moved[k] = centre + offset;
      return f(moved);
    };
    const sum = new Float64Array(f(x).length);
    WEIGHTS.forEach((weight, n) => {
      const right = at((n + 1) * step).slice();
      const left = at(-(n + 1) * step);
      for (let i = 0; i < sum.length; i++) sum[i] += (weight * (right[i] - left[i])) / step;
    });
    return sum;
  });
}

/** The largest distance between the gradient and the differences of the potential, relative to the largest of them. */
export function gradientDefect(system: System, q: Vec, step: number): number {
  const gradient = new Float64Array(system.dof);
  system.gradient(q, gradient);
  const expected = differences((x) => Float64Array.of(system.potential(x)), q, step).map((column) => column[0]);
  return distance([[...gradient]], [expected]);
}

export function tangentDefect(system: System, q: Vec, step: number): number {
  if (system.tangent === null) return 0;
  const { pattern } = system.tangent;
  const values = new Float64Array(pattern.column.length).fill(Number.NaN);
  system.tangent.values(q, values);
  const gradientAt = (x: Vec) => {
    const out = new Float64Array(system.dof);
    system.gradient(x, out);
    return out;
  };
  return matrixDefect({ pattern, values }, differences(gradientAt, q, step));
}

/** What a discrete gradient has to be, from a to b: how far its work is from the change of the potential, it itself
 *  from the one in the other direction, and its tangent from the symmetric part of differences. */
export function discreteGradientDefects(system: System, a: Vec, b: Vec, step: number) {
  const { discreteGradient } = system;
  if (discreteGradient === null) return { work: 0, symmetry: 0, tangent: 0 };
  const between = (from: Vec, to: Vec) => {
    const out = new Float64Array(system.dof).fill(Number.NaN);
    discreteGradient.between(from, to, out);
    return out;
  };
  const g = between(a, b);
  const back = between(b, a);
  const size = Math.max(...g.map(Math.abs));
  const change = system.potential(b) - system.potential(a);
  const { pattern } = discreteGradient.tangent;
  const values = new Float64Array(pattern.column.length).fill(Number.NaN);
  discreteGradient.tangent.values(a, b, values);
  const columns = differences((x) => between(a, x), b, step);
  // A tangent that calls itself symmetric is the symmetric part.
  const expected = discreteGradient.tangent.symmetric
    ? columns.map((column, k) => column.map((value, i) => (value + columns[i][k]) / 2))
    : columns;
  return {
    work: Math.abs(g.reduce((sum, value, i) => sum + value * (b[i] - a[i]), 0) - change),
    symmetry: Math.max(...g.map((value, i) => Math.abs(value - back[i]))) / size,
    tangent: matrixDefect({ pattern, values }, expected),
  };
}

/** The larger of the two for a force's derivatives by position and by velocity; a null derivative stands for zeros. */
export function forceDefect(force: Force, t: number, q: Vec, v: Vec, step: number): number {
  const forceAt = (x: Vec, w: Vec) => {
    const out = new Float64Array(q.length);
    force.addTo(t, x, w, out);
    return out;
  };
  const defect = (tangent: ForceTangent | null, columns: Vec[]) => {
    if (tangent === null) return Math.max(...columns.flatMap((column) => [...column].map(Math.abs)));
    const values = new Float64Array(tangent.pattern.column.length).fill(Number.NaN);
    tangent.values(t, q, v, values);
    return matrixDefect({ pattern: tangent.pattern, values }, columns);
  };
  return Math.max(
    defect(
      force.byPosition,
      differences((x) => forceAt(x, v), q, step),
    ),
    defect(
      force.byVelocity,
      differences((w) => forceAt(q, w), v, step),
    ),
  );
}

function matrixDefect(matrix: Matrix, columns: readonly Vec[]): number {
  const rows = toRows(matrix);
  return distance(
    rows,
    rows.map((_, i) => columns.map((column) => column[i])),
  );
}

function distance(found: readonly (readonly number[])[], expected: readonly (readonly number[])[]): number {
  let largest = 0;
  let worst = 0;
  found.forEach((row, i) => {
    row.forEach((value, j) => {
      largest = Math.max(largest, Math.abs(expected[i][j]));
      const difference = Math.abs(value - expected[i][j]);
      worst = Number.isNaN(difference) ? Infinity : Math.max(worst, difference);
    });
  });
  return worst === 0 ? 0 : worst / largest;
}

/** Numbers in [−1, 1) that are the same in every run. */
export function randomNumbers(seed: number): () => number {
  const random = congruence(seed);
  return () => 2 * random() - 1;
}
