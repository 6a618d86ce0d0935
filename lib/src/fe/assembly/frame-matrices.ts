/** The matrices of a whole frame, over all directions of all nodes, and what its loads are on them. */
import { InputError } from "../../core/failure.js";
import type { Matrix } from "../../core/matrix.js";
import type { Vec } from "../../core/vec.js";
import { fromTriplets, multiply } from "../../linalg/matrix.js";
import { elementType } from "../../mesh/element-types.js";
import type { Point } from "../../mesh/selection.js";
import { type MemberMatrices, memberMatrices } from "../elements/beam.js";
import { elementMasses, lumped } from "../elements/element-mass.js";
import { elementSets } from "../elements/element-set.js";
import { addIsotropicStiffness } from "../elements/isotropic-stiffness.js";
import type { Continuum, FrameAction, FrameDescription, NodeConstant } from "../frame-description.js";
import type { Direction } from "./dofs.js";
import { axesOf } from "./frame-dofs.js";

export interface AssembledFrame {
  readonly members: readonly MemberMatrices[];
  /** Where the twelve end coordinates of each member are among all; −1 for directions out of the plane. */
  readonly places: Int32Array;
  readonly stiffness: Matrix;
  readonly mass: Matrix;
  /** Dashpots alone; null: none. */
  readonly viscosity: Matrix | null;
  /** The forces of an action. */
  pattern(action: FrameAction): Vec;
}

export function assembledFrame(parts: FrameDescription): AssembledFrame {
  const { nodes, dimension } = parts;
  const axes = axesOf(dimension);
  const count = nodes.length * axes.length;
  const at = (node: number, direction: Direction) => node * axes.length + axes.indexOf(direction);
  const members = parts.members.map((member) => memberMatrices(member, parts));
  const places = new Int32Array(12 * members.length).fill(-1);
  parts.members.forEach(({ from, to }, m) => {
    for (const direction of axes) {
      places[12 * m + direction] = at(from, direction);
      places[12 * m + 6 + direction] = at(to, direction);
    }
  });
  const ofMembers = (matrix: (of: MemberMatrices) => Vec): LinearElement[] =>
    members.map((member, m) => ({ places: places.subarray(12 * m, 12 * m + 12), matrix: matrix(member) }));
  const continua = (parts.continua ?? []).map((continuum) => ofContinuum(continuum, parts, at));
  const mass = sumOf(count, [
    ...ofMembers((member) => member.mass),
    ...continua.flatMap((continuum) => continuum.mass),
    ...ofNodes(parts.masses, at),
  ]);

  const ends = new Float64Array(12);
  const carried = (direction: Point, sign: number): Vec => {
    const all = new Float64Array(count);
    nodes.forEach((_, node) => {
      for (const d of axes) if (d < 3) all[at(node, d)] = sign * (direction as readonly number[])[d];
    });
    const out = new Float64Array(count);
    multiply(mass, all, out);
    return out;
  };
  return {
    members,
    places,
    stiffness: sumOf(count, [
      ...ofMembers((member) => member.stiffness),
      ...continua.flatMap((continuum) => continuum.stiffness),
      ...ofNodes(parts.springs, at),
    ]),
    mass,
    viscosity: parts.dashpots.length === 0 ? null : sumOf(count, ofNodes(parts.dashpots, at)),
    pattern(action) {
      const out = new Float64Array(count);
      switch (action.kind) {
        case "node":
          out[at(action.node, action.direction)] = 1;
          return out;
        case "member":
          members[action.member].uniform(action.force, ends);
          for (let i = 0; i < 12; i++) {
            const place = places[12 * action.member + i];
            if (place >= 0) out[place] += ends[i];
          }
          return out;
        case "gravity":
          return carried(action.acceleration, 1);
        case "ground":
          return carried(action.direction, -1);
      }
    },
  };
}

/** A matrix that acts on some coordinates: of a beam twelve, of a brick 24, of a spring, a dashpot or a point mass one; −1 for none. */
interface LinearElement {
  readonly places: ArrayLike<number>;
  readonly matrix: ArrayLike<number>;
}

const ofNodes = (constants: readonly NodeConstant[], at: (node: number, direction: Direction) => number) =>
  constants.map(({ node, direction, value }): LinearElement => ({ places: [at(node, direction)], matrix: [value] }));

/** The elements of a continuum, which have displacements alone. */
function ofContinuum(
  { type, elements, material }: Continuum,
  { nodes, mass, dimension }: FrameDescription,
  at: (node: number, direction: Direction) => number,
): { readonly stiffness: readonly LinearElement[]; readonly mass: readonly LinearElement[] } {
  if (material.energy !== null)
    throw new InputError(`the material is ${material.name}; accepted: linear-elastic`, { key: "continua" });
  if (elementType(type).dimension !== dimension)
    throw new InputError(`${type} in a frame of ${dimension} dimensions`, { key: "continua" });
  const block = { type, nodes: Int32Array.from(elements.flat()), numbers: null };
  const points = Float64Array.from(nodes.flatMap(({ point }) => point));
  const mesh = { points, nodeNumbers: null, blocks: [block], groups: [] };
  const [set] = elementSets(mesh, Int32Array.from(elements.keys()), material, 1);
  const places = elements.map((own) =>
    own.flatMap((node) => Array.from({ length: dimension }, (_, d) => at(node, d as Direction))),
  );
  const stiffness: LinearElement[] = [];
  const add = (e: number, matrix: Vec) => stiffness.push({ places: places[e], matrix: matrix.slice() });
  addIsotropicStiffness(set, { add }, new Float64Array(0));
  const inertia: LinearElement[] = [];
  const perElement = set.shape.nodes;
  const atNodes = new Float64Array(perElement);
  elementMasses(mesh, set, (e, masses) => {
    if (mass === "lumped") lumped(type, masses, atNodes);
    const matrix = new Float64Array(places[e].length ** 2);
    for (let k = 0; k < masses.length; k++) {
      const [a, b] = [Math.floor(k / perElement), k % perElement];
      const entry = mass === "consistent" ? masses[k] : a === b ? atNodes[a] : 0;
      for (let d = 0; d < dimension; d++) matrix[(a * dimension + d) * places[e].length + b * dimension + d] = entry;
    }
    inertia.push({ places: places[e], matrix });
  });
  return { stiffness, mass: inertia };
}

function sumOf(count: number, elements: readonly LinearElement[]): Matrix {
  const rows: number[] = [];
  const columns: number[] = [];
  const values: number[] = [];
  for (const { places, matrix } of elements) {
    const width = places.length;
    for (let k = 0; k < matrix.length; k++) {
      const [row, column] = [places[Math.floor(k / width)], places[k % width]];
      if (row < 0 || column < 0 || matrix[k] === 0) continue;
      rows.push(row);
      columns.push(column);
      values.push(matrix[k]);
    }
  }
  return fromTriplets(count, rows, columns, values);
}
