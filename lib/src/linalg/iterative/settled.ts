/** The end of an iteration as the end of a solve: the solution, or a failure that says how far it came. */
import type { Failure } from "../../core/failure.js";
import type { Vec } from "../../core/vec.js";
import { firstNotFinite } from "../vec.js";
import type { Iteration } from "./iteration.js";

/** Copies x into `out` where the residual is within the tolerance. Numbers of b out of range pass through, as they do through a
 *  direct solve: they are the caller's to find. */
export function settled(
  { outcome, iterations, residual }: Iteration,
  tolerance: number,
  b: Vec,
  x: Vec,
  out: Vec,
): Failure | null {
  if (outcome === "converged" || residual <= tolerance) out.set(x);
  else if (firstNotFinite(b) >= 0) out.fill(Number.NaN);
  else return { kind: "not-converged", residual, tolerance, iterations };
  return null;
}
