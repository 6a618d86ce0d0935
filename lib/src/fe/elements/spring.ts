/** Springs along one direction, between two nodes or from a node to the ground: V = ½ k (u_b − u_a)². */
import type { Vec } from "../../core/vec.js";
import type { EnergyTerm } from "./energy-term.js";

export interface Spring {
  /** Nodes in use. */
  readonly nodes: readonly [number] | readonly [number, number];
  readonly direction: 0 | 1 | 2;
  readonly constant: number;
}

/** All of them are of one kind: with one node, or with two. */
export function springPart(springs: readonly Spring[], perElement: 1 | 2, directions: number): EnergyTerm {
  const elements = Int32Array.from(springs.flatMap(({ nodes }) => nodes));
  const constant = Float64Array.from(springs, (spring) => spring.constant);
  const direction = Int32Array.from(springs, (spring) => spring.direction);
  const width = perElement * directions;
  const matrix = new Float64Array(width * width);
  const place = (e: number, a: number) => directions * elements[perElement * e + a] + direction[e];
  const extension = (e: number, u: Vec) => (perElement === 1 ? 0 : u[place(e, 1)]) - u[place(e, 0)];
  const own = (e: number, x: Vec) => (perElement === 1 ? 0 : x[directions + direction[e]]) - x[direction[e]];
  const push = (e: number, force: number, out: Vec) => {
    out[place(e, 0)] -= force;
    if (perElement === 2) out[place(e, 1)] += force;
  };
  const addMatrix =
    (share: number): EnergyTerm["addTangent"] =>
    (_u, assembly, values) => {
      springs.forEach((_, e) => {
        matrix.fill(0);
        for (let a = 0; a < perElement; a++) {
          for (let b = 0; b < perElement; b++) {
            const at = (a * directions + direction[e]) * width + b * directions + direction[e];
            matrix[at] = (a === b ? share : -share) * constant[e];
          }
        }
        assembly.add(e, matrix, values);
      });
    };
  const addMean = addMatrix(0.5);
  const free = (d: number) => perElement === 2 || springs.every((spring) => spring.direction !== d);

  return {
    pieces: { elements, perElement },
    symmetry: { translations: [free(0), free(1), free(2)], rotations: false },
    energy(u) {
      let sum = 0;
      for (let e = 0; e < constant.length; e++) sum += (constant[e] * extension(e, u) * extension(e, u)) / 2;
      return sum;
    },
    addForce(u, out) {
      for (let e = 0; e < constant.length; e++) push(e, constant[e] * extension(e, u), out);
    },
    addTangent: addMatrix(1),
    addMeanForce(a, b, out) {
      for (let e = 0; e < constant.length; e++) push(e, (constant[e] * (extension(e, a) + extension(e, b))) / 2, out);
    },
    addMeanTangent: (a, _b, assembly, values) => addMean(a, assembly, values),
    addResistance(a, b, r, out) {
      for (let e = 0; e < constant.length; e++) push(e, r * constant[e] * (extension(e, b) - extension(e, a)), out);
    },
    addResistanceTangent: (a, _b, r, assembly, values) => addMatrix(r)(a, assembly, values),
    energyOf: (e, x) => (constant[e] * own(e, x) * own(e, x)) / 2,
    difference(e, x, k, step) {
      if (k % directions !== direction[e]) return 0;
      const move = k < directions ? -step : step;
      return (constant[e] / 2) * move * (2 * own(e, x) + move);
    },
  };
}
