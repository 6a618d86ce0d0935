/** Between the degrees of freedom and all nodes of the mesh. */
import { InputError } from "../../core/failure.js";
import type { View } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { type Mesh, nodeCount, nodeNumber } from "../../mesh/mesh.js";
import { addMotion, type Motion } from "../boundary/prescribed-motion.js";
import { type Dofs, spread } from "./dofs.js";

export interface NodalMaps {
  /** The displacements of all nodes of the mesh at a state, three numbers each. */
  displacements(t: number, q: Vec, out: Vec): void;
  velocities(t: number, v: Vec, out: Vec): void;
  /** The coordinates at which the nodes have these displacements, three numbers each; what is fixed does not follow. */
  coordinates(t: number, displacements: Vec): Vec;
  rates(t: number, velocities: Vec): Vec;
  /** Names and values of all displacements that are free or prescribed, where some are prescribed; null: the coordinates are the displacements. */
  readonly view: View | null;
}

export function nodalMaps(mesh: Mesh, dofs: Dofs, motions: readonly Motion[]): NodalMaps {
  const { directions, nodes, free } = dofs;
  const u = new Float64Array(nodes.length * directions);
  const nodal = (t: number, q: Vec, k: number): Vec => {
    u.fill(0);
    spread(free, q, u);
    addMotion(motions, k, t, u);
    return u;
  };
  const toNodes = (t: number, q: Vec, k: number, out: Vec) => {
    nodal(t, q, k);
    out.fill(0);
    for (let n = 0; n < nodes.length; n++) {
      for (let d = 0; d < directions; d++) out[3 * nodes[n] + d] = u[n * directions + d];
    }
  };
  const fromNodes = (t: number, values: Vec, k: number): Vec => {
    if (values.length !== mesh.points.length) {
      throw new InputError(`found ${values.length} numbers for ${nodeCount(mesh)} nodes; give three each`);
    }
    u.fill(0);
    addMotion(motions, k, t, u);
    return Float64Array.from(free, (at) => values[3 * nodes[Math.floor(at / directions)] + (at % directions)] - u[at]);
  };
  return {
    displacements: (t, q, out) => toNodes(t, q, 0, out),
    velocities: (t, v, out) => toNodes(t, v, 1, out),
    coordinates: (t, displacements) => fromNodes(t, displacements, 0),
    rates: (t, velocities) => fromNodes(t, velocities, 1),
    view: motions.length === 0 ? null : viewOf(mesh, dofs, motions, nodal),
  };
}

function viewOf(
  mesh: Mesh,
  { directions, nodes, dof }: Dofs,
  motions: readonly Motion[],
  nodal: (t: number, q: Vec, k: number) => Vec,
): View {
  const shown = Array.from(dof.keys()).filter((at) => dof[at] >= 0 || motions.some(({ pattern }) => pattern[at] !== 0));
  const label = (at: number) => `u${"xyz"[at % directions]}${nodeNumber(mesh, nodes[Math.floor(at / directions)])}`;
  return {
    labels: shown.map(label),
    expand(s, q, v) {
      const places = nodal(s.t, s.q, 0);
      shown.forEach((at, i) => {
        q[i] = places[at];
      });
      const speeds = nodal(s.t, s.v, 1);
      shown.forEach((at, i) => {
        v[i] = speeds[at];
      });
    },
  };
}
