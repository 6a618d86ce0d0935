import { fullPattern, sparseLDLT } from "noether/linalg";
import { expect, test } from "vitest";
import { withCrew } from "../../src/run/crew.js";

/** The pivots of a full matrix: one front, large enough to be shared. */
const pivots = async () => {
  const n = 2100;
  const values = Float64Array.from({ length: n * n }, (_, k) =>
    k % (n + 1) === 0 ? n : 1 / (1 + (k % n) + Math.floor(k / n)),
  );
  const ldlt = sparseLDLT(fullPattern(n));
  // The helpers of the first factorisation may come late; those of the second are there.
  for (let turn = 0; turn < 2; turn++) expect(ldlt.factor(values)).toBeNull();
  return ldlt.pivots();
};

test("a crew leaves the same bits, and goes home", async () => {
  const alone = await withCrew(10, pivots);
  const together = await withCrew(30_000, pivots);
  expect(together).toEqual(alone);
});

test("a crew goes home after a failure too", async () => {
  const failing = withCrew(30_000, () => Promise.reject(new Error("what went wrong")));
  await expect(failing).rejects.toThrow("what went wrong");
});
