/** Where supports move as prescribed, a system is about the coordinates that are left: its mass, potential and damping are theirs, and what
 *  the supports do to them is a load. Results tell the energies of the whole,
 *
 *      K = ½ u̇ᵀM u̇,      V(u),      D = u̇ᵀC u̇,      u = free and prescribed displacements together.
 *
 *  The same where coordinates without mass were eliminated and loads act on them: u has them, too. */
import { energyOf, type Invariant, type System } from "./system.js";
import type { Vec } from "./vec.js";

export interface Whole {
  kinetic(t: number, q: Vec, v: Vec): number;
  potential(t: number, q: Vec, v: Vec): number;
  /** The power that damping takes out, but for what `lagging` tells. */
  dissipation(t: number, q: Vec, v: Vec): number;
  /** Times at which this power may jump, since supports change their velocities at once. */
  readonly kinks?: Vec | null;
  /** What coordinates without mass that lag behind the loads on them have dissipated between two times: it depends on time alone, and may be over long
   *  before a step is. */
  lagging?(from: number, to: number): number;
}

/** The energy that results tell: of the whole, where there is one. */
export function wholeEnergyOf(system: System): Invariant {
  const { whole } = system;
  if (whole === undefined) return energyOf(system);
  return { name: "energy", value: (t, q, v) => whole.kinetic(t, q, v) + whole.potential(t, q, v) };
}
