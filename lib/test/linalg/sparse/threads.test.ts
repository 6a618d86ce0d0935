import { expect, test } from "vitest";
import { multiply } from "../../../src/linalg/matrix.js";
import { sparseLDLT } from "../../../src/linalg/sparse/multifrontal.js";
import { normInf, subtract } from "../../../src/linalg/vec.js";
import { poolOf } from "../../threads.js";
import { laplacian, noise, threeDirections } from "../matrices.js";

test("any number of threads and of memories leaves the same bits", () => {
  // Large enough to be cut into branches, with panels of the trunk that are shared.
  const A = threeDirections(laplacian(15, 15, 14));
  const random = noise(6);
  const b = Float64Array.from({ length: A.pattern.size }, random);
  const results = [{}, { threads: poolOf(1) }, { threads: poolOf(2) }, { memoryLimit: 2 ** 20 }].map((options) => {
    const ldlt = sparseLDLT(A.pattern, options);
    expect(ldlt.fill).toBeGreaterThan(2 ** 21);
    const x = new Float64Array(b.length);
    // The second time the threads have arrived.
    for (let turn = 0; turn < 2; turn++) expect(ldlt.factor(A.values)).toBeNull();
    for (let turn = 0; turn < 3; turn++) ldlt.solve(b, x);
    const many = Float64Array.from({ length: 5 * b.length }, (_, k) => b[k % b.length]);
    ldlt.solveMany(many, 5, many);
    return { pivots: ldlt.pivots(), x, many };
  });
  expect(results[1]).toEqual(results[0]);
  expect(results[2]).toEqual(results[0]);
  expect(results[3]).toEqual(results[0]);
  const image = new Float64Array(b.length);
  multiply(A, results[0].x, image);
  subtract(image, b, image);
  // The condition of the Laplacian, some thousand, times rounding.
  expect(normInf(image)).toBeLessThan(1e-11);
});
