/** `start: equilibrium`: at rest under the loads of the start time. */
import type { Failure } from "../core/failure.js";
import type { System } from "../core/system.js";
import type { Vec } from "../core/vec.js";
import { equilibrium } from "../models/equilibrium.js";
import type { Entry } from "./entry.js";

export function equilibriumAt(start: Entry, system: System, t0: number): Vec {
  if (system.tangent === null) {
    throw start.error(
      "an equilibrium needs the tangent of the potential, and this system has none; give q and v instead",
    );
  }
  const q = new Float64Array(system.dof);
  const failure = equilibrium(system, t0, q);
  if (failure === null) return q;
  throw start.error(`${reason(failure, system)} give q and v instead`);
}

function reason(failure: Failure, system: System): string {
  if ("row" in failure) {
    const named = system.describe?.(failure.row);
    const where = named === undefined ? `, at ${system.labels[failure.row]}` : `: ${named}, is not restrained`;
    return `there is no equilibrium: the stiffness matrix is singular${where}; hold it, or`;
  }
  if (failure.kind === "newton") {
    const share = (100 * (failure.solvable ?? 0)).toPrecision(3);
    return `there is no equilibrium that could be found: beyond ${share} % of the load Newton's iteration does not converge;`;
  }
  return "there is no equilibrium that could be computed;";
}
