/** What a solid looks like: its surface, or its bars, with what holds it, what it touches and what hangs on it. Points are the nodes that can
 *  be seen, those that are fixed, and one in the ground for every spring that reaches there. */
import { cbrt } from "../../core/elementary.js";
import type { Body, BodyField } from "../../mesh/body.js";
import { edgesOf, facesOfMesh, trianglesOf } from "../../mesh/faces.js";
import { dimensionOf, nodeCount, nodeNumber } from "../../mesh/mesh.js";
import { longestSide } from "../../scene/magnification.js";
import { type MeasuredField, movingScene } from "../../scene/moving-scene.js";
import type { Links, MovingScene, SceneVectors, Supports } from "../../scene/scene.js";
import type { Solid } from "../solid.js";
import type { SolidDescription } from "../solid-description.js";

const FIELDS: Readonly<Record<string, { readonly title: string; readonly quantity: string }>> = {
  "von-mises": { title: "Von Mises stress", quantity: "stress" },
  "energy-density": { title: "Strain energy density", quantity: "energy-density" },
};

export function solidScene(built: Solid, body: Body): MovingScene {
  const { parts, displacements, velocities } = built;
  const { mesh, attachments, contacts } = parts;
  const faces = dimensionOf(mesh) > 1 ? facesOfMesh(body.mesh) : [];
  const bars = built.bars.flatMap(({ nodes }) => [...nodes]);
  const supported = supportedNodes(parts);
  const joints = attachments.filter((each) => each.kind !== "mass");
  const masses = attachments.filter((each) => each.kind === "mass");

  const nodes: number[] = [];
  const point = new Int32Array(nodeCount(mesh)).fill(-1);
  const pointOf = (node: number): number => {
    if (point[node] < 0) point[node] = nodes.push(node) - 1;
    return point[node];
  };
  const triangles = Uint32Array.from(
    faces.flatMap((face) => trianglesOf(face)),
    pointOf,
  );
  const { all, sharp } = edgesOf(mesh, faces);
  const ends = Uint32Array.from(bars, pointOf);
  for (const node of supported.keys()) pointOf(node);
  for (const { node } of masses) pointOf(node);
  for (const {
    nodes: [a, b],
  } of joints)
    for (const node of b === null ? [a] : [a, b]) pointOf(node);

  const rest = nodes.flatMap((node) => [...mesh.points.subarray(3 * node, 3 * node + 3)]);
  const reach = 0.08 * longestSide(mesh.points);
  const anchor = (node: number, direction: number): number => {
    const at = [...mesh.points.subarray(3 * node, 3 * node + 3)];
    at[direction] -= reach;
    return rest.push(...at) / 3 - 1;
  };
  const jointEnds = (kind: "spring" | "dashpot") =>
    joints.flatMap(({ kind: own, nodes: [a, b], direction }) =>
      own === kind ? [point[a], b === null ? anchor(a, direction) : point[b]] : [],
    );
  const links = (["spring", "dashpot"] as const).map((kind) => ({ kind, ends: Uint32Array.from(jointEnds(kind)) }));
  const anchors = Array.from({ length: rest.length / 3 - nodes.length }, (_, k) => nodes.length + k);

  const vectors = new Float64Array(mesh.points.length);
  const scattered = (evaluate: (t: number, q: Float64Array, v: Float64Array) => void): SceneVectors => {
    return (t, q, v, out) => {
      evaluate(t, q, v);
      out.fill(0);
      for (let k = 0; k < nodes.length; k++) {
        for (let c = 0; c < 3; c++) out[3 * k + c] = vectors[3 * nodes[k] + c];
      }
    };
  };
  const labels = new Map((built.view?.labels ?? built.system.labels).map((label, i) => [label, i]));
  return movingScene({
    dimension: built.dofs.directions,
    magnifiable: true,
    rest,
    names: [...nodes.map((node) => `node ${nodeNumber(mesh, node)}`), ...anchors.map(() => "ground")],
    coordinates: Int32Array.from({ length: rest.length }, (_, i) => {
      const node = nodes[Math.floor(i / 3)];
      return node === undefined ? -1 : (labels.get(`u${"xyz"[i % 3]}${nodeNumber(mesh, node)}`) ?? -1);
    }),
    surface:
      faces.length === 0
        ? null
        : { triangles, edges: Uint32Array.from(all, pointOf), outline: Uint32Array.from(sharp, pointOf) },
    links: ([{ kind: "rod", ends }, ...links] as Links[]).filter((each) => each.ends.length > 0),
    balls: {
      points: Uint32Array.from(masses, ({ node }) => point[node]),
      // One mass that is spread over many nodes is many small ones.
      sizes: new Float32Array(masses.length).fill(1 / cbrt(Math.max(1, masses.length))),
      radius: null,
    },
    supports: supportsOf(supported, point, anchors),
    planes: contacts.map(({ point: at, normal }) => ({ point: at, normal })),
    displacements: scattered((t, q) => displacements(t, q, vectors)),
    velocities: scattered((t, _q, v) => velocities(t, v, vectors)),
    measured: body.fields.flatMap((field) => measuredOf(field, nodes, nodeCount(mesh))),
  });
}

/** Of every node that is fixed or prescribed: in which directions. */
function supportedNodes({ supports }: SolidDescription): Map<number, { fixed: number; prescribed: number }> {
  const found = new Map<number, { fixed: number; prescribed: number }>();
  for (const { nodes, direction, motion } of supports) {
    for (const node of nodes) {
      const own = found.get(node) ?? { fixed: 0, prescribed: 0 };
      if (motion === null) own.fixed |= 1 << direction;
      else own.prescribed |= 1 << direction;
      found.set(node, own);
    }
  }
  return found;
}

function supportsOf(
  supported: ReadonlyMap<number, { fixed: number; prescribed: number }>,
  point: Int32Array,
  anchors: readonly number[],
): Supports {
  const masks = [...supported.values()];
  return {
    points: Uint32Array.from([...Array.from(supported.keys(), (node) => point[node]), ...anchors]),
    fixed: Uint8Array.from([...masks.map((mask) => mask.fixed), ...anchors.map(() => 0b111)]),
    prescribed: Uint8Array.from([...masks.map((mask) => mask.prescribed), ...anchors.map(() => 0)]),
  };
}

/** A number at the nodes of the body, at the points of the scene; zero in the ground. */
function measuredOf(
  { name, on, components, evaluate }: BodyField,
  nodes: readonly number[],
  count: number,
): MeasuredField[] {
  const known = FIELDS[name];
  if (on !== "nodes" || components.length > 0 || known === undefined) return [];
  const all = new Float64Array(count);
  const values: MeasuredField["values"] = (t, q, v, out) => {
    evaluate(t, q, v, all);
    out.fill(0);
    for (let k = 0; k < nodes.length; k++) out[k] = Number.isFinite(all[nodes[k]]) ? all[nodes[k]] : 0;
  };
  return [{ name, ...known, signed: false, values }];
}
