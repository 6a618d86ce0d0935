/** Matrices factored so far, by whoever has one: tests put a counter around what makes factorisations. */
import type { Failure } from "../../src/core/failure.js";
import type { Vec } from "../../src/core/vec.js";

export const factored = { count: 0 };

export function counted<F extends { factor(values: Vec): Failure | null }>(factorization: F): F {
  return {
    ...factorization,
    factor(values: Vec) {
      factored.count++;
      return factorization.factor(values);
    },
  };
}
