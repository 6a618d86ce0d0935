/** What a frame looks like: its nodes first, then points along every member, which bends as its interpolation says: shear, hinges and turned
 *  sections included. */
import type { Body } from "../../mesh/body.js";
import { longestSide } from "../../scene/magnification.js";
import { type MeasuredField, movingScene } from "../../scene/moving-scene.js";
import type { MovingScene, SceneVectors } from "../../scene/scene.js";
import { ENDS } from "../elements/beam-interpolation.js";
import type { FrameDescription } from "../frame-description.js";
import { expander, type FrameParts } from "./frame-body.js";

/** Pieces of a member, and of all of them together. */
const PIECES = 12;
const PIECES_IN_ALL = 12_000;

export function frameScene(own: FrameParts, body: Body, labels: readonly string[]): MovingScene {
  const { parts, dofs, all } = own;
  const { nodes, members, dimension } = parts;
  const pieces = Math.max(1, Math.min(PIECES, Math.floor(PIECES_IN_ALL / Math.max(1, members.length))));
  const stations = pieces + 1;
  const first = nodes.length;
  const count = first + stations * members.length;
  const grounds = groundsOf(parts, dimension, count);

  const rest = new Float64Array(3 * (count + grounds.points.length / 3));
  nodes.forEach(({ point }, i) => {
    rest.set(point, 3 * i);
  });
  const maps = new Float64Array(3 * ENDS * stations * members.length);
  members.forEach(({ from, to }, m) => {
    for (let k = 0; k < stations; k++) {
      const xi = k / pieces;
      const at = m * stations + k;
      for (let c = 0; c < 3; c++) {
        rest[3 * (first + at) + c] = (1 - xi) * nodes[from].point[c] + xi * nodes[to].point[c];
      }
      all.members[m].motionAt(xi, maps.subarray(3 * ENDS * at, 3 * ENDS * (at + 1)));
    }
  });
  rest.set(grounds.points, 3 * count);

  const expand = expander(own);
  const ends = new Float64Array(ENDS);
  const write = (full: Float64Array, out: Float32Array) => {
    out.fill(0);
    for (let i = 0; i < first; i++) {
      for (let d = 0; d < dimension; d++) out[3 * i + d] = full[i * dofs.directions + d];
    }
    for (let m = 0; m < members.length; m++) {
      for (let i = 0; i < ENDS; i++) {
        const at = all.places[ENDS * m + i];
        ends[i] = at < 0 ? 0 : full[at];
      }
      for (let k = 0; k < stations; k++) {
        const map = 3 * ENDS * (m * stations + k);
        for (let c = 0; c < 3; c++) {
          let sum = 0;
          for (let i = 0; i < ENDS; i++) sum += maps[map + c * ENDS + i] * ends[i];
          out[3 * (first + m * stations + k) + c] = sum;
        }
      }
    }
  };
  const displacements: SceneVectors = (t, q, v, out) => write(expand(t, q, v).q, out);
  const place = new Map(labels.map((label, i) => [label, i]));
  return movingScene({
    dimension,
    magnifiable: true,
    rest,
    names: [
      ...nodes.map(({ name }) => `node ${name}`),
      ...members.flatMap(({ name }) => Array.from({ length: stations }, () => `member ${name}`)),
      ...Array.from({ length: grounds.points.length / 3 }, () => "ground"),
    ],
    coordinates: Int32Array.from({ length: rest.length }, (_, i) => {
      const node = nodes[Math.floor(i / 3)];
      return node === undefined ? -1 : (place.get(`u${"xyz"[i % 3]}_${node.name}`) ?? -1);
    }),
    members: {
      start: Uint32Array.from({ length: members.length + 1 }, (_, m) => m * stations),
      points: Uint32Array.from({ length: members.length * stations }, (_, k) => first + k),
    },
    links: grounds.links.filter(({ ends: each }) => each.length > 0),
    balls: ballsOf(parts),
    supports: supportsOf(parts, grounds.points.length / 3, count),
    hinges: Uint32Array.from(
      members.flatMap(({ released }, m) =>
        released.flatMap((directions, end) =>
          directions.some((d) => d === 5 || d === 4) ? [first + m * stations + (end === 0 ? 0 : pieces)] : [],
        ),
      ),
    ),
    displacements,
    velocities: (t, q, v, out) => write(expand(t, q, v).v, out),
    measured: momentField(
      body,
      first,
      members.map(({ from, to }) => [from, to] as const),
      pieces,
    ),
  });
}

/** Bending moments, linear between the ends of every member; at a node the largest of those around. */
function momentField(
  body: Body,
  first: number,
  ends: readonly (readonly [number, number])[],
  pieces: number,
): MeasuredField[] {
  const field = body.fields.find(({ name }) => name === "section-forces");
  if (field === undefined) return [];
  const width = field.components.length;
  const forces = new Float64Array(width * ends.length);
  const at = (end: string) =>
    [...field.components.keys()].filter((k) => /^M.?-/.test(field.components[k]) && field.components[k].endsWith(end));
  const [from, to] = [at("from"), at("to")];
  const values: MeasuredField["values"] = (t, q, v, out) => {
    field.evaluate(t, q, v, forces);
    out.fill(0);
    for (let m = 0; m < ends.length; m++) {
      for (let k = 0; k <= pieces; k++) {
        const xi = k / pieces;
        let square = 0;
        for (let c = 0; c < from.length; c++) {
          const moment = (1 - xi) * forces[m * width + from[c]] + xi * forces[m * width + to[c]];
          square += moment * moment;
        }
        out[first + m * (pieces + 1) + k] = Math.sqrt(square);
      }
      for (let end = 0; end < 2; end++) {
        const node = ends[m][end];
        out[node] = Math.max(out[node], out[first + m * (pieces + 1) + end * pieces]);
      }
    }
  };
  return [{ name: "moment", title: "Bending moment", quantity: "moment", signed: false, values }];
}

/** A point in the ground for every spring and dashpot along a direction. */
function groundsOf({ nodes, springs, dashpots }: FrameDescription, dimension: number, count: number) {
  const reach = 0.08 * longestSide(nodes.flatMap(({ point }) => point));
  const points: number[] = [];
  const linksOf = (kind: "spring" | "dashpot", constants: FrameDescription["springs"]) => ({
    kind,
    ends: Uint32Array.from(
      constants.flatMap(({ node, direction }) => {
        if (direction >= dimension) return [];
        const at = [...nodes[node].point];
        at[direction] -= reach;
        return [node, count + points.push(...at) / 3 - 1];
      }),
    ),
  });
  const links = [linksOf("spring", springs), linksOf("dashpot", dashpots)];
  return { links, points };
}

/** Point masses at nodes. */
function ballsOf({ masses }: FrameDescription) {
  const points = [
    ...new Set(masses.filter(({ direction, value }) => direction < 3 && value > 0).map(({ node }) => node)),
  ];
  return { points: Uint32Array.from(points), sizes: new Float32Array(points.length).fill(0.7), radius: null };
}

function supportsOf({ supports }: FrameDescription, grounds: number, count: number) {
  const masks = new Map<number, { fixed: number; prescribed: number }>();
  for (const { node, direction, motion } of supports) {
    const own = masks.get(node) ?? { fixed: 0, prescribed: 0 };
    if (motion === null) own.fixed |= 1 << direction;
    else own.prescribed |= 1 << direction;
    masks.set(node, own);
  }
  const below = Array.from({ length: grounds }, (_, k) => count + k);
  const own = [...masks.values()];
  return {
    points: Uint32Array.from([...masks.keys(), ...below]),
    fixed: Uint8Array.from([...own.map(({ fixed }) => fixed), ...below.map(() => 0b111111)]),
    prescribed: Uint8Array.from([...own.map(({ prescribed }) => prescribed), ...below.map(() => 0)]),
  };
}
