import { fullPattern, sparseLDLT, type ThreadPool } from "noether/linalg";
import { expect, test } from "vitest";
import { threadPool } from "../src/thread-pool.js";

/** The pivots of a full matrix: one front, large enough to be shared. */
function pivots(threads?: ThreadPool): Float64Array {
  const n = 2100;
  const values = Float64Array.from({ length: n * n }, (_, k) =>
    k % (n + 1) === 0 ? n : 1 / (1 + (k % n) + Math.floor(k / n)),
  );
  const ldlt = sparseLDLT(fullPattern(n), { threads });
  // The threads of the first factorisation may come late; those of the second are there.
  for (let turn = 0; turn < 2; turn++) expect(ldlt.factor(values)).toBeNull();
  return ldlt.pivots();
}

test.each([1, 2, 3])("%i processors leave the same bits", (processors) => {
  expect(pivots(threadPool(processors))).toEqual(pivots());
});
