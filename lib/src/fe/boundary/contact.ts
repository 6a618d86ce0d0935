/** Rigid planes that nodes may touch: V = gap²/(2 penalty) for every node behind the plane.                  [gonzalez2010, (76), (77)]
 *  Over a step the force is the divided difference of that by the gap, also where contact begins or ends in between: energy is kept. A body
 *  that is behind the plane as a whole, and as deep as it is large, was not stopped by it: there V is not defined, and a run ends. */
import { hypot } from "../../core/elementary.js";
import { InputError } from "../../core/failure.js";
import { maxOf, type Vec } from "../../core/vec.js";
import type { ElementAssembly } from "../../linalg/assembly.js";
import { once } from "../../symbolic/discrete-gradient.js";
import { lineFunctions, lineLaw, lineLoops } from "../../symbolic/line-law.js";
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

/** ½ max(0, −gap)², with a penalty of 1. A node that just touches is not pushed, and has no stiffness. */
const law = once(() =>
  lineLaw(({ multiply, power, larger, negate, constant }, gap) =>
    multiply(constant(0.5), power(larger(constant(0), negate(gap)), 2)),
  ),
);

export function contactPart(plane: TouchedPlane, directions: number): EnergyTerm {
  const { normal, penalty, nodes, gaps } = plane;
  const count = nodes.length;
  const loops = lineLoops(law(), count);
  const one = lineFunctions(law());
  const matrix = new Float64Array(directions * directions);
  /** How far the displacements from `first` on move a node away from the plane. */
  const away = (u: Vec, first: number) => {
    let sum = 0;
    for (let d = 0; d < directions; d++) sum += normal[d] * u[first + d];
    return sum;
  };
  const gapsAt = (u: Vec) => {
    for (let k = 0; k < count; k++) loops.x[k] = gaps[k] + away(u, directions * nodes[k]);
  };
  const gapsBetween = (a: Vec, b: Vec) => {
    for (let k = 0; k < count; k++) {
      const first = directions * nodes[k];
      loops.x[k] = gaps[k] + away(a, first);
      let change = 0;
      for (let d = 0; d < directions; d++) change += normal[d] * (b[first + d] - a[first + d]);
      loops.d[k] = change;
    }
  };
  // Most nodes do not touch.
  const push = (factor: number, out: Vec) => {
    for (let k = 0; k < count; k++) {
      if (loops.first[k] === 0) continue;
      const force = factor * loops.first[k];
      for (let d = 0; d < directions; d++) out[directions * nodes[k] + d] += force * normal[d];
    }
  };
  const stiffen = (factor: number, assembly: ElementAssembly, values: Vec) => {
    for (let k = 0; k < count; k++) {
      if (loops.second[k] === 0) continue;
      const stiffness = factor * loops.second[k];
      for (let i = 0; i < directions; i++) {
        for (let j = 0; j < directions; j++) matrix[i * directions + j] = stiffness * normal[i] * normal[j];
      }
      assembly.add(k, matrix, values);
    }
  };
  return {
    pieces: { elements: nodes, perElement: 1 },
    symmetry: { translations: [normal[0] === 0, normal[1] === 0, normal[2] === 0], rotations: false },
    energy(u) {
      if (isPassed(plane, directions, u)) return Number.NaN;
      gapsAt(u);
      loops.energies();
      let sum = 0;
      for (let k = 0; k < count; k++) sum += loops.first[k];
      return sum / penalty;
    },
    addForce(u, out) {
      gapsAt(u);
      loops.slopes();
      push(1 / penalty, out);
    },
    addTangent(u, assembly, values) {
      gapsAt(u);
      loops.curvatures();
      stiffen(1 / penalty, assembly, values);
    },
    addMeanForce(a, b, out) {
      gapsBetween(a, b);
      loops.secants();
      push(1 / penalty, out);
    },
    addMeanTangent(a, b, assembly, values) {
      gapsBetween(a, b);
      loops.secantSlopes();
      stiffen(1 / penalty, assembly, values);
    },
    addResistance(a, b, r, out) {
      gapsBetween(a, b);
      loops.slopeChanges();
      push(r / penalty, out);
    },
    addResistanceTangent(a, b, r, assembly, values) {
      gapsBetween(a, b);
      loops.endCurvatures();
      stiffen(r / penalty, assembly, values);
    },
    energyOf: (k, x) => one.energy(gaps[k] + away(x, 0)) / penalty,
    difference: (k, x, d, step) => one.change(gaps[k] + away(x, 0), normal[d] * step) / penalty,
  };
}
