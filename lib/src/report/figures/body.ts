/** A body as it is deformed, coloured by von Mises's stress where it has one: the faces towards the eye, the far ones first. */
import type { Body, BodyField } from "../../mesh/body.js";
import { boundaryOf, sideNodes } from "../../mesh/boundary.js";
import { type ElementName, elementType } from "../../mesh/element-types.js";
import { dimensionOf, elementCount, type Mesh, nodeCount } from "../../mesh/mesh.js";
import type { Area, Outline, Picture } from "../figure.js";
import { significant } from "../number.js";
import { type Patches, patchesOf } from "./patches.js";

export interface BodyState {
  readonly t: number;
  readonly q: Float64Array;
  readonly v: Float64Array;
}

export interface BodyPicture {
  readonly picture: Picture;
  /** What a reader has to know: how often displacements are magnified. */
  readonly note: string | undefined;
}

/** Of a body that travels all states are drawn, of one that stays where it is the one with the largest displacements. */
export function bodyPicture(body: Body, states: readonly BodyState[], title?: string): BodyPicture {
  const { mesh } = body;
  const size = sizeOf(mesh.points);
  const moved = states.map((state) => ({ state, u: valuesOf(body, "displacement", "nodes", state) }));
  const travels = moved.some(({ u }) => Math.hypot(...meanOf(u)) > 0.7 * size);
  const largest = moved.reduce((best, each) => (peakOf(each.u) > peakOf(best.u) ? each : best), moved[0]);
  const shown = travels ? spaced(moved) : [largest];
  const factor = travels ? 1 : magnification(peakOf(largest.u), size);
  const eye = eyeOf(mesh);
  const scene = dimensionOf(mesh) === 1 ? membersOf : facesOf(mesh, shown.length);
  const way = travels ? shortening(shown, size) : 1;
  const drawn = shown.map(({ state, u }) => {
    const mean = meanOf(u);
    const points = mesh.points.map((x, i) => x + factor * u[i] - (1 - way) * mean[i % 3]);
    return scene(body, eye, points, factor, state);
  });
  const values = drawn.flatMap(({ areas }) => areas.flatMap(({ value }) => (value === null ? [] : [value])));
  const rest = travels ? [] : restOf(mesh, eye);
  const when = travels
    ? `Body at t = ${shown.map(({ state }) => significant(state.t, 3)).join(", ")}`
    : `Body at t = ${significant(largest.state.t, 4)}`;
  return {
    picture: {
      title: title ?? when,
      areas: drawn.flatMap(({ areas }) => areas),
      lines: [...rest, ...drawn.flatMap(({ lines }) => lines)],
      scale:
        values.length === 0
          ? null
          : { label: colouring(body)?.label ?? "", least: Math.min(0, least(values)), most: most(values) },
    },
    note: noteOf(factor, way),
  };
}

function noteOf(factor: number, way: number): string | undefined {
  if (way < 1) return `The body's way is drawn ${significant(1 / way, 2)} times shorter than it was.`;
  return factor === 1 ? undefined : `Displacements are drawn ${significant(factor, 3)} times as large.`;
}

/** At most five of them, from the first to the last. */
function spaced<T>(all: readonly T[]): T[] {
  const count = Math.min(5, all.length);
  return Array.from({ length: count }, (_, k) => all[Math.round((k * (all.length - 1)) / Math.max(1, count - 1))]);
}

/** Bodies that travel far stand a size and a half apart. */
function shortening(shown: readonly { readonly u: Float64Array }[], size: number): number {
  const means = shown.map(({ u }) => meanOf(u));
  const steps = means.slice(1).map((mean, k) => Math.hypot(...mean.map((x, c) => x - means[k][c])));
  const longest = Math.max(...steps, 1e-300);
  return Math.min(1, (1.5 * size) / longest);
}

/** Small displacements are drawn as a tenth of the body, by a factor that is easy to say: 1, 2 or 5 and zeros. */
function magnification(peak: number, size: number): number {
  if (!(peak > 0) || peak > 0.05 * size) return 1;
  const wanted = (0.1 * size) / peak;
  const decade = 10 ** Math.floor(Math.log10(wanted));
  return ([5, 2, 1].find((digit) => digit * decade <= wanted) ?? 1) * decade;
}

interface Eye {
  readonly right: readonly [number, number, number];
  readonly up: readonly [number, number, number];
  /** Towards the eye. */
  readonly out: readonly [number, number, number];
}

const FLAT: Eye = { right: [1, 0, 0], up: [0, 1, 0], out: [0, 0, 1] };
/** From the front, a little to the right and above. */
const [TURN, LIFT] = [(-62 * Math.PI) / 180, (24 * Math.PI) / 180];
const SPATIAL: Eye = {
  right: [-Math.sin(TURN), Math.cos(TURN), 0],
  up: [-Math.sin(LIFT) * Math.cos(TURN), -Math.sin(LIFT) * Math.sin(TURN), Math.cos(LIFT)],
  out: [Math.cos(LIFT) * Math.cos(TURN), Math.cos(LIFT) * Math.sin(TURN), Math.sin(LIFT)],
};

const eyeOf = (mesh: Mesh): Eye => (mesh.points.every((x, i) => i % 3 !== 2 || x === mesh.points[2]) ? FLAT : SPATIAL);

const along = (axis: readonly number[], x: ArrayLike<number>, at: number) =>
  axis[0] * x[at] + axis[1] * x[at + 1] + axis[2] * x[at + 2];

interface Drawn {
  readonly areas: readonly Area[];
  readonly lines: readonly Outline[];
}

type Scene = (body: Body, eye: Eye, points: Float64Array, factor: number, state: BodyState) => Drawn;

/** Fewer faces are cut into more pieces; beyond so many their edges would be a grey veil. */
const PIECES_IN_ALL = 5000;
const EDGES_BELOW = 2500;

/** The faces of a solid's boundary, or the elements of a plane. */
function facesOf(mesh: Mesh, times: number): Scene {
  const faces = dimensionOf(mesh) === 2 ? planeFaces(mesh) : solidFaces(mesh);
  const cuts = Math.min(6, Math.max(1, Math.floor(Math.sqrt(PIECES_IN_ALL / (times * faces.length)))));
  const cut = new Map([...new Set(faces.map(({ type }) => type))].map((type) => [type, patchesOf(type, cuts)]));
  return (body, eye, points, _factor, state) => {
    const field = colouring(body);
    const values = field === null ? null : evaluated(body, field.field, state);
    const seen = faces.flatMap(({ type, nodes, loop }) => {
      const normal = normalOf(points, loop);
      const facing = along(eye.out, normal, 0) / (Math.hypot(...normal) || 1);
      if (facing <= 0) return [];
      const depth = loop.reduce((total, node) => total + along(eye.out, points, 3 * node), 0) / loop.length;
      const light = eye === FLAT ? 1 : 0.72 + 0.28 * lit(normal);
      const [x, y] = [eye.right, eye.up].map((axis) => nodes.map((node) => along(axis, points, 3 * node)));
      const own = nodes.map((node) => (values === null ? 0 : value(values, node)));
      const { pieces, edge } = cut.get(type) as Patches;
      const areas = pieces.map(({ corners, middle }) => ({
        x: corners.map((weights) => mixed(weights, x)),
        y: corners.map((weights) => mixed(weights, y)),
        value: mixed(middle, own),
        light,
      }));
      const outline = { x: edge.map((w) => mixed(w, x)), y: edge.map((w) => mixed(w, y)), value: null, light };
      return [{ depth, areas: faces.length < EDGES_BELOW ? [...areas, outline] : areas }];
    });
    seen.sort((a, b) => a.depth - b.depth);
    return { areas: seen.flatMap(({ areas }) => areas), lines: [] };
  };
}

function mixed(weights: Float64Array, values: readonly number[]): number {
  let sum = 0;
  for (let a = 0; a < weights.length; a++) sum += weights[a] * values[a];
  return sum;
}

/** Light comes from above, the left and the front. */
function lit(normal: readonly number[]): number {
  const size = Math.hypot(...normal) || 1;
  return Math.max(0, (-0.35 * normal[0] - 0.45 * normal[1] + 0.82 * normal[2]) / size);
}

const value = (values: Float64Array, node: number) => (Number.isFinite(values[node]) ? values[node] : 0);

/** Corners and middles of edges in turn. */
function loopOf(nodes: ArrayLike<number>, corners: number): number[] {
  const all = Array.from(nodes);
  if (all.length === corners) return all;
  return all.slice(0, corners).flatMap((corner, k) => [corner, all[corners + k]]);
}

interface Face {
  readonly type: ElementName;
  readonly nodes: readonly number[];
  readonly loop: readonly number[];
}

const faceOf = (type: ElementName, nodes: ArrayLike<number>): Face => ({
  type,
  nodes: Array.from(nodes),
  loop: loopOf(nodes, elementType(type).corners),
});

function solidFaces(mesh: Mesh): Face[] {
  return sideNodes(mesh, boundaryOf(mesh)).map(({ type, nodes }) => faceOf(type, nodes));
}

function planeFaces({ blocks }: Mesh): Face[] {
  return blocks.flatMap(({ type, nodes }) => {
    const { nodes: width } = elementType(type);
    return Array.from({ length: nodes.length / width }, (_, e) =>
      faceOf(type, nodes.subarray(e * width, (e + 1) * width)),
    );
  });
}

/** Newell's: right for any loop, flat or not. */
function normalOf(points: Float64Array, loop: readonly number[]): [number, number, number] {
  const normal: [number, number, number] = [0, 0, 0];
  loop.forEach((node, k) => {
    const [a, b] = [3 * node, 3 * loop[(k + 1) % loop.length]];
    normal[0] += (points[a + 1] - points[b + 1]) * (points[a + 2] + points[b + 2]);
    normal[1] += (points[a + 2] - points[b + 2]) * (points[a] + points[b]);
    normal[2] += (points[a] - points[b]) * (points[a + 1] + points[b + 1]);
  });
  return normal;
}

/** Members bend between their ends as the rotations there say. */
const membersOf: Scene = (body, eye, points, factor, state) => {
  const { mesh } = body;
  const turns = body.fields.some(({ name }) => name === "rotation") ? valuesOf(body, "rotation", "nodes", state) : null;
  return { areas: [], lines: linesOf(mesh, (a, b) => curve(mesh.points, points, turns, factor, a, b), eye, "body") };
};

const restOf = (mesh: Mesh, eye: Eye): Outline[] =>
  dimensionOf(mesh) === 1
    ? linesOf(mesh, (a, b) => [a, b].map((node) => [...mesh.points.subarray(3 * node, 3 * node + 3)]), eye, "rest")
    : sharpEdges(mesh).map(([a, b]) => ({
        x: [a, b].map((node) => along(eye.right, mesh.points, 3 * node)),
        y: [a, b].map((node) => along(eye.up, mesh.points, 3 * node)),
        style: "rest",
      }));

function linesOf(
  { blocks }: Mesh,
  path: (a: number, b: number) => number[][],
  { right, up }: Eye,
  style: Outline["style"],
): Outline[] {
  return blocks.flatMap(({ type, nodes }) => {
    const width = elementType(type).nodes;
    return Array.from({ length: nodes.length / width }, (_, e) => {
      const places = path(nodes[e * width], nodes[e * width + 1]);
      return { x: places.map((p) => along(right, p, 0)), y: places.map((p) => along(up, p, 0)), style };
    });
  });
}

const PIECES = 12;

/** Hermite's cubic: its ends point where the member was, turned by the magnified rotations. */
function curve(
  rest: Float64Array,
  points: Float64Array,
  turns: Float64Array | null,
  factor: number,
  a: number,
  b: number,
): number[][] {
  if (turns === null) return [a, b].map((node) => [...points.subarray(3 * node, 3 * node + 3)]);
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
  return Array.from({ length: PIECES + 1 }, (_, k) => {
    const s = k / PIECES;
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

/** Edges of the boundary where it turns by more than thirty degrees, and those of a plane that one element has alone. */
function sharpEdges(mesh: Mesh): [number, number][] {
  const planar = dimensionOf(mesh) === 2;
  const faces = planar ? planeFaces(mesh) : solidFaces(mesh);
  const found = new Map<number, { ends: [number, number]; normals: number[][] }>();
  const count = nodeCount(mesh);
  for (const { loop } of faces) {
    const normal = normalOf(mesh.points, loop);
    const size = Math.hypot(...normal) || 1;
    loop.forEach((a, k) => {
      const b = loop[(k + 1) % loop.length];
      const key = Math.min(a, b) * count + Math.max(a, b);
      const edge = found.get(key) ?? { ends: [a, b], normals: [] };
      edge.normals.push(normal.map((x) => x / size));
      found.set(key, edge);
    });
  }
  return [...found.values()]
    .filter(({ normals: [first, second] }) => second === undefined || along(first, second, 0) < Math.cos(Math.PI / 6))
    .map(({ ends }) => ends);
}

interface Colouring {
  readonly field: BodyField;
  readonly label: string;
}

function colouring({ fields }: Body): Colouring | null {
  const field = fields.find(({ name, on }) => name === "von-mises" && on === "nodes");
  return field === undefined ? null : { field, label: "von Mises" };
}

function valuesOf(body: Body, name: string, on: "nodes" | "elements", state: BodyState): Float64Array {
  const field = body.fields.find((each) => each.name === name && each.on === on);
  return field === undefined ? new Float64Array(body.mesh.points.length) : evaluated(body, field, state);
}

function evaluated({ mesh }: Body, { on, components, evaluate }: BodyField, { t, q, v }: BodyState): Float64Array {
  const places = on === "nodes" ? nodeCount(mesh) : elementCount(mesh);
  const out = new Float64Array(places * Math.max(1, components.length));
  evaluate(t, q, v, out);
  return out;
}

function sizeOf(points: Float64Array): number {
  const spans = [0, 1, 2].map((c) => {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let i = c; i < points.length; i += 3) {
      low = Math.min(low, points[i]);
      high = Math.max(high, points[i]);
    }
    return high - low;
  });
  return Math.max(...spans);
}

function meanOf(u: Float64Array): [number, number, number] {
  const sum: [number, number, number] = [0, 0, 0];
  u.forEach((x, i) => {
    sum[i % 3] += (3 * x) / u.length;
  });
  return sum;
}

function peakOf(u: Float64Array): number {
  let peak = 0;
  for (let i = 0; i < u.length; i += 3) peak = Math.max(peak, Math.hypot(u[i], u[i + 1], u[i + 2]));
  return peak;
}

const least = (values: readonly number[]) =>
  values.reduce((best, each) => Math.min(best, each), Number.POSITIVE_INFINITY);
const most = (values: readonly number[]) =>
  values.reduce((best, each) => Math.max(best, each), Number.NEGATIVE_INFINITY);
