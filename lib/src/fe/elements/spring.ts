/** Springs along one direction, between two nodes or from a node to the ground: V = k U(x) of the stretch x = u_b − u_a, U = ½ x². */
import type { Vec } from "../../core/vec.js";
import type { ElementAssembly } from "../../linalg/assembly.js";
import { once } from "../../symbolic/discrete-gradient.js";
import { lineFunctions, lineLaw, lineLoops } from "../../symbolic/line-law.js";
import type { EnergyTerm } from "./energy-term.js";

export interface Spring {
  /** Nodes in use. */
  readonly nodes: readonly [number] | readonly [number, number];
  readonly direction: 0 | 1 | 2;
  readonly constant: number;
}

/** With a constant of 1. */
const law = once(() => lineLaw(({ multiply, power, constant }, stretch) => multiply(constant(0.5), power(stretch, 2))));

/** All of them are of one kind: with one node, or with two. */
export function springPart(springs: readonly Spring[], perElement: 1 | 2, directions: number): EnergyTerm {
  const elements = Int32Array.from(springs.flatMap(({ nodes }) => nodes));
  const constant = Float64Array.from(springs, (spring) => spring.constant);
  const direction = Int32Array.from(springs, (spring) => spring.direction);
  const count = springs.length;
  const loops = lineLoops(law(), count);
  const one = lineFunctions(law());
  const width = perElement * directions;
  const matrix = new Float64Array(width * width);
  const place = (e: number, a: number) => directions * elements[perElement * e + a] + direction[e];
  const stretch = (e: number, u: Vec) => (perElement === 1 ? 0 : u[place(e, 1)]) - u[place(e, 0)];
  const own = (e: number, x: Vec) => (perElement === 1 ? 0 : x[directions + direction[e]]) - x[direction[e]];
  const stretchesAt = (u: Vec) => {
    for (let e = 0; e < count; e++) loops.x[e] = stretch(e, u);
  };
  const stretchesBetween = (a: Vec, b: Vec) => {
    for (let e = 0; e < count; e++) {
      loops.x[e] = stretch(e, a);
      loops.d[e] = stretch(e, b) - loops.x[e];
    }
  };
  const push = (factor: number, out: Vec) => {
    for (let e = 0; e < count; e++) {
      const force = factor * constant[e] * loops.first[e];
      out[place(e, 0)] -= force;
      if (perElement === 2) out[place(e, 1)] += force;
    }
  };
  const stiffen = (factor: number, assembly: ElementAssembly, values: Vec) => {
    for (let e = 0; e < count; e++) {
      const value = factor * constant[e] * loops.second[e];
      matrix.fill(0);
      for (let a = 0; a < perElement; a++) {
        for (let b = 0; b < perElement; b++) {
          const at = (a * directions + direction[e]) * width + b * directions + direction[e];
          matrix[at] = a === b ? value : -value;
        }
      }
      assembly.add(e, matrix, values);
    }
  };
  const free = (d: number) => perElement === 2 || springs.every((spring) => spring.direction !== d);

  return {
    pieces: { elements, perElement },
    symmetry: { translations: [free(0), free(1), free(2)], rotations: false },
    energy(u) {
      stretchesAt(u);
      loops.energies();
      let sum = 0;
      for (let e = 0; e < count; e++) sum += constant[e] * loops.first[e];
      return sum;
    },
    addForce(u, out) {
      stretchesAt(u);
      loops.slopes();
      push(1, out);
    },
    addTangent(u, assembly, values) {
      stretchesAt(u);
      loops.curvatures();
      stiffen(1, assembly, values);
    },
    addMeanForce(a, b, out) {
      stretchesBetween(a, b);
      loops.secants();
      push(1, out);
    },
    addMeanTangent(a, b, assembly, values) {
      stretchesBetween(a, b);
      loops.secantSlopes();
      stiffen(1, assembly, values);
    },
    addResistance(a, b, r, out) {
      stretchesBetween(a, b);
      loops.slopeChanges();
      push(r, out);
    },
    addResistanceTangent(a, b, r, assembly, values) {
      stretchesBetween(a, b);
      loops.endCurvatures();
      stiffen(r, assembly, values);
    },
    energyOf: (e, x) => constant[e] * one.energy(own(e, x)),
    difference(e, x, k, step) {
      if (k % directions !== direction[e]) return 0;
      return constant[e] * one.change(own(e, x), k < directions ? -step : step);
    },
  };
}
