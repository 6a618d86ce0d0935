/** Solids and planes: the faces towards the eye, the far ones first, coloured by von Mises's stress where the body has one. */
import type { Body } from "../../mesh/body.js";
import { boundaryOf, sideNodes } from "../../mesh/boundary.js";
import { type ElementName, elementType } from "../../mesh/element-types.js";
import { dimensionOf, type Mesh, nodeCount } from "../../mesh/mesh.js";
import type { Outline } from "../figure.js";
import { along, type Eye, FLAT } from "./eye.js";
import { evaluated } from "./field-values.js";
import { type Patches, patchesOf } from "./patches.js";
import type { Scene } from "./scene.js";

/** Fewer faces are cut into more pieces; beyond so many their edges would be a grey veil. */
const PIECES_IN_ALL = 5000;
const EDGES_BELOW = 2500;

/** The faces of a solid's boundary, or the elements of a plane. */
export function facesOf(body: Body, times: number): Scene {
  const { mesh } = body;
  const faces = dimensionOf(mesh) === 2 ? planeFaces(mesh) : solidFaces(mesh);
  const cuts = Math.min(6, Math.max(1, Math.floor(Math.sqrt(PIECES_IN_ALL / (times * faces.length)))));
  const cut = new Map([...new Set(faces.map(({ type }) => type))].map((type) => [type, patchesOf(type, cuts)]));
  const field = body.fields.find(({ name, on }) => name === "von-mises" && on === "nodes");
  const draw: Scene["draw"] = (eye, points, _factor, state) => {
    const values = field === undefined ? null : evaluated(body, field, state);
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
  return { label: field === undefined ? null : "von Mises", draw, atRest: (eye) => edgesAtRest(mesh, eye) };
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

/** Where the body was: its sharp edges. */
const edgesAtRest = (mesh: Mesh, eye: Eye): Outline[] =>
  sharpEdges(mesh).map(([a, b]) => ({
    x: [a, b].map((node) => along(eye.right, mesh.points, 3 * node)),
    y: [a, b].map((node) => along(eye.up, mesh.points, 3 * node)),
    style: "rest",
    value: null,
  }));

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
