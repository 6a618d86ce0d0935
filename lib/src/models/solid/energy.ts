/** The parts of a solid as one potential V(q) of its degrees of freedom, with everything that is asked of one. */
import type { DiscreteGradient, LocalTerms, Tangent } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import type { Assembled } from "./assembled.js";
import { type Dofs, gather, spread } from "./dofs.js";
import type { SolidPart } from "./part.js";
import { partTerms } from "./terms.js";

export interface SolidEnergy {
  potential(q: Vec): number;
  gradient(q: Vec, out: Vec): void;
  readonly tangent: Tangent;
  readonly discreteGradient: DiscreteGradient;
  readonly terms: LocalTerms;
}

export function solidEnergy(
  parts: readonly SolidPart[],
  dofs: Dofs,
  { pattern, assemblies, collect }: Assembled,
): SolidEnergy {
  const { free, directions } = dofs;
  const size = dofs.nodes.length * directions;
  const everything = free.length === size;
  // Where nothing is held, u is q itself and nothing is copied.
  const [ua, ub, force] = everything ? [] : [0, 1, 2].map(() => new Float64Array(size));
  const nodal = (q: Vec, u: Vec | undefined): Vec => {
    if (u === undefined) return q;
    spread(free, q, u);
    return u;
  };

  return {
    potential(q) {
      const u = nodal(q, ua);
      let sum = 0;
      for (let k = 0; k < parts.length; k++) sum += parts[k].energy(u);
      return sum;
    },
    gradient(q, out) {
      const u = nodal(q, ua);
      const f = force ?? out;
      f.fill(0);
      for (let k = 0; k < parts.length; k++) parts[k].addForce(u, f);
      if (force !== undefined) gather(free, force, out);
    },
    tangent: {
      pattern,
      values(q, out) {
        const u = nodal(q, ua);
        collect(out, (values) => {
          for (let k = 0; k < parts.length; k++) parts[k].addTangent(u, assemblies[k], values);
        });
      },
    },
    discreteGradient: {
      ofDistances: false,
      between(a, b, out) {
        const from = nodal(a, ua);
        const to = nodal(b, ub);
        const f = force ?? out;
        f.fill(0);
        for (let k = 0; k < parts.length; k++) parts[k].addMeanForce(from, to, f);
        if (force !== undefined) gather(free, force, out);
      },
      tangent: {
        pattern,
        values(a, b, out) {
          const from = nodal(a, ua);
          const to = nodal(b, ub);
          collect(out, (values) => {
            for (let k = 0; k < parts.length; k++) parts[k].addMeanTangent(from, to, assemblies[k], values);
          });
        },
      },
    },
    terms: partTerms(parts, dofs),
  };
}
