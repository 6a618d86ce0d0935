/** The matrices of a whole frame, over all directions of all nodes, and what its loads are on them. */
import type { Matrix } from "../../core/matrix.js";
import type { Vec } from "../../core/vec.js";
import { fromTriplets, multiply } from "../../linalg/matrix.js";
import type { Point } from "../../mesh/selection.js";
import type { FrameCoordinates } from "./coordinates.js";
import type { FrameAction, FrameDescription, NodeConstant } from "./description.js";
import { type MemberMatrices, memberMatrices } from "./member.js";

export interface AssembledFrame {
  readonly members: readonly MemberMatrices[];
  /** Where the twelve end coordinates of each member are among all; −1 for directions out of the plane. */
  readonly places: Int32Array;
  readonly stiffness: Matrix;
  readonly mass: Matrix;
  /** Dashpots alone. */
  readonly viscosity: Matrix;
  /** The forces of an action. */
  pattern(action: FrameAction): Vec;
}

export function assembledFrame(parts: FrameDescription, coordinates: FrameCoordinates): AssembledFrame {
  const { count, directions, at } = coordinates;
  const members = parts.members.map((member) => memberMatrices(member, parts));
  const places = new Int32Array(12 * members.length).fill(-1);
  parts.members.forEach(({ from, to }, m) => {
    for (const direction of directions) {
      places[12 * m + direction] = at(from, direction);
      places[12 * m + 6 + direction] = at(to, direction);
    }
  });
  const collected = (matrix: (of: MemberMatrices) => Vec, constants: readonly NodeConstant[]) =>
    sumOf(count, places, members.map(matrix), at, constants);
  const mass = collected(({ mass }) => mass, parts.masses);

  const ends = new Float64Array(12);
  const carried = (direction: Point, sign: number): Vec => {
    const all = new Float64Array(count);
    parts.nodes.forEach((_, node) => {
      for (const d of directions) if (d < 3) all[at(node, d)] = sign * (direction as readonly number[])[d];
    });
    const out = new Float64Array(count);
    multiply(mass, all, out);
    return out;
  };
  return {
    members,
    places,
    stiffness: collected(({ stiffness }) => stiffness, parts.springs),
    mass,
    viscosity: sumOf(count, places, [], at, parts.dashpots),
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

function sumOf(
  count: number,
  places: Int32Array,
  matrices: readonly Vec[],
  at: FrameCoordinates["at"],
  constants: readonly NodeConstant[],
): Matrix {
  const rows: number[] = [];
  const columns: number[] = [];
  const values: number[] = [];
  const add = (row: number, column: number, value: number) => {
    rows.push(row);
    columns.push(column);
    values.push(value);
  };
  matrices.forEach((matrix, m) => {
    for (let i = 0; i < 12; i++) {
      for (let j = 0; j < 12; j++) {
        const [row, column] = [places[12 * m + i], places[12 * m + j]];
        const value = matrix[12 * i + j];
        if (row >= 0 && column >= 0 && value !== 0) add(row, column, value);
      }
    }
  });
  for (const { node, direction, value } of constants) add(at(node, direction), at(node, direction), value);
  return fromTriplets(count, rows, columns, values);
}
