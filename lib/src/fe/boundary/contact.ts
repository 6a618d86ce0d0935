/** Rigid planes that nodes may touch: V = gap²/(2 penalty) for every node behind the plane.                  [gonzalez2010, (76), (77)]
 *  Over a step the force is the divided difference of that by the gap, also where contact begins or ends in between: energy is kept. A body
 *  that is behind the plane as a whole, and as deep as it is large, was not stopped by it: there V is not defined, and a run ends. */
import { hypot } from "../../core/elementary.js";
import { InputError } from "../../core/failure.js";
import { maxOf, type Vec } from "../../core/vec.js";
import type { EnergyTerm } from "../elements/energy-term.js";
import type { RigidPlane } from "../solid-description.js";

/** A plane with a normal of unit length, and the nodes that may touch it. */
export interface TouchedPlane {
  readonly normal: readonly number[];
  readonly penalty: number;
  /** Nodes in use. */
  readonly nodes: Int32Array;
  /** How far they are in front of it at rest. */
  readonly gaps: Vec;
  /** The bodies that these nodes belong to. */
  readonly bodies: readonly TouchingBody[];
}

export interface TouchingBody {
  /** Its nodes, counted as in the list of those that may touch. */
  readonly members: Int32Array;
  /** Its largest extent along an axis. */
  readonly size: number;
}

/** `positions` of the nodes at rest, three numbers each; `bodies`: the number of the one that each belongs to. */
export function touchedPlane(
  { point, normal, penalty }: RigidPlane,
  nodes: Int32Array,
  positions: Vec,
  bodies: Int32Array,
): TouchedPlane {
  const length = hypot(...normal);
  if (!(length > 0 && length < Infinity)) {
    throw new InputError(`the normal of the plane is (${normal.join(", ")}); it must not vanish`, { key: "normal" });
  }
  if (!(penalty > 0 && penalty < Infinity)) {
    throw new InputError(`the penalty is ${penalty}; accepted: positive numbers`, { key: "penalty" });
  }
  const unit = normal.map((n) => n / length);
  const gaps = Float64Array.from({ length: nodes.length }, (_, k) =>
    unit.reduce((sum, n, d) => sum + n * (positions[3 * k + d] - point[d]), 0),
  );
  const grouped = [...new Set(bodies)].map((body) => {
    const members = Int32Array.from(bodies.keys()).filter((k) => bodies[k] === body);
    return { members, size: largestExtent(positions.filter((_, i) => bodies[Math.floor(i / 3)] === body)) };
  });
  return { normal: unit, penalty, nodes, gaps, bodies: grouped };
}

/** Of positions, three numbers each: the largest extent along an axis. */
export function largestExtent(positions: Vec): number {
  const extents = [0, 1, 2].map((d) => {
    const places = positions.filter((_, i) => i % 3 === d);
    return maxOf(places) + maxOf(places.map((x) => -x));
  });
  return maxOf(extents);
}

/** Is one of the bodies behind the plane as a whole, and a part of it as deep as it is large, at the displacements u of the nodes in use? */
export function isPassed({ normal, nodes, gaps, bodies }: TouchedPlane, directions: number, u: Vec): boolean {
  return bodies.some(({ members, size }) => {
    let deepest = 0;
    for (const k of members) {
      let gap = gaps[k];
      for (let d = 0; d < directions; d++) gap += normal[d] * u[directions * nodes[k] + d];
      if (!(gap < 0)) return false;
      deepest = Math.min(deepest, gap);
    }
    return -deepest >= size;
  });
}

export function contactPart(plane: TouchedPlane, directions: number): EnergyTerm {
  const { normal, penalty, nodes, gaps } = plane;
  const matrix = new Float64Array(directions * directions);
  const gapAt = (k: number, u: Vec, first: number) => {
    let gap = gaps[k];
    for (let d = 0; d < directions; d++) gap += normal[d] * u[first + d];
    return gap;
  };
  const gapOf = (k: number, u: Vec) => gapAt(k, u, directions * nodes[k]);
  const push = (k: number, force: number, out: Vec) => {
    for (let d = 0; d < directions; d++) out[directions * nodes[k] + d] += force * normal[d];
  };
  const stiffen = (stiffness: number) => {
    for (let i = 0; i < directions; i++) {
      for (let j = 0; j < directions; j++) matrix[i * directions + j] = stiffness * normal[i] * normal[j];
    }
  };
  return {
    pieces: { elements: nodes, perElement: 1 },
    symmetry: { translations: [normal[0] === 0, normal[1] === 0, normal[2] === 0], rotations: false },
    energy(u) {
      if (isPassed(plane, directions, u)) return Number.NaN;
      let sum = 0;
      for (let k = 0; k < nodes.length; k++) sum += energyOfGap(gapOf(k, u));
      return sum / penalty;
    },
    addForce(u, out) {
      for (let k = 0; k < nodes.length; k++) {
        const gap = gapOf(k, u);
        if (gap < 0) push(k, gap / penalty, out);
      }
    },
    addTangent(u, assembly, values) {
      stiffen(1 / penalty);
      for (let k = 0; k < nodes.length; k++) if (gapOf(k, u) < 0) assembly.add(k, matrix, values);
    },
    addMeanForce(a, b, out) {
      for (let k = 0; k < nodes.length; k++) {
        const force = secant(gapOf(k, a), gapOf(k, b));
        if (force !== 0) push(k, force / penalty, out);
      }
    },
    addMeanTangent(a, b, assembly, values) {
      for (let k = 0; k < nodes.length; k++) {
        const slope = slopeOf(gapOf(k, a), gapOf(k, b));
        if (slope === 0) continue;
        stiffen(slope / penalty);
        assembly.add(k, matrix, values);
      }
    },
    addResistance(a, b, r, out) {
      for (let k = 0; k < nodes.length; k++) {
        const change = Math.min(0, gapOf(k, b)) - Math.min(0, gapOf(k, a));
        if (change !== 0) push(k, (r * change) / penalty, out);
      }
    },
    addResistanceTangent(_a, b, r, assembly, values) {
      stiffen(r / penalty);
      for (let k = 0; k < nodes.length; k++) if (gapOf(k, b) < 0) assembly.add(k, matrix, values);
    },
    energyOf: (k, x) => energyOfGap(gapAt(k, x, 0)) / penalty,
    difference(k, x, d, step) {
      const gap = gapAt(k, x, 0);
      const move = normal[d] * step;
      return (secant(gap, gap + move) * move) / penalty;
    },
  };
}

const energyOfGap = (gap: number) => (gap < 0 ? (gap * gap) / 2 : 0);

/** The divided difference of ½ min(gap, 0)². */
function secant(a: number, b: number): number {
  if (a < 0 && b < 0) return (a + b) / 2;
  if (a >= 0 && b >= 0) return 0;
  return a < 0 ? (-a * a) / (2 * (b - a)) : (b * b) / (2 * (b - a));
}

/** Its derivative by b. */
function slopeOf(a: number, b: number): number {
  if (a < 0 && b < 0) return 1 / 2;
  if (a >= 0 && b >= 0) return 0;
  const way = b - a;
  return a < 0 ? (a * a) / (2 * way * way) : (b * (2 * way - b)) / (2 * way * way);
}
