/** Equations for the tests of the nonlinear solver, with a count of what is asked of them. */
import type { Vec } from "../../src/core/vec.js";
import { analyze } from "../../src/linalg/factorization.js";
import type { Equations } from "../../src/linalg/nonlinear.js";
import { fullPattern } from "../../src/linalg/sparsity.js";

export interface Written {
  readonly unknowns?: number;
  /** F(x, s) and the sizes of its terms; s = 1 unless there are shorter steps. */
  residual(x: Vec, s: number, r: Vec, size: Vec): void;
  /** ∂F/∂x, row by row. */
  tangent(x: Vec, s: number, out: Vec): void;
  /** The bound on rounding; 4 ε S unless given. */
  rounding?(x: Vec, out: Vec): void;
  /** Has it shorter steps? */
  readonly shortens?: boolean;
}

export interface Counted extends Equations {
  readonly asked: { residuals: number; factors: number; solves: number; bounds: number };
}

export function equationsOf({ unknowns: n = 1, residual, tangent, rounding, shortens = false }: Written): Counted {
  const asked = { residuals: 0, factors: 0, solves: 0, bounds: 0 };
  const factorization = analyze(fullPattern(n), false);
  const [place, sizes, matrix] = [n, n, n * n].map((length) => new Float64Array(length));
  let s = 1;
  return {
    asked,
    unknowns: n,
    residual(x, r, size) {
      asked.residuals++;
      place.set(x);
      residual(x, s, r, size);
      sizes.set(size);
    },
    rounding(out) {
      asked.bounds++;
      if (rounding === undefined) for (let i = 0; i < n; i++) out[i] = 4 * Number.EPSILON * sizes[i];
      else rounding(place, out);
    },
    factor() {
      asked.factors++;
      tangent(place, s, matrix);
      return factorization.factor(matrix);
    },
    solve(r, d) {
      asked.solves++;
      return factorization.solve(r, d);
    },
    notFinite: () => ({ kind: "not-finite", dof: 0, term: "potential" }),
    dominantTerm: (dof) => ({ dof, term: "potential" }),
    ...(shortens && {
      shorten(part: number) {
        s = part;
      },
    }),
  };
}

/** One unknown: f with the sizes of its terms, and its derivative. */
export function scalar(
  terms: (x: number, s: number) => readonly number[],
  slope: (x: number, s: number) => number,
  others: Partial<Written> = {},
): Counted {
  return equationsOf({
    residual([x], s, r, size) {
      const parts = terms(x, s);
      r[0] = parts.reduce((sum, part) => sum + part, 0);
      size[0] = parts.reduce((sum, part) => sum + Math.abs(part), 0);
    },
    tangent([x], s, out) {
      out[0] = slope(x, s);
    },
    ...others,
  });
}

/** The largest |r_i| at x in units of ε S_i. */
export function residualRatioAt(equations: Equations, x: Vec): number {
  const [r, size] = [new Float64Array(x.length), new Float64Array(x.length)];
  equations.residual(x, r, size);
  return r.reduce((worst, ri, i) => Math.max(worst, Math.abs(ri) / (Number.EPSILON * size[i])), 0);
}
