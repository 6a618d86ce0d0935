import { afterEach, expect, test } from "vitest";
import { sparseLDLT } from "../../../src/linalg/sparse/multifrontal.js";
import { useThreads } from "../../../src/linalg/sparse/thread-pool.js";
import type { ThreadTask } from "../../../src/linalg/sparse/wasm-kernels.js";
import { fullPattern } from "../../../src/linalg/sparsity.js";

afterEach(() => useThreads(null));

/** A full matrix is a single front, and large enough with little time spent on its analysis. */
const factored = (n: number) => {
  const values = Float64Array.from({ length: n * n }, (_, k) =>
    k % (n + 1) === 0 ? n : 1 / (1 + (k % n) + Math.floor(k / n)),
  );
  const ldlt = sparseLDLT(fullPattern(n));
  expect(ldlt.factor(values)).toBeNull();
  return ldlt.pivots();
};

test("large factors call the threads of the program, small ones do not, and the bits are the same", () => {
  const alone = factored(2100);
  const calls: ThreadTask[] = [];
  useThreads({ call: (work) => calls.push(work) });
  factored(300);
  expect(calls).toHaveLength(0);
  // Nobody comes: the factorisation does not wait for threads.
  const together = factored(2100);
  expect(calls).toHaveLength(1);
  expect(together).toEqual(alone);
});
