/** Momenta of a solid that nothing holds: linear, and angular about the origin, of the positions X + u. */
import type { Invariant, Mass } from "../../core/system.js";
import type { Mesh } from "../../mesh/mesh.js";
import { angularMomenta, linearMomenta } from "../../systems/momentum.js";
import type { EnergyTerm } from "../elements/energy-term.js";
import type { Dofs } from "./dofs.js";

export function solidMomenta(mesh: Mesh, parts: readonly EnergyTerm[], dofs: Dofs, mass: Mass): Invariant[] {
  const { directions, nodes, free } = dofs;
  if (free.length !== nodes.length * directions) return [];
  const linear = linearMomenta(mass, directions).filter((_, d) =>
    parts.every(({ symmetry }) => symmetry.translations[d]),
  );
  if (!parts.every(({ symmetry }) => symmetry.rotations)) return linear;
  const rest = Float64Array.from(free, (_, i) => mesh.points[3 * nodes[Math.floor(i / directions)] + (i % directions)]);
  const position = new Float64Array(free.length);
  const angular = angularMomenta(mass, directions).map(({ name, value }) => ({
    name,
    value(t: number, q: Float64Array, v: Float64Array) {
      for (let i = 0; i < position.length; i++) position[i] = rest[i] + q[i];
      return value(t, position, v);
    },
  }));
  return [...linear, ...angular];
}
