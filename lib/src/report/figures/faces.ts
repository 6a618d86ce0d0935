/** Solids and planes: the faces towards the eye, the far ones first, coloured by von Mises's stress where the body has one. */
import type { Body } from "../../mesh/body.js";
import { edgesOf, type Face, facesOfMesh, normalOf } from "../../mesh/faces.js";
import type { Mesh } from "../../mesh/mesh.js";
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
  const faces = facesOfMesh(mesh);
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
  return { label: field === undefined ? null : "von Mises", draw, atRest: (eye) => edgesAtRest(mesh, faces, eye) };
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

/** Where the body was: its sharp edges. */
function edgesAtRest(mesh: Mesh, faces: readonly Face[], eye: Eye): Outline[] {
  const { sharp } = edgesOf(mesh, faces);
  return Array.from({ length: sharp.length / 2 }, (_, e) => {
    const ends = sharp.slice(2 * e, 2 * e + 2);
    return {
      x: ends.map((node) => along(eye.right, mesh.points, 3 * node)),
      y: ends.map((node) => along(eye.up, mesh.points, 3 * node)),
      style: "rest",
      value: null,
    };
  });
}
