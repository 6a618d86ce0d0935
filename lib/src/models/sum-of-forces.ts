/** Several forces as one. */
import type { Force, ForceTangent } from "../core/system.js";
import { combination } from "../linalg/matrix.js";
import { union } from "../linalg/sparsity.js";

export function sumOfForces(forces: readonly Force[]): Force | null {
  if (forces.length <= 1) return forces[0] ?? null;
  // A sum of dissipation potentials is one, if every part that depends on the place has its companion.
  const placed = forces.filter(({ byPosition }) => byPosition !== null);
  const companions = placed.flatMap(({ companion }) => (companion === undefined ? [] : [companion]));
  const companion = companions.length === placed.length ? sumOfForces(companions) : null;
  const viscosities = forces.flatMap(({ viscosity }) => (viscosity === undefined ? [] : [viscosity]));
  const constant = viscosities.length === forces.length;
  return {
    ...(companion === null ? {} : { companion }),
    ...(constant
      ? {
          viscosity: combination(
            viscosities.map(() => 1),
            viscosities,
          ),
        }
      : {}),
    addTo(t, q, v, out) {
      for (let k = 0; k < forces.length; k++) forces[k].addTo(t, q, v, out);
    },
    byPosition: sumOfTangents(forces.map(({ byPosition }) => byPosition)),
    byVelocity: sumOfTangents(forces.map(({ byVelocity }) => byVelocity)),
  };
}

function sumOfTangents(tangents: readonly (ForceTangent | null)[]): ForceTangent | null {
  const parts = tangents.filter((tangent) => tangent !== null);
  if (parts.length <= 1) return parts[0] ?? null;
  const { pattern, positions } = union(parts.map((part) => part.pattern));
  const scratch = parts.map((part) => new Float64Array(part.pattern.column.length));
  return {
    pattern,
    symmetric: parts.every((part) => part.symmetric),
    values(t, q, v, out) {
      out.fill(0);
      for (let k = 0; k < parts.length; k++) {
        parts[k].values(t, q, v, scratch[k]);
        for (let j = 0; j < scratch[k].length; j++) out[positions[k][j]] += scratch[k][j];
      }
    },
  };
}
