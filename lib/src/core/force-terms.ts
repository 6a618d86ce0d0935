/** The terms of the equation of motion at one state, one by one: which of them is the cause of a failure? */
import type { Failure, Term } from "./failure.js";
import type { State } from "./state.js";
import type { System } from "./system.js";
import type { Vec } from "./vec.js";

export function forceTerms(system: System, t: number, q: Vec, v: Vec): [Term, Vec][] {
  const gradient = new Float64Array(system.dof);
  system.gradient(q, gradient);
  const terms: [Term, Vec][] = [["potential", gradient]];
  for (const term of ["load", "damping"] as const) {
    const force = system[term];
    if (force === null) continue;
    const vector = new Float64Array(system.dof);
    force.addTo(t, q, v, vector);
    terms.push([term, vector]);
  }
  return terms;
}

/** A position or velocity that is no number comes from a force that was none already where the step began, if there is one. */
export function causeOf(failure: Failure, system: System, { t, q, v }: Readonly<State>): Failure {
  if (failure.kind !== "not-finite" || (failure.term !== "position" && failure.term !== "velocity")) return failure;
  for (const [term, force] of forceTerms(system, t, q, v)) {
    const dof = force.findIndex((value) => !Number.isFinite(value));
    if (dof >= 0) return { kind: "not-finite", dof, term };
  }
  return failure;
}
