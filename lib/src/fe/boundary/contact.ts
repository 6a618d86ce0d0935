/** Rigid planes that nodes may touch: V = gap²/(2 penalty) for every node behind the plane.                  [gonzalez2010, (76), (77)]
 *  Over a step the force is the divided difference of that by the gap, also where contact begins or ends in between: energy is kept. A body
 *  that is behind the plane as a whole, and as deep as it is large, was not stopped by it: there V is not defined, and a run ends. */
import { hypot } from "../../core/elementary.js";
import { InputError } from "../../core/failure.js";
import { once } from "../../core/once.js";
import { maxOf, type Vec } from "../../core/vec.js";
import { lineFunctions, lineLaw } from "../../symbolic/line-law.js";
import type { EnergyTerm } from "../elements/energy-term.js";
import { lineTerm } from "../elements/line-term.js";
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

/** ½ max(0, −gap)², with a penalty of 1. A node that just touches is not pushed, and has no stiffness. */
const law = once(() =>
  lineLaw(({ multiply, power, larger, negate, constant }, gap) =>
    multiply(constant(0.5), power(larger(constant(0), negate(gap)), 2)),
  ),
);

export function contactPart(plane: TouchedPlane, directions: number): EnergyTerm {
  const { normal, penalty, nodes, gaps } = plane;
  const count = nodes.length;
  const one = lineFunctions(law());
  const matrix = new Float64Array(directions * directions);
  /** How far the displacements from `first` on move a node away from the plane. */
  const away = (u: Vec, first: number) => {
    let sum = 0;
    for (let d = 0; d < directions; d++) sum += normal[d] * u[first + d];
    return sum;
  };
  const term = lineTerm(law(), {
    weight: new Float64Array(count).fill(1 / penalty),
    at(u, x) {
      for (let k = 0; k < count; k++) x[k] = gaps[k] + away(u, directions * nodes[k]);
    },
    between(a, b, x, change) {
      for (let k = 0; k < count; k++) {
        const first = directions * nodes[k];
        x[k] = gaps[k] + away(a, first);
        let sum = 0;
        for (let d = 0; d < directions; d++) sum += normal[d] * (b[first + d] - a[first + d]);
        change[k] = sum;
      }
    },
    // Most nodes do not touch.
    push(slopes, factor, out) {
      for (let k = 0; k < count; k++) {
        if (slopes[k] === 0) continue;
        const force = (factor * slopes[k]) / penalty;
        for (let d = 0; d < directions; d++) out[directions * nodes[k] + d] += force * normal[d];
      }
    },
    stiffen(_slopes, curvatures, factor, _over, assembly, values) {
      for (let k = 0; k < count; k++) {
        if (curvatures[k] === 0) continue;
        const stiffness = (factor * curvatures[k]) / penalty;
        for (let i = 0; i < directions; i++) {
          for (let j = 0; j < directions; j++) matrix[i * directions + j] = stiffness * normal[i] * normal[j];
        }
        assembly.add(k, matrix, values);
      }
    },
  });
  return {
    pieces: { elements: nodes, perElement: 1 },
    symmetry: { translations: [normal[0] === 0, normal[1] === 0, normal[2] === 0], rotations: false },
    ...term,
    energy: (u) => (isPassed(plane, directions, u) ? Number.NaN : term.energy(u)),
    energyOf: (k, x) => one.energy(gaps[k] + away(x, 0)) / penalty,
    difference: (k, x, d, step) => one.change(gaps[k] + away(x, 0), normal[d] * step) / penalty,
  };
}
