/** The polynomial of degree 7 inside a step.                                                [hairer1993, ch. II.6, II.10]
 *
 *      y(t₀ + x h) = d₀ + x (d₁ + y (d₂ + x (d₃ + y (d₄ + …)))),    y = 1 − x */
import type { Vec } from "../../core/vec.js";
import { copy } from "../../linalg/vec.js";
import { DENSE, DENSE_STAGES, NODES } from "./coefficients.js";
import { combination, combine } from "./combination.js";
import { addTimes, type Pair, pair } from "./pair.js";
import { END, SOLUTION, type Stages } from "./stages.js";

const INSIDE = DENSE.map((row) => combination(row.map((weight, j) => [DENSE_STAGES[j], weight])));

export interface DenseOutput {
  /** Of a step of size h whose stages are known. */
  prepare(t: number, before: Pair, h: number): void;
  /** The state at t₀ + x h. */
  at(x: number, q: Vec, v: Vec): void;
}

export function denseOutput(stages: Stages): DenseOutput {
  const { V, A, sums } = stages;
  const n = V[0].length;
  const terms = Array.from({ length: 8 }, () => pair(n));
  return {
    prepare(t, before, h) {
      for (let i = END + 1; i < NODES.length; i++) stages.slope(i, t, before, h);
      for (let term = 0; term < INSIDE.length; term++) {
        combine(INSIDE[term], V, terms[4 + term].q);
        combine(INSIDE[term], A, terms[4 + term].v);
      }
      combine(SOLUTION, V, sums.q);
      combine(SOLUTION, A, sums.v);
      for (let k = 0; k < n; k++) {
        write(terms, "q", k, h, before.q[k], sums.q[k], V[0][k], V[END][k]);
        write(terms, "v", k, h, before.v[k], sums.v[k], A[0][k], A[END][k]);
      }
    },
    at(x, q, v) {
      const y = 1 - x;
      copy(terms[7].q, q);
      copy(terms[7].v, v);
      for (let term = 6; term >= 0; term--) {
        const factor = term % 2 === 0 ? x : y;
        addTimes(terms[term].q, factor, q, q);
        addTimes(terms[term].v, factor, v, v);
      }
    },
  };
}

/** Entry k; the upper terms hold their sums already. */
function write(
  terms: readonly Pair[],
  part: "q" | "v",
  k: number,
  h: number,
  before: number,
  mean: number,
  slopeBefore: number,
  slopeAfter: number,
): void {
  const change = h * mean;
  const bend = h * slopeBefore - change;
  terms[0][part][k] = before;
  terms[1][part][k] = change;
  terms[2][part][k] = bend;
  terms[3][part][k] = change - h * slopeAfter - bend;
  for (let term = 4; term < 8; term++) terms[term][part][k] *= h;
}
