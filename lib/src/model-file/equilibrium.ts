/** The start at rest under the loads of the start time: K q = F(t0). */
import type { System } from "../core/system.js";
import type { Vec } from "../core/vec.js";
import { analyze } from "../linalg/factorization.js";
import type { Entry } from "./entry.js";

export function equilibrium(system: System, t0: number, start: Entry): Vec {
  if (system.kind !== "linear") {
    throw start.error("an equilibrium is computed for linear systems only; accepted here: { q: […], v: […] }");
  }
  const { stiffness, load, dof, labels } = system;
  const force = new Float64Array(dof);
  load?.addTo(t0, new Float64Array(dof), new Float64Array(dof), force);
  const factors = analyze(stiffness.pattern, true);
  const failure = factors.factor(stiffness.values);
  if (failure !== null) {
    const row = "row" in failure ? `, at ${labels[failure.row]}` : "";
    throw start.error(`there is no equilibrium: the stiffness matrix is singular${row}; give q and v instead`);
  }
  const q = new Float64Array(dof);
  if (factors.solve(force, q) !== null)
    throw start.error("there is no equilibrium that could be computed; give q and v instead");
  return q;
}
