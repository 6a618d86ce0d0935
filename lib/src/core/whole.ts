/** Where supports move as prescribed, a system is about the coordinates that are left: its mass, potential and damping are theirs, and what
 *  the supports do to them is a load. Results tell the energies of the whole,
 *
 *      K = ½ u̇ᵀM u̇,      V(u),      D = u̇ᵀC u̇,      u = free and prescribed displacements together. */
import type { Invariant } from "./system.js";
import type { Vec } from "./vec.js";

export interface Whole {
  kinetic(t: number, q: Vec, v: Vec): number;
  potential(t: number, q: Vec, v: Vec): number;
  /** The power that damping takes out. */
  dissipation(t: number, q: Vec, v: Vec): number;
}

/** The system with the energies of the whole in its results. */
export function asWhole<S extends { readonly invariants: readonly Invariant[] }>(system: S, whole: Whole) {
  const energy: Invariant = {
    name: "energy",
    value: (t, q, v) => whole.kinetic(t, q, v) + whole.potential(t, q, v),
  };
  const others = system.invariants.filter(({ name }) => name !== energy.name);
  return { ...system, whole, invariants: [energy, ...others] };
}
