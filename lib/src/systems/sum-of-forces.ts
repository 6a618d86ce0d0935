/** Several forces as one. */

import { kinksOfAll } from "../core/kinks.js";
import { hasSides, limitOf } from "../core/load-jumps.js";
import { type Force, type ForceTangent, isTimeLoad } from "../core/system.js";
import { combination } from "../linalg/matrix.js";
import { union } from "../linalg/sparsity.js";
import { sumOf } from "./loads.js";

/** A sum of forces that depend on time alone is one. */
export function sumOfForces(forces: readonly Force[]): Force | null {
  if (forces.length <= 1) return forces[0] ?? null;
  if (forces.every(isTimeLoad)) return sumOf(forces);
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
    ...kinksOfAll(forces),
    ...(forces.some(hasSides)
      ? { beside: (side) => sumOfForces(forces.map((force) => limitOf(force, side))) as Force }
      : {}),
    ...conditionsOf(forces),
  };
}

function conditionsOf(forces: readonly Force[]): Pick<Force, "conditions"> {
  const all = forces.flatMap(({ conditions }) => conditions ?? []);
  const least = () => all.flatMap((each) => each() ?? []).reduce((low, each) => Math.min(low, each), Infinity);
  return all.length === 0 ? {} : { conditions: () => (least() < Infinity ? least() : null) };
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
