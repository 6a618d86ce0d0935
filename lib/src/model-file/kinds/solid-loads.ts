/** What acts on a solid: forces, tractions, pressures, gravity and motions of the ground as patterns of nodal forces times functions of
 *  time. */
import type { Boundary } from "../../mesh/boundary.js";
import type { Mesh } from "../../mesh/mesh.js";
import { areaOf, pressure, surfaceForces, traction } from "../../mesh/surface.js";
import type { FollowingPressure, NodalLoad } from "../../models/solid/description.js";
import { weightPattern } from "../../models/solid/nodal-mass.js";
import type { NamedNumbers } from "../../symbolic/index.js";
import type { Entry } from "../entry.js";
import type { MeshPlaces } from "../mesh-places.js";
import { type Point, signalAt, type VectorSignal, vectorSignals } from "../signal-entry.js";

export interface LoadContext {
  readonly mesh: Mesh;
  readonly places: MeshPlaces;
  /** How many directions the displacements have. */
  readonly dimension: number;
  readonly thickness: number;
  readonly parameters: NamedNumbers;
  /** The mass of each node. */
  readonly masses: () => Float64Array;
}

export interface SolidLoads {
  readonly loads: readonly NodalLoad[];
  readonly pressures: readonly FollowingPressure[];
}

export function loadAt(entry: Entry, context: LoadContext): SolidLoads {
  const { dimension, parameters, places, masses } = context;
  if (entry.has("gravity")) {
    const parts = vectorSignals(entry.at("gravity"), dimension, parameters);
    return dead(parts, (acceleration) => weightPattern(masses(), acceleration));
  }
  const on = entry.at("on");
  const kinds = ["force", "traction", "pressure"].filter((key) => entry.has(key));
  if (kinds.length !== 1) {
    const found = kinds.length === 0 ? "it does nothing" : `found ${kinds.join(" and ")}`;
    throw entry.error(`${found}; give one of force, traction, pressure, or { gravity: […] }`);
  }
  if (entry.has("force")) {
    const parts = vectorSignals(entry.at("force"), dimension, parameters);
    return places.isSurface(on)
      ? spread(parts, places.surfaceAt(on), context)
      : shared(parts, places.nodesAt(on), context);
  }
  const surface = places.surfaceAt(on);
  if (entry.has("traction")) {
    const parts = vectorSignals(entry.at("traction"), dimension, parameters);
    return dead(parts, (vector) => surfaceForces(context.mesh, surface, context.thickness, traction(vector)));
  }
  const signal = signalAt(entry.at("pressure"), parameters);
  if (entry.at("follow").value === true) return { loads: [], pressures: [{ ...surface, signal }] };
  const pattern = surfaceForces(context.mesh, surface, context.thickness, pressure);
  return { loads: [{ pattern, signal }], pressures: [] };
}

/** −M ü_g. */
export function groundLoad({ vector, signal }: VectorSignal, { masses }: LoadContext): NodalLoad {
  const back: Point = [-vector[0], -vector[1], -vector[2]];
  return { pattern: weightPattern(masses(), back), signal };
}

function dead(parts: readonly VectorSignal[], patternOf: (vector: Point) => Float64Array): SolidLoads {
  return { loads: parts.map(({ vector, signal }) => ({ pattern: patternOf(vector), signal })), pressures: [] };
}

/** A whole force as an even traction. */
function spread(parts: readonly VectorSignal[], surface: Boundary, { mesh, thickness }: LoadContext): SolidLoads {
  const area = areaOf(mesh, surface, thickness);
  return dead(parts, ([x, y, z]) => surfaceForces(mesh, surface, thickness, traction([x / area, y / area, z / area])));
}

function shared(parts: readonly VectorSignal[], nodes: Int32Array, { mesh }: LoadContext): SolidLoads {
  return dead(parts, (vector) => {
    const pattern = new Float64Array(mesh.points.length);
    for (const node of nodes) for (let c = 0; c < 3; c++) pattern[3 * node + c] = vector[c] / nodes.length;
    return pattern;
  });
}
