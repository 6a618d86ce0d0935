import { expect, test } from "vitest";
import type { ThreadPool, ThreadTask } from "../../../src/core/threads.js";
import { sparseLDLT } from "../../../src/linalg/sparse/multifrontal.js";
import { fullPattern } from "../../../src/linalg/sparsity.js";

/** A full matrix is a single front, and large enough with little time spent on its analysis. */
const factored = (n: number, threads?: ThreadPool) => {
  const values = Float64Array.from({ length: n * n }, (_, k) =>
    k % (n + 1) === 0 ? n : 1 / (1 + (k % n) + Math.floor(k / n)),
  );
  const ldlt = sparseLDLT(fullPattern(n), { threads });
  expect(ldlt.factor(values)).toBeNull();
  return ldlt.pivots();
};

test("large factors call the threads that are handed in, small ones do not, and the bits are the same", () => {
  const alone = factored(2100);
  const calls: ThreadTask[] = [];
  const threads = { call: (work: ThreadTask) => void calls.push(work) };
  factored(300, threads);
  expect(calls).toHaveLength(0);
  // Nobody comes: the factorisation does not wait for threads.
  const together = factored(2100, threads);
  expect(calls).toHaveLength(1);
  expect(together).toEqual(alone);
});
