/** Why a step failed, in terms of the equation of motion: which degree of freedom, and which of its terms. */
import type { Failure, Term } from "../core/failure.js";
import { forceTerms } from "../core/force-terms.js";
import type { System } from "../core/system.js";
import type { Vec } from "../core/vec.js";
import type { DominantTerm } from "../linalg/nonlinear.js";

/** The first number that is not finite, looked for where numbers come from: the state, then what the model knows to be wrong with
 *  the position, then each force. */
export function notFinite(system: System, t: number, q: Vec, v: Vec): Failure {
  const firstIn = (x: Vec) => x.findIndex((value) => !Number.isFinite(value));
  const fault = firstIn(q) < 0 ? system.fault?.(q) : null;
  if (fault != null) return fault;
  const candidates: [Term, Vec][] = [
    ["position", q],
    ["velocity", v],
  ];
  // Forces are only asked when the state itself is sound.
  if (firstIn(q) < 0 && firstIn(v) < 0) candidates.push(...forceTerms(system, t, q, v));
  for (const [term, vector] of candidates) {
    const dof = firstIn(vector);
    if (dof >= 0) return { kind: "not-finite", dof, term };
  }
  // Forces may be numbers where V is none: beyond a pole of log cos x.
  return { kind: "not-finite", dof: 0, term: Number.isFinite(system.potential(q)) ? "inertia" : "potential" };
}

/** The largest part of one equation of motion, whose inertia is given. */
export function dominantTerm(system: System, t: number, q: Vec, v: Vec, dof: number, inertia: number): DominantTerm {
  let term: Term = "inertia";
  let size = Math.abs(inertia);
  for (const [name, force] of forceTerms(system, t, q, v)) {
    if (Math.abs(force[dof]) > size) {
      size = Math.abs(force[dof]);
      term = name;
    }
  }
  return { dof, term };
}
