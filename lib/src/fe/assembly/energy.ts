/** The parts of a solid as one potential V(q) of its degrees of freedom, with everything that is asked of one. */
import type { DiscreteGradient, LocalTerms, Tangent } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import type { EnergyTerm } from "../elements/energy-term.js";
import type { Assembled } from "./assembled.js";
import { type Dofs, gather, spread } from "./dofs.js";
import { partTerms } from "./local-terms.js";

export interface SolidEnergy {
  potential(q: Vec): number;
  gradient(q: Vec, out: Vec): void;
  readonly tangent: Tangent;
  readonly discreteGradient: DiscreteGradient;
  readonly terms: LocalTerms;
}

/** The same with all displacements given, also those that are fixed or prescribed. */
export interface NodalEnergy {
  /** out = the force on the degrees of freedom. */
  gradient(u: Vec, out: Vec): void;
  /** On the pattern of the tangent. */
  tangent(u: Vec, out: Vec): void;
}

export function solidEnergy(parts: readonly EnergyTerm[], dofs: Dofs, matrices: Assembled): SolidEnergy {
  const { free, directions } = dofs;
  const { pattern, assemblies, collect } = matrices;
  const size = dofs.nodes.length * directions;
  // Where nothing is fixed, u is q itself and nothing is copied.
  const [ua, ub, force] = free.length === size ? [] : [0, 1, 2].map(() => new Float64Array(size));
  const nodal = (q: Vec, u: Vec | undefined): Vec => {
    if (u === undefined) return q;
    spread(free, q, u);
    return u;
  };
  const { gradient, tangent } = nodalEnergy(parts, dofs, matrices);
  const betweenWith = (r: number): DiscreteGradient => ({
    ofDistances: false,
    resisting: betweenWith,
    between(a, b, out) {
      const from = nodal(a, ua);
      const to = nodal(b, ub);
      const f = force ?? out;
      f.fill(0);
      for (let k = 0; k < parts.length; k++) parts[k].addMeanForce(from, to, f);
      if (r !== 0) for (let k = 0; k < parts.length; k++) parts[k].addResistance(from, to, r, f);
      if (force !== undefined) gather(free, force, out);
    },
    tangent: {
      symmetric: true,
      pattern,
      values(a, b, out) {
        const from = nodal(a, ua);
        const to = nodal(b, ub);
        collect(out, (values) => {
          for (let k = 0; k < parts.length; k++) {
            parts[k].addMeanTangent(from, to, assemblies[k], values);
            if (r !== 0) parts[k].addResistanceTangent(from, to, r, assemblies[k], values);
          }
        });
      },
    },
  });

  return {
    potential(q) {
      const u = nodal(q, ua);
      let sum = 0;
      for (let k = 0; k < parts.length; k++) sum += parts[k].energy(u);
      return sum;
    },
    gradient: (q, out) => gradient(nodal(q, ua), out),
    tangent: { pattern, values: (q, out) => tangent(nodal(q, ua), out) },
    discreteGradient: betweenWith(0),
    terms: partTerms(parts, dofs),
  };
}

export function nodalEnergy(
  parts: readonly EnergyTerm[],
  { free, directions, nodes }: Dofs,
  { assemblies, collect }: Assembled,
): NodalEnergy {
  const size = nodes.length * directions;
  const force = free.length === size ? null : new Float64Array(size);
  return {
    gradient(u, out) {
      const f = force ?? out;
      f.fill(0);
      for (let k = 0; k < parts.length; k++) parts[k].addForce(u, f);
      if (force !== null) gather(free, force, out);
    },
    tangent(u, out) {
      collect(out, (values) => {
        for (let k = 0; k < parts.length; k++) parts[k].addTangent(u, assemblies[k], values);
      });
    },
  };
}
