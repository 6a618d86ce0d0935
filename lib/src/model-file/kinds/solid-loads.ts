/** What acts on a solid: forces, tractions, pressures and gravity, times functions of time. */

import { gravity, nodalForce, surfaceForce, surfacePressure, surfaceTraction } from "../../fe/boundary/loads.js";
import type { BodyLoad, FollowingPressure, NodalLoad } from "../../fe/solid-description.js";
import type { Mesh } from "../../mesh/mesh.js";
import type { NamedNumbers } from "../../symbolic/index.js";
import type { Entry } from "../entry.js";
import type { MeshPlaces } from "../mesh-places.js";
import { signalAt, type VectorSignal, vectorSignals } from "../signal-entry.js";

export interface LoadContext {
  readonly mesh: Mesh;
  readonly places: MeshPlaces;
  /** How many directions the displacements have. */
  readonly dimension: number;
  readonly thickness: number;
  readonly parameters: NamedNumbers;
}

type SolidLoad = NodalLoad | BodyLoad;

export interface SolidLoads {
  readonly loads: readonly SolidLoad[];
  readonly pressures: readonly FollowingPressure[];
}

export function loadAt(entry: Entry, { mesh, thickness, dimension, parameters, places }: LoadContext): SolidLoads {
  const each = (key: string, load: (part: VectorSignal) => SolidLoad): SolidLoads => ({
    loads: vectorSignals(entry.at(key), dimension, parameters).map(load),
    pressures: [],
  });
  if (entry.has("gravity")) return each("gravity", ({ vector, signal }) => gravity(vector, signal));
  const on = entry.at("on");
  const kinds = ["force", "traction", "pressure"].filter((key) => entry.has(key));
  if (kinds.length !== 1) {
    const found = kinds.length === 0 ? "it does nothing" : `found ${kinds.join(" and ")}`;
    throw entry.error(`${found}; give one of force, traction, pressure, or { gravity: […] }`);
  }
  if (entry.has("force") && !places.isSurface(on)) {
    const nodes = places.nodesAt(on);
    return each("force", ({ vector, signal }) => nodalForce(mesh, nodes, vector, signal));
  }
  const surface = places.surfaceAt(on);
  const loaded = { mesh, surface, thickness };
  if (entry.has("force")) return each("force", ({ vector, signal }) => surfaceForce(loaded, vector, signal));
  if (entry.has("traction")) return each("traction", ({ vector, signal }) => surfaceTraction(loaded, vector, signal));
  const signal = signalAt(entry.at("pressure"), parameters);
  if (entry.at("follow").value === true) return { loads: [], pressures: [{ ...surface, signal }] };
  return { loads: [surfacePressure(loaded, signal)], pressures: [] };
}
