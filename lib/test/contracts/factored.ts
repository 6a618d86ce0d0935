/** Matrices factored so far, by whoever has one: tests put a counter around what makes factorisations. */
import type { Failure } from "../../src/core/failure.js";
import type { Vec } from "../../src/core/vec.js";
import type * as Factorizations from "../../src/linalg/factorization.js";
import type * as Cholesky from "../../src/linalg/sparse/cholesky.js";

export const factored = { count: 0 };

/** The modules that make factorisations, with counters; tests have to name them where they mock them. */
export const countedAnalyze = ({ analyze }: typeof Factorizations): Pick<typeof Factorizations, "analyze"> => ({
  analyze: (...of) => counted(analyze(...of)),
});
export const countedCholesky = ({ sparseCholesky }: typeof Cholesky): typeof Cholesky => ({
  sparseCholesky: (...of) => counted(sparseCholesky(...of)),
});

function counted<F extends { factor(values: Vec): Failure | null }>(factorization: F): F {
  return {
    ...factorization,
    factor(values: Vec) {
      factored.count++;
      return factorization.factor(values);
    },
  };
}
