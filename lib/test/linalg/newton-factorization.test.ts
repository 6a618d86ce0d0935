import { describe, expect, test } from "vitest";
import type { Matrix } from "../../src/core/matrix.js";
import { elementAssembly } from "../../src/linalg/assembly.js";
import { triplesGradients } from "../../src/linalg/iterative/triples-gradients.js";
import { multiply } from "../../src/linalg/matrix.js";
import { newtonFactorization } from "../../src/linalg/newton-factorization.js";
import { norm2 } from "../../src/linalg/vec.js";

/** Springs between neighbours of a grid of n³ nodes with three directions, and a mass at each. */
function lattice(n: number, mass: number): Matrix {
  const pairs: number[] = [];
  const step = [1, n, n * n];
  for (let node = 0; node < n ** 3; node++) {
    for (let d = 0; d < 3; d++) if (Math.floor(node / step[d]) % n < n - 1) pairs.push(node, node + step[d]);
  }
  const { pattern, add } = elementAssembly(n ** 3, Int32Array.from(pairs), 2, 3);
  const values = new Float64Array(pattern.column.length);
  const spring = Float64Array.from({ length: 36 }, (_, k) => {
    const [i, j] = [Math.floor(k / 6), k % 6];
    const stiffness = i % 3 === j % 3 ? 3 : 1;
    return (i < 3 === j < 3 ? 1 : -1) * stiffness;
  });
  for (let e = 0; e < pairs.length / 2; e++) add(e, spring, values);
  for (let i = 0; i < pattern.size; i++) {
    for (let j = pattern.rowStart[i]; j < pattern.rowStart[i + 1]; j++) if (pattern.column[j] === i) values[j] += mass;
  }
  return { pattern, values };
}

function residual(A: Matrix, x: Float64Array, b: Float64Array): number {
  const r = new Float64Array(b.length);
  multiply(A, x, r);
  return norm2(r.map((value, i) => b[i] - value)) / norm2(b);
}

const loads = (size: number) => Float64Array.from({ length: size }, (_, i) => Math.sin(i * i));

describe("conjugate gradients in threes", () => {
  const A = lattice(6, 2);
  const b = loads(A.pattern.size);
  const gradients = triplesGradients(A.pattern);
  if (gradients === null) throw new Error("SIMD expected");

  test.each([1e-2, 1e-6, 1e-12])("solve to %d", (tolerance) => {
    const x = new Float64Array(b.length);
    expect(gradients.take(A.values)).toBeNull();
    expect(gradients.solve(b, x, tolerance, 500)).toBeGreaterThan(0);
    // The recursion's residual and the true one differ by rounding.
    expect(residual(A, x, b)).toBeLessThan(tolerance + 1e-14);
  });

  test("nothing comes of nothing", () => {
    const x = new Float64Array(b.length).fill(1);
    expect(gradients.solve(new Float64Array(b.length), x, 0.1, 10)).toBe(0);
    expect(x.every((value) => value === 0)).toBe(true);
  });

  test("a block that is not positive definite is named by its row, a matrix found out on the way", () => {
    const values = A.values.slice();
    const diagonal = A.pattern.column.findIndex((c, j) => c === 30 && j >= A.pattern.rowStart[30]);
    values[diagonal] = -1;
    expect(gradients.take(values)).toEqual({ kind: "not-positive-definite", row: 30, pivot: -1 });
    const indefinite = lattice(6, -3.5);
    expect(gradients.take(indefinite.values)).toBeNull();
    expect(gradients.solve(b, new Float64Array(b.length), 1e-6, 500)).toBeNull();
  });
});

describe("for Newton's iteration", () => {
  test.each([
    { name: "inertia dominates: a rough answer", mass: 20, least: 1e-8 },
    { name: "stiffness dominates: more products than a factor is worth", mass: 1e-7, least: 0 },
    { name: "not positive definite: a factor", mass: -0.731, least: 0 },
  ])("$name", ({ mass, least }) => {
    const A = lattice(11, mass);
    const b = loads(A.pattern.size);
    const solver = newtonFactorization(A.pattern, true);
    expect(solver.factor(A.values)).toBeNull();
    const x = new Float64Array(b.length);
    expect(solver.solve(b, x)).toBeNull();
    const left = residual(A, x, b);
    expect(left).toBeLessThan(0.03);
    expect(left).toBeGreaterThanOrEqual(least);
    // The answer may overwrite the question.
    const again = b.slice();
    solver.solve(again, again);
    expect(again).toEqual(x);
  });
});
