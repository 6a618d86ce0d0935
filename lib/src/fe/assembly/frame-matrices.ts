/** The matrices of a whole frame, over all directions of all nodes, and what its loads are on them. */
import type { Matrix } from "../../core/matrix.js";
import type { Vec } from "../../core/vec.js";
import { fromTriplets, multiply } from "../../linalg/matrix.js";
import type { Point } from "../../mesh/selection.js";
import { type MemberMatrices, memberMatrices } from "../elements/beam.js";
import type { FrameAction, FrameDescription, NodeConstant } from "../frame-description.js";
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
  const mass = sumOf(count, [...ofMembers((member) => member.mass), ...ofNodes(parts.masses, at)]);

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
    stiffness: sumOf(count, [...ofMembers((member) => member.stiffness), ...ofNodes(parts.springs, at)]),
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

/** A matrix that acts on some coordinates: of a beam twelve, of a spring, a dashpot or a point mass one; −1 for none. */
interface LinearElement {
  readonly places: ArrayLike<number>;
  readonly matrix: ArrayLike<number>;
}

const ofNodes = (constants: readonly NodeConstant[], at: (node: number, direction: Direction) => number) =>
  constants.map(({ node, direction, value }): LinearElement => ({ places: [at(node, direction)], matrix: [value] }));

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
