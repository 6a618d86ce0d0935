/** Words with matrices in the place of their letters. */
import type { Vec } from "../../core/vec.js";
import { identity, product, weighted } from "../../linalg/square.js";
import { type FormSeries, type LinearForm, partsOf } from "./linear-form.js";
import { valueAt } from "./polynomial.js";

export interface Matrices {
  readonly n: number;
  /** M⁻¹C and M⁻¹K, row by row. */
  readonly G: Vec;
  readonly H: Vec;
}

export interface NewmarkStep {
  readonly beta: number;
  readonly gamma: number;
  readonly h: number;
}

/** The matrix that acts on each target ("q", "v", "f0", …), summed over all powers of the step. */
export function evaluate(series: FormSeries, matrices: Matrices, { beta, gamma, h }: NewmarkStep): Map<string, Vec> {
  const out = new Map<string, Vec>();
  const words = new Map<string, Vec>();
  series.forEach((form, k) => {
    const power = h ** k;
    for (const [target, matrix] of matricesOf(form, matrices, beta, gamma, words)) {
      const before = out.get(target) ?? new Float64Array(matrices.n * matrices.n);
      out.set(target, weighted([1, power], [before, matrix]));
    }
  });
  return out;
}

function matricesOf(
  form: LinearForm,
  matrices: Matrices,
  beta: number,
  gamma: number,
  known: Map<string, Vec>,
): Map<string, Vec> {
  const out = new Map<string, Vec>();
  for (const [key, coefficient] of form) {
    const { word, target } = partsOf(key);
    const before = out.get(target) ?? new Float64Array(matrices.n * matrices.n);
    out.set(target, weighted([1, valueAt(coefficient, beta, gamma)], [before, wordOf(word, matrices, known)]));
  }
  return out;
}

function wordOf(word: string, matrices: Matrices, known: Map<string, Vec>): Vec {
  const { n, G, H } = matrices;
  const before = known.get(word);
  if (before !== undefined) return before;
  const matrix =
    word === "" ? identity(n) : product(n, wordOf(word.slice(0, -1), matrices, known), word.endsWith("G") ? G : H);
  known.set(word, matrix);
  return matrix;
}
