/** Equations F(x) = 0 that are linear, F′ being the same everywhere: factored once, one correction from anywhere solves them. Where terms are much larger than
 *  what they add up to, as in steps of many periods, it leaves more than rounding, and the same correction is made once more: whether that is so is tried out
 *  once. */
import type { Failure } from "../core/failure.js";
import { startingVector } from "../core/random.js";
import type { Vec } from "../core/vec.js";
import type { Equations, NonlinearSolver } from "./nonlinear.js";
import { firstNotFinite } from "./vec.js";

/** A correction leaves no more than this of the terms, or is made again. */
const FEW = 8 * Number.EPSILON;
/** Of few unknowns, which one trial may solve by chance, so many are made. */
const TRIALS = 4;
const MANY = 100;

export function linearSolver(equations: Equations): NonlinearSolver["solve"] {
  const n = equations.unknowns;
  const [r, size] = [new Float64Array(n), new Float64Array(n)];
  const failure = equations.factor();
  const correct = (x: Vec): Failure | null => {
    equations.residual(x, r, size);
    equations.refine?.(r);
    if (firstNotFinite(r) >= 0) return equations.notFinite();
    const unsolved = equations.solve(r, r);
    if (unsolved !== null) return unsolved;
    for (let e = 0; e < n; e++) x[e] -= r[e];
    return firstNotFinite(x) >= 0 ? equations.notFinite() : null;
  };
  /** Does a correction from a place of the size 1 leave more than a few roundings of it? */
  const leaves = (_: unknown, k: number): boolean => {
    const x = startingVector(n, k + 1);
    if (correct(x) !== null) return false;
    equations.residual(x, r, size);
    equations.refine?.(r);
    for (let e = 0; e < n; e++) if (Math.abs(r[e]) > FEW * size[e]) return true;
    return false;
  };
  const refines = failure === null && Array.from({ length: n < MANY ? TRIALS : 1 }).some(leaves);

  return (x) => {
    if (failure !== null) return failure;
    x.fill(0);
    return correct(x) ?? (refines ? correct(x) : null);
  };
}
