import { expect, test } from "vitest";
import type { Matrix } from "../../../src/core/matrix.js";
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
