/** Springs along one direction, between two nodes or from a node to the ground: V = k U(x) of the stretch x = u_b − u_a, U = ½ x². */

import { once } from "../../core/once.js";
import type { Vec } from "../../core/vec.js";
import { lineFunctions, lineLaw } from "../../symbolic/line-law.js";
import type { EnergyTerm } from "./energy-term.js";
import { lineTerm } from "./line-term.js";

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
  const one = lineFunctions(law());
  const width = perElement * directions;
  const matrix = new Float64Array(width * width);
  const place = (e: number, a: number) => directions * elements[perElement * e + a] + direction[e];
  const stretch = (e: number, u: Vec) => (perElement === 1 ? 0 : u[place(e, 1)]) - u[place(e, 0)];
  const own = (e: number, x: Vec) => (perElement === 1 ? 0 : x[directions + direction[e]]) - x[direction[e]];
  const term = lineTerm(law(), {
    weight: constant,
    at(u, x) {
      for (let e = 0; e < count; e++) x[e] = stretch(e, u);
    },
    between(a, b, x, d) {
      for (let e = 0; e < count; e++) {
        x[e] = stretch(e, a);
        d[e] = stretch(e, b) - x[e];
      }
    },
    push(slopes, factor, out) {
      for (let e = 0; e < count; e++) {
        const force = factor * constant[e] * slopes[e];
        out[place(e, 0)] -= force;
        if (perElement === 2) out[place(e, 1)] += force;
      }
    },
    stiffen(_slopes, curvatures, factor, _over, assembly, values) {
      for (let e = 0; e < count; e++) {
        const value = factor * constant[e] * curvatures[e];
        matrix.fill(0);
        for (let a = 0; a < perElement; a++) {
          for (let b = 0; b < perElement; b++) {
            const at = (a * directions + direction[e]) * width + b * directions + direction[e];
            matrix[at] = a === b ? value : -value;
          }
        }
        assembly.add(e, matrix, values);
      }
    },
  });
  const free = (d: number) => perElement === 2 || springs.every((spring) => spring.direction !== d);

  return {
    pieces: { elements, perElement },
    symmetry: { translations: [free(0), free(1), free(2)], rotations: false },
    ...term,
    energyOf: (e, x) => constant[e] * one.energy(own(e, x)),
    difference(e, x, k, step) {
      if (k % directions !== direction[e]) return 0;
      return constant[e] * one.change(own(e, x), k < directions ? -step : step);
    },
  };
}
