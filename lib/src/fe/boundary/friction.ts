/** Coulomb friction of nodes on a rigid plane, |f| ≤ coefficient × normal force.
 *
 *  Without `creep` its force is not unique where it sticks: methods have to say that they take it. With it, it is the damping force
 *  −coefficient N w/√(w² + creep²) of the slip velocity w, smooth, for every method: at rest it has the viscosity
 *  coefficient N/creep, and what should stick creeps at a small part of `creep`. */
import { hypot } from "../../core/elementary.js";
import type { Contact, Force } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { fromTriplets } from "../../linalg/matrix.js";
import { entryAt } from "../../linalg/sparsity.js";
import type { Dofs } from "../assembly/dofs.js";
import type { TouchedPlane } from "./contact.js";

/** The contacts of nodes whose directions are all free, one or two components of slip each. */
export function coulombContacts(plane: TouchedPlane, coefficient: number, dofs: Dofs): Contact[] {
  const { penalty, nodes } = plane;
  const { directions, dof, free } = dofs;
  const tangents = tangentsOf(plane.normal, directions);
  return Array.from(nodes.keys()).flatMap((k) => {
    const places = Array.from({ length: directions }, (_, d) => dof[directions * nodes[k] + d]);
    const slip = tangents.flatMap((tangent) => {
      const row = new Float64Array(free.length);
      places.forEach((at, d) => {
        if (at >= 0) row[at] = tangent[d];
      });
      return row.some((x) => x !== 0) ? [row] : [];
    });
    if (slip.length === 0) return [];
    const limit = (_t: number, q: Vec) => {
      let gap = plane.gaps[k];
      for (let d = 0; d < directions; d++) if (places[d] >= 0) gap += plane.normal[d] * q[places[d]];
      return gap < 0 ? (-coefficient * gap) / penalty : 0;
    };
    return [{ slip, limit }];
  });
}

export function creepingFriction(plane: TouchedPlane, coefficient: number, creep: number, dofs: Dofs): Force {
  const { normal, gaps, penalty, nodes } = plane;
  const { directions, dof, free } = dofs;
  const places = Int32Array.from({ length: nodes.length * directions }, (_, i) => {
    return dof[directions * nodes[Math.floor(i / directions)] + (i % directions)];
  });
  const { pattern, entries } = blocksOf(places, directions, free.length);
  const slip = new Float64Array(3);
  const byVelocity = new Float64Array(9);
  /** The slip velocity of node k; returns its square. */
  const slide = (k: number, v: Vec): number => {
    let along = 0;
    for (let d = 0; d < directions; d++) {
      const at = places[k * directions + d];
      slip[d] = at < 0 ? 0 : v[at];
      along += normal[d] * slip[d];
    }
    let square = 0;
    for (let d = 0; d < directions; d++) {
      slip[d] -= along * normal[d];
      square += slip[d] * slip[d];
    }
    return square;
  };
  const gapOf = (k: number, q: Vec): number => {
    let gap = gaps[k];
    for (let d = 0; d < directions; d++) {
      const at = places[k * directions + d];
      if (at >= 0) gap += normal[d] * q[at];
    }
    return gap;
  };
  /** Adds one block of numbers to the entries of node k. */
  const enter = (k: number, block: (i: number, j: number) => number, out: Vec) => {
    for (let i = 0; i < directions; i++) {
      for (let j = 0; j < directions; j++) {
        const at = entries[(k * directions + i) * directions + j];
        if (at >= 0) out[at] += block(i, j);
      }
    }
  };
  return {
    addTo(_t, q, v, out) {
      for (let k = 0; k < nodes.length; k++) {
        const gap = gapOf(k, q);
        if (gap >= 0) continue;
        const drag = (coefficient * gap) / penalty / Math.sqrt(slide(k, v) + creep * creep);
        for (let d = 0; d < directions; d++) {
          const at = places[k * directions + d];
          if (at >= 0) out[at] += drag * slip[d];
        }
      }
    },
    byPosition: {
      pattern,
      symmetric: false,
      values(_t, q, v, out) {
        out.fill(0);
        for (let k = 0; k < nodes.length; k++) {
          if (gapOf(k, q) >= 0) continue;
          const drag = coefficient / penalty / Math.sqrt(slide(k, v) + creep * creep);
          enter(k, (i, j) => drag * slip[i] * normal[j], out);
        }
      },
    },
    byVelocity: {
      pattern,
      symmetric: true,
      values(_t, q, v, out) {
        out.fill(0);
        for (let k = 0; k < nodes.length; k++) {
          const gap = gapOf(k, q);
          if (gap >= 0) continue;
          const size = slide(k, v) + creep * creep;
          const drag = (coefficient * gap) / penalty / Math.sqrt(size);
          for (let i = 0; i < directions; i++) {
            for (let j = 0; j < directions; j++) {
              const across = (i === j ? 1 : 0) - normal[i] * normal[j];
              byVelocity[3 * i + j] = drag * (across - (slip[i] * slip[j]) / size);
            }
          }
          enter(k, (i, j) => byVelocity[3 * i + j], out);
        }
      },
    },
  };
}

/** Unit vectors along the plane. */
function tangentsOf(normal: readonly number[], directions: number): number[][] {
  if (directions === 1) return [];
  if (directions === 2) return [[-normal[1], normal[0]]];
  // From the axis that is farthest from the normal.
  const axis = normal.reduce((best, n, d) => (Math.abs(n) < Math.abs(normal[best]) ? d : best), 0);
  const first = normal.map((n, d) => (d === axis ? 1 : 0) - normal[axis] * n);
  const length = hypot(...first);
  const a = first.map((x) => x / length);
  const [x, y, z] = normal;
  return [a, [y * a[2] - z * a[1], z * a[0] - x * a[2], x * a[1] - y * a[0]]];
}

/** The blocks of nodes on the diagonal, and where each entry of each is. */
function blocksOf(places: Int32Array, directions: number, size: number) {
  const pairs = Array.from({ length: places.length * directions }, (_, p) => {
    const row = Math.floor(p / directions);
    return [places[row], places[row - (row % directions) + (p % directions)]];
  });
  const kept = pairs.filter(([i, j]) => i >= 0 && j >= 0);
  const { pattern } = fromTriplets(
    size,
    kept.map(([i]) => i),
    kept.map(([, j]) => j),
    kept.map(() => 0),
  );
  return { pattern, entries: Int32Array.from(pairs, ([i, j]) => (i < 0 || j < 0 ? -1 : entryAt(pattern, i, j))) };
}
