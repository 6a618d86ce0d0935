/** Pictures of the cube at several times, in rows like those of a film: lines alone, as in the paper. */

import { boundaryOf, type Mesh, sideNodes } from "noether/mesh";
import type { Figure, Panel, Series } from "noether/report";
import { SIDE, SPEED, WALL } from "./cube.js";
import type { ImpactMotion } from "./impact-motion.js";

const COLUMNS = 3;
type Point = readonly [number, number];
type Line = readonly [Point, Point];

/** Figure 19: the middle plane x = side/2, with the wall. */
export function middlePlane(mesh: Mesh, { snapshots }: ImpactMotion): Figure {
  const edges = edgesWithin(mesh, (node) => Math.abs(mesh.points[3 * node] - SIDE / 2) < 1e-9);
  const reach = 0.045;
  const wall: Line = [
    [WALL.point[1] - reach, WALL.point[2] + reach],
    [WALL.point[1] + reach, WALL.point[2] - reach],
  ];
  const frames = snapshots.map(({ t, q }) => {
    const at = (node: number): Point => [
      mesh.points[3 * node + 1] + q[3 * node + 1],
      mesh.points[3 * node + 2] + q[3 * node + 2],
    ];
    return { t, body: edges.map(([a, b]): Line => [at(a), at(b)]), mark: [wall] };
  });
  return film("Middle plane of the cube, and the wall", frames, 0.19, ["y", "z"]);
}

/** Figure 20: the cube seen from the side of the wall, and the line that it meets first, which moves with it along x. */
export function fromOutside(mesh: Mesh, { snapshots }: ImpactMotion): Figure {
  const boundary = sideNodes(mesh, boundaryOf(mesh)).map(({ nodes }) => nodes);
  const view = unit([0.55, -0.7, 0.45]);
  const right = unit(cross([0, 0, 1], view));
  const up = cross(view, right);
  const frames = snapshots.map(({ t, q }) => {
    const along = t * SPEED;
    const place = (node: number) =>
      [0, 1, 2].map((d) => mesh.points[3 * node + d] + q[3 * node + d] - (d === 0 ? along : 0));
    const seen = (x: readonly number[]): Point => [dot(x, right), dot(x, up)];
    const lines = new Map<string, Line>();
    for (const [a, b, c] of boundary) {
      const [A, B, C] = [a, b, c].map(place);
      if (dot(cross(minus(B, A), minus(C, A)), view) < 0) continue;
      for (const [i, j] of [
        [a, b],
        [b, c],
        [c, a],
      ] as const) {
        lines.set([Math.min(i, j), Math.max(i, j)].join(), [seen(place(i)), seen(place(j))]);
      }
    }
    const edge: Line = [seen([-0.02, WALL.point[1], WALL.point[2]]), seen([SIDE + 0.02, WALL.point[1], WALL.point[2]])];
    return { t, body: [...lines.values()], mark: [edge] };
  });
  return film("The cube, and the line (x, 0.101, 0.101) that it meets first", frames, 0.27, ["", ""]);
}

interface Frame {
  readonly t: number;
  readonly body: readonly Line[];
  readonly mark: readonly Line[];
}

function film(title: string, frames: readonly Frame[], pitch: number, [x, y]: readonly [string, string]): Figure {
  const moved = frames.map((frame, k) => {
    const shift: Point = [pitch * (k % COLUMNS), -pitch * Math.floor(k / COLUMNS)];
    const there = ([[a, b], [c, d]]: Line): Line => [
      [a + shift[0], b + shift[1]],
      [c + shift[0], d + shift[1]],
    ];
    return { t: frame.t, body: frame.body.map(there), mark: frame.mark.map(there) };
  });
  const panel: Panel = {
    title,
    shape: "square",
    equal: true,
    // No numbers: places of pictures that are set side by side mean nothing.
    x: { label: x, scale: "linear", names: [] },
    y: { label: y, scale: "linear", names: [] },
    series: [
      drawn(
        "cube",
        moved.flatMap(({ body }) => body),
        0,
      ),
      drawn(
        "wall",
        moved.flatMap(({ mark }) => mark),
        1,
      ),
    ],
    annotations: moved.map(({ t, body }) => ({
      kind: "text",
      x: middle(body.flat().map(([across]) => across)),
      y: Math.min(...body.flat().map(([, low]) => low)) - 0.08 * pitch,
      text: `${Math.round(1e6 * t)} µs`,
    })),
  };
  return {
    panels: [panel],
    note: `Pictures are set side by side, all to one scale. A side of the cube is ${SIDE} m long.`,
  };
}

/** All lines as one series, with a gap after each. */
function drawn(name: string, lines: readonly Line[], colour: number): Series {
  return {
    name,
    x: lines.flatMap(([a, b]) => [a[0], b[0], Number.NaN]),
    y: lines.flatMap(([a, b]) => [a[1], b[1], Number.NaN]),
    style: "line",
    colour,
  };
}

/** Pairs of nodes of one element, both of which lie somewhere. */
function edgesWithin(mesh: Mesh, lies: (node: number) => boolean): (readonly [number, number])[] {
  const found = new Map<string, readonly [number, number]>();
  const { nodes } = mesh.blocks[0];
  for (let first = 0; first < nodes.length; first += 4) {
    const inside = [...nodes.subarray(first, first + 4)].filter(lies).sort((a, b) => a - b);
    inside.forEach((a, k) => {
      for (const b of inside.slice(k + 1)) found.set(`${a},${b}`, [a, b]);
    });
  }
  return [...found.values()];
}

const middle = (values: readonly number[]) => (Math.min(...values) + Math.max(...values)) / 2;
const unit = (a: readonly number[]) => a.map((x) => x / Math.hypot(...a));
const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, x, d) => sum + x * b[d], 0);
const minus = (a: readonly number[], b: readonly number[]) => a.map((x, d) => x - b[d]);
const cross = (a: readonly number[], b: readonly number[]) => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
