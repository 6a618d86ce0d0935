/** Pressures that follow the surface: p(t) times the normal of the deformed side, f_a = −p ∫ N_a x,ξ × x,η, in the plane with the
 *  tangent turned by a right angle. They do work, and their derivative by the position is not symmetric where the surface has an edge. */
import { kinksOfAll } from "../../core/kinks.js";
import type { Force } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { fromTriplets } from "../../linalg/matrix.js";
import { entryAt } from "../../linalg/sparsity.js";
import { sideNodes } from "../../mesh/boundary.js";
import type { ElementName } from "../../mesh/element-types.js";
import type { Mesh } from "../../mesh/mesh.js";
import { shapeOf } from "../../mesh/shapes/shape-of.js";
import type { Dofs } from "../assembly/dofs.js";
import { gradientsAt } from "../elements/element-set.js";
import type { FollowingPressure } from "../solid-description.js";

/** One kind of sides under one pressure. */
interface Sides {
  readonly type: ElementName;
  readonly pressure: FollowingPressure;
  /** In the mesh, one side after another. */
  readonly nodes: readonly number[];
}

export interface FollowingPressures {
  readonly force: Force;
  /** The same on all directions of the nodes in use, those that are not free included. */
  addNodal(t: number, q: Vec, out: Vec): void;
}

/** `nodal`: writes the displacements of the nodes in use at (t, q). */
export function followingPressures(
  mesh: Mesh,
  pressures: readonly FollowingPressure[],
  thickness: number,
  dofs: Dofs,
  nodal: (t: number, q: Vec) => Vec,
): FollowingPressures {
  const { directions, place, nodes: used, dof } = dofs;
  const groups = pressures.flatMap((pressure) => grouped(mesh, pressure)).map(prepared);
  const rest = Float64Array.from({ length: used.length * directions }, (_, i) => {
    return mesh.points[3 * used[Math.floor(i / directions)] + (i % directions)];
  });
  const x = new Float64Array(rest.length);
  const position = (t: number, q: Vec) => {
    const u = nodal(t, q);
    for (let i = 0; i < x.length; i++) x[i] = rest[i] + u[i];
  };
  const entries = patternOf(groups, dofs);
  const { pattern } = entries;

  /** Tangents x,ξ and x,η of a side at a point, and the normal that they span. */
  const [xi, eta, normal] = [new Float64Array(3), new Float64Array(3), new Float64Array(3)];
  const span = (nodes: Int32Array, first: number, local: Vec, perSide: number) => {
    xi.fill(0);
    eta.fill(0);
    const step = directions - 1;
    for (let a = 0; a < perSide; a++) {
      const node = directions * nodes[first + a];
      for (let d = 0; d < directions; d++) {
        xi[d] += x[node + d] * local[a * step];
        if (directions === 3) eta[d] += x[node + d] * local[a * step + 1];
      }
    }
    if (directions === 2) eta[2] = thickness;
    normal[0] = xi[1] * eta[2] - xi[2] * eta[1];
    normal[1] = xi[2] * eta[0] - xi[0] * eta[2];
    normal[2] = xi[0] * eta[1] - xi[1] * eta[0];
  };

  /** `at`: where the forces go; nowhere where it is negative. At jumps of the pressure with the limit from one side. */
  const add = (t: number, q: Vec, side: -1 | 1, at: Int32Array, out: Vec) => {
    position(t, q);
    for (const { nodes, perSide, points, signal } of groups) {
      const p = signal.derivative(0, t, side);
      for (let first = 0; first < nodes.length; first += perSide) {
        for (const { weight, values, local } of points) {
          span(nodes, first, local, perSide);
          for (let a = 0; a < perSide; a++) {
            for (let d = 0; d < directions; d++) {
              const place = at[directions * nodes[first + a] + d];
              if (place >= 0) out[place] -= p * weight * values[a] * normal[d];
            }
          }
        }
      }
    }
  };

  const seenFrom = (side: -1 | 1): Force => ({
    addTo: (t, q, _v, out) => add(t, q, side, dof, out),
    byPosition: {
      pattern,
      symmetric: false,
      values(t, q, _v, out) {
        position(t, q);
        out.fill(0);
        let entry = 0;
        for (const { nodes, perSide, points, signal } of groups) {
          const p = signal.derivative(0, t, side);
          const step = directions - 1;
          for (let first = 0; first < nodes.length; first += perSide) {
            const begin = entry;
            for (const { weight, values, local } of points) {
              span(nodes, first, local, perSide);
              entry = begin;
              for (let a = 0; a < perSide; a++) {
                for (let i = 0; i < directions; i++) {
                  for (let b = 0; b < perSide; b++) {
                    for (let k = 0; k < directions; k++) {
                      const at = entries.places[entry++];
                      if (at < 0 || i === k) continue;
                      // ∂(ξ × η)_i/∂x_k: ε_ikm (g_ξ η_m − g_η ξ_m) with m the third direction.
                      const m = 3 - i - k;
                      const sign = (k - i + 3) % 3 === 1 ? 1 : -1;
                      const other = directions === 3 ? local[b * step + 1] * xi[m] : 0;
                      out[at] -= p * weight * values[a] * sign * (local[b * step] * eta[m] - other);
                    }
                  }
                }
              }
            }
          }
        }
      },
    },
    byVelocity: null,
  });
  const everywhere = Int32Array.from(dof.keys());
  return {
    force: { ...seenFrom(1), ...kinksOfAll(pressures.map(({ signal }) => signal)), beside: seenFrom },
    addNodal: (t, q, out) => add(t, q, 1, everywhere, out),
  };

  function prepared({ type, pressure, nodes }: Sides) {
    const shape = shapeOf(type);
    const locals = gradientsAt(shape, shape.mass);
    const points = shape.mass.points.map((at, k) => {
      const values = new Float64Array(shape.nodes);
      shape.values(at, values);
      return { weight: shape.mass.weights[k], values, local: locals[k] };
    });
    return {
      nodes: Int32Array.from(nodes, (node) => place[node]),
      perSide: shape.nodes,
      points,
      signal: pressure.signal,
    };
  }
}

function grouped(mesh: Mesh, pressure: FollowingPressure): Sides[] {
  const byType = new Map<ElementName, number[]>();
  for (const { type, nodes } of sideNodes(mesh, pressure)) {
    byType.set(type, [...(byType.get(type) ?? []), ...nodes]);
  }
  return [...byType].map(([type, nodes]) => ({ type, pressure, nodes }));
}

/** The pattern of all pairs of coordinates on one side, and the place of every pair in the order they are visited in. */
function patternOf(
  groups: readonly { readonly nodes: Int32Array; readonly perSide: number }[],
  { directions, dof, free }: Dofs,
) {
  const pairs: [number, number][] = [];
  for (const { nodes, perSide } of groups) {
    for (let first = 0; first < nodes.length; first += perSide) {
      const own = Array.from({ length: perSide * directions }, (_, k) => {
        return dof[directions * nodes[first + Math.floor(k / directions)] + (k % directions)];
      });
      for (const i of own) for (const j of own) pairs.push([i, j]);
    }
  }
  const kept = pairs.filter(([i, j]) => i >= 0 && j >= 0);
  const { pattern } = fromTriplets(
    free.length,
    kept.map(([i]) => i),
    kept.map(([, j]) => j),
    kept.map(() => 1),
  );
  return { pattern, places: Int32Array.from(pairs, ([i, j]) => (i < 0 || j < 0 ? -1 : entryAt(pattern, i, j))) };
}
