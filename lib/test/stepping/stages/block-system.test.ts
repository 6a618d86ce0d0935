import { expect, test } from "vitest";
import type { Matrix } from "../../../src/core/matrix.js";
import { specialised } from "../../../src/core/specialise.js";
import { fromTriplets, multiply } from "../../../src/linalg/matrix.js";
import { blockPattern, placeBlock } from "../../../src/stepping/stages/block-pattern.js";
import { analyzeBlocks } from "../../../src/stepping/stages/block-system.js";

/** A chain: 2 on the diagonal, −1 beside it. */
function chain(n: number): Matrix {
  const entries = Array.from({ length: n }, (_, i) =>
    [i - 1, i, i + 1].filter((j) => j >= 0 && j < n).map((j) => [i, j]),
  ).flat();
  return fromTriplets(
    n,
    entries.map(([i]) => i),
    entries.map(([, j]) => j),
    entries.map(([i, j]) => (i === j ? 2 : -1)),
  );
}

test.each([
  [10, 0.4],
  [400, 0.4],
  [400, 40], // sweeps diverge: factored as a whole
])("two blocks of %i unknowns, coupled by %d", (n, coupling) => {
  const { pattern, values } = chain(n);
  const blocks = blockPattern(pattern, 2);
  const whole = { pattern: blocks, values: new Float64Array(blocks.column.length) };
  // Like those of a damped Simpson step: the coupling is a part of what is on the diagonal.
  const weights = [
    [1, -0.2],
    [coupling, 1.1],
  ];
  weights.forEach((row, i) => {
    row.forEach((weight, j) => {
      placeBlock(
        pattern,
        2,
        i,
        j,
        whole.values,
        values.map((value) => weight * value),
      );
    });
  });
  const solver = analyzeBlocks(pattern, 2, true, { dominant: true, position: weights, tolerance: 1e-12 });
  expect(solver.factor(whole.values)).toBeNull();
  const x = Float64Array.from({ length: 2 * n }, (_, k) => Math.sin(1 + k));
  const b = new Float64Array(2 * n);
  multiply(whole, x, b);
  solver.solve(b, b);
  // The chain's condition number is n².
  const worst = b.reduce((most, value, k) => Math.max(most, Math.abs(value - x[k])), 0);
  expect(worst).toBeLessThan(10 * n * n * Number.EPSILON);
});

/** The blocks of a chain with these weights. */
function arranged(n: number, weights: readonly (readonly number[])[]) {
  const { pattern, values } = chain(n);
  const blocks = blockPattern(pattern, 2);
  const whole = { pattern: blocks, values: new Float64Array(blocks.column.length) };
  for (const [i, row] of weights.entries()) {
    for (const [j, weight] of row.entries()) {
      const block = values.map((value) => weight * value);
      placeBlock(pattern, 2, i, j, whole.values, block);
    }
  }
  return whole;
}

test("what sweeps cannot solve is factored as a whole, and the next matrix is swept again", () => {
  const n = 100;
  const { pattern } = chain(n);
  const coupling = { dominant: true, position: [], tolerance: 1e-12 };
  const solver = specialised("never", () => analyzeBlocks(pattern, 2, true, coupling));
  const x = Float64Array.from({ length: 2 * n }, (_, k) => Math.sin(1 + k));
  const fills = [
    // Dominant; divergent; with nothing on the diagonal, where a block is singular though the whole is not; dominant again.
    [
      [1, -0.2],
      [0.4, 1.1],
    ],
    [
      [1, -0.2],
      [40, 1.1],
    ],
    [
      [0, 1],
      [1, 0],
    ],
    [
      [1, -0.2],
      [0.4, 1.1],
    ],
  ].map((weights) => {
    const whole = arranged(n, weights);
    const b = new Float64Array(2 * n);
    multiply(whole, x, b);
    expect(solver.factor(whole.values)).toBeNull();
    expect(solver.solve(b, b)).toBeNull();
    const worst = b.reduce((most, value, k) => Math.max(most, Math.abs(value - x[k])), 0);
    expect(worst).toBeLessThan(10 * n * n * Number.EPSILON);
    return solver.fill;
  });
  expect(fills[1]).not.toBe(fills[0]);
  expect(fills[2]).toBe(fills[1]);
  expect(fills[3]).toBe(fills[0]);
});
