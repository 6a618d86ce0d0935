/** Linear solids at rest, for comparison with closed forms. Fields are three numbers a node of the mesh. */
import type { LinearSystem } from "../../src/core/system.js";
import type { Vec } from "../../src/core/vec.js";
import type { Solid } from "../../src/fe/solid.js";
import type { Support } from "../../src/fe/solid-description.js";
import { analyze } from "../../src/linalg/factorization.js";
import { squareBlock } from "../../src/linalg/matrix.js";
import type { Boundary } from "../../src/mesh/boundary.js";
import { type Mesh, nodeCount } from "../../src/mesh/mesh.js";
import { product, type QuadratureRule } from "../../src/mesh/shapes/quadrature.js";
import type { Shape } from "../../src/mesh/shapes/shape.js";

export type Place = readonly [number, number, number];
export type Field = (at: Place) => readonly number[];

export const placeOf = ({ points }: Mesh, node: number): Place => [
  points[3 * node],
  points[3 * node + 1],
  points[3 * node + 2],
];

export function nodesWhere(mesh: Mesh, lies: (at: Place) => boolean): Int32Array {
  return Int32Array.from({ length: nodeCount(mesh) }, (_, n) => n).filter((n) => lies(placeOf(mesh, n)));
}

export function sidesNamed({ groups }: Mesh, name: string): Boundary {
  const group = groups.find((each) => each.name === name);
  if (group?.of !== "sides") throw new Error(`no sides are called ${name}`);
  return group;
}

export const fixedIn = (nodes: Int32Array, directions: readonly (0 | 1 | 2)[]): Support[] =>
  directions.map((direction) => ({ nodes, direction, motion: null }));

export function linear({ system }: Solid): LinearSystem {
  if (system.kind !== "linear") throw new Error("not a linear solid");
  return system;
}

/** The displacements under forces that are three numbers a node. */
export function equilibrium(body: Solid, forces: Vec): Vec {
  const { stiffness } = linear(body);
  const q = solved(stiffness, body.coordinates(0, forces));
  const u = new Float64Array(forces.length);
  body.displacements(0, q, u);
  return u;
}

/** The displacements of a body that nothing holds, where those that `isGiven` selects have the values of a field. */
export function between(body: Solid, isGiven: (at: Place, direction: number) => boolean, field: Field): Vec {
  const { mesh } = body.parts;
  const { stiffness } = linear(body);
  const { pattern, values } = stiffness;
  const { free, nodes, directions } = body.dofs;
  const u = Float64Array.from(free, (at) => {
    const place = placeOf(mesh, nodes[Math.floor(at / directions)]);
    return isGiven(place, at % directions) ? field(place)[at % directions] : Number.NaN;
  });
  const open = Int32Array.from(free.keys()).filter((i) => Number.isNaN(u[i]));
  const right = Float64Array.from(open, (i) => {
    let sum = 0;
    for (let j = pattern.rowStart[i]; j < pattern.rowStart[i + 1]; j++) {
      const value = u[pattern.column[j]];
      if (!Number.isNaN(value)) sum -= values[j] * value;
    }
    return sum;
  });
  const q = solved(squareBlock(stiffness, open), right);
  open.forEach((i, k) => {
    u[i] = q[k];
  });
  const all = new Float64Array(mesh.points.length);
  body.displacements(0, u, all);
  return all;
}

function solved(matrix: LinearSystem["stiffness"], right: Vec): Vec {
  const factors = analyze(matrix.pattern, true);
  const out = new Float64Array(right.length);
  const failure = factors.factor(matrix.values) ?? factors.solve(right, out);
  if (failure !== null) throw new Error(`no equilibrium: ${JSON.stringify(failure)}`);
  return out;
}

/** Gauss's points are where fields of hexahedra and quadrilaterals are best: errors are looked at elsewhere. */
const HALVES: QuadratureRule = {
  points: [-1, 1].flatMap((half) => [-1, 1].map((side) => [half / 2 + side / (2 * Math.sqrt(3))])),
  weights: [1 / 2, 1 / 2, 1 / 2, 1 / 2],
};
const HALVES_OF_SQUARE = product(HALVES, HALVES);
const lookedAt = ({ type, mass }: Shape): QuadratureRule =>
  type.startsWith("hex") ? product(HALVES_OF_SQUARE, HALVES) : type.startsWith("quad") ? HALVES_OF_SQUARE : mass;

const determinant = (m: Vec) =>
  m[0] * (m[4] * m[8] - m[5] * m[7]) + m[1] * (m[5] * m[6] - m[3] * m[8]) + m[2] * (m[3] * m[7] - m[4] * m[6]);

/** ‖u_h − u‖/‖u‖ over the body. */
export function fieldError({ sets, parts: { mesh } }: Solid, u: Vec, exact: Field): number {
  let error = 0;
  let size = 0;
  const map = new Float64Array(9);
  for (const { shape, nodes } of sets) {
    const { nodes: width, dimension } = shape;
    const { points, weights } = lookedAt(shape);
    const shapes = points.map((xi) => {
      const values = new Float64Array(width);
      const gradients = new Float64Array(width * dimension);
      shape.values(xi, values);
      shape.gradients(xi, gradients);
      return { values, gradients };
    });
    for (let first = 0; first < nodes.length; first += width) {
      shapes.forEach(({ values, gradients }, p) => {
        const at: [number, number, number] = [0, 0, 0];
        const found = [0, 0, 0];
        map.fill(0);
        if (dimension === 2) map[8] = 1;
        for (let a = 0; a < width; a++) {
          for (let c = 0; c < 3; c++) {
            const x = mesh.points[3 * nodes[first + a] + c];
            at[c] += values[a] * x;
            found[c] += values[a] * u[3 * nodes[first + a] + c];
            for (let k = 0; k < dimension; k++) map[3 * c + k] += gradients[a * dimension + k] * x;
          }
        }
        const weight = weights[p] * Math.abs(determinant(map));
        const expected = exact(at);
        for (let k = 0; k < dimension; k++) {
          error += weight * (found[k] - expected[k]) ** 2;
          size += weight * expected[k] ** 2;
        }
      });
    }
  }
  return Math.sqrt(error / size);
}

/** By how much errors fall when cells are halved, as a power of two: the last two of a sequence. */
export function lastOrder(errors: readonly number[]): number {
  return Math.log2(errors[errors.length - 2] / errors[errors.length - 1]);
}
