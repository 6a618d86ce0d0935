/** `start: equilibrium`: at rest under the loads of the start time. */
import type { System } from "../core/system.js";
import type { Vec } from "../core/vec.js";
import { equilibrium, noEquilibrium } from "../systems/equilibrium.js";
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
  throw start.error(`${noEquilibrium(failure, system)};${"row" in failure ? " hold it, or" : ""} give q and v instead`);
}
