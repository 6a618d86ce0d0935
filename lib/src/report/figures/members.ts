/** Members as lines that bend between their ends as the rotations there say, coloured by the bending moment where there is one. */
import type { Body, BodyField } from "../../mesh/body.js";
import { elementType } from "../../mesh/element-types.js";
import { elementCount, type Mesh } from "../../mesh/mesh.js";
import type { Outline } from "../figure.js";
import { along, type Eye } from "./eye.js";
import { evaluated, valuesOf } from "./field-values.js";
import type { Scene } from "./scene.js";

/** Pieces of a member, and of all of them together. */
const PIECES = 12;
const PIECES_IN_ALL = 6000;

export function membersOf(body: Body): Scene {
  const { mesh, fields } = body;
  const hasTurns = fields.some(({ name }) => name === "rotation");
  const forces = fields.find(({ name }) => name === "section-forces");
  const pieces = Math.max(2, Math.min(PIECES, Math.floor(PIECES_IN_ALL / elementCount(mesh))));
  return {
    label: forces === undefined ? null : "moment",
    draw(eye, points, factor, state) {
      const turns = hasTurns ? valuesOf(body, "rotation", state) : null;
      const moments = forces === undefined ? null : momentsOf(forces, evaluated(body, forces, state));
      const lines = memberEnds(mesh).flatMap(([a, b], m) => {
        const places = turns === null ? endsOf(points, a, b) : curve(mesh.points, points, turns, factor, a, b, pieces);
        if (moments === null) return [lineOf(places, eye, "body", null)];
        const [from, to] = moments[m];
        return places.slice(1).map((place, k) => {
          const at = (share: number) => Math.hypot(...from.map((x, c) => (1 - share) * x + share * to[c]));
          // The largest of the piece, at one of its ends: the scale reaches the largest moment of all.
          const value = Math.max(at(k / (places.length - 1)), at((k + 1) / (places.length - 1)));
          return lineOf([places[k], place], eye, "body", value);
        });
      });
      return { areas: [], lines };
    },
    atRest: (eye) => memberEnds(mesh).map(([a, b]) => lineOf(endsOf(mesh.points, a, b), eye, "rest", null)),
  };
}

function memberEnds({ blocks }: Mesh): [number, number][] {
  return blocks.flatMap(({ type, nodes }) => {
    const width = elementType(type).nodes;
    return Array.from({ length: nodes.length / width }, (_, e): [number, number] => [
      nodes[e * width],
      nodes[e * width + 1],
    ]);
  });
}

const endsOf = (points: Float64Array, a: number, b: number): number[][] =>
  [a, b].map((node) => [...points.subarray(3 * node, 3 * node + 3)]);

const lineOf = (
  places: readonly number[][],
  { right, up }: Eye,
  style: Outline["style"],
  value: number | null,
): Outline => ({
  x: places.map((place) => along(right, place, 0)),
  y: places.map((place) => along(up, place, 0)),
  style,
  value,
});

/** The bending moments at both ends of every member: M, or My and Mz. */
function momentsOf({ components }: BodyField, values: Float64Array): [number[], number[]][] {
  const width = components.length;
  const at = (end: string) =>
    [...components.keys()].filter((k) => /^M.?-/.test(components[k]) && components[k].endsWith(end));
  const [from, to] = [at("from"), at("to")];
  return Array.from({ length: values.length / width }, (_, m) => [
    from.map((k) => values[m * width + k]),
    to.map((k) => values[m * width + k]),
  ]);
}

/** Hermite's cubic: its ends point where the member was, turned by the magnified rotations. */
function curve(
  rest: Float64Array,
  points: Float64Array,
  turns: Float64Array,
  factor: number,
  a: number,
  b: number,
  pieces: number,
): number[][] {
  const chord = [0, 1, 2].map((c) => rest[3 * b + c] - rest[3 * a + c]);
  const tangent = (node: number) => {
    const [x, y, z] = turns.subarray(3 * node, 3 * node + 3).map((turn) => factor * turn);
    return [
      chord[0] + y * chord[2] - z * chord[1],
      chord[1] + z * chord[0] - x * chord[2],
      chord[2] + x * chord[1] - y * chord[0],
    ];
  };
  const [from, to] = [tangent(a), tangent(b)];
  return Array.from({ length: pieces + 1 }, (_, k) => {
    const s = k / pieces;
    const [ss, sss] = [s * s, s * s * s];
    return [0, 1, 2].map(
      (c) =>
        (1 - 3 * ss + 2 * sss) * points[3 * a + c] +
        (s - 2 * ss + sss) * from[c] +
        (3 * ss - 2 * sss) * points[3 * b + c] +
        (sss - ss) * to[c],
    );
  });
}
