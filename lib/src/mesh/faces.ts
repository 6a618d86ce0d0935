/** What is seen of a mesh: the faces of a solid's boundary, or the elements of a plane. */
import { cos, hypot } from "../core/elementary.js";
import { boundaryOf, sideNodes } from "./boundary.js";
import { type ElementName, elementType } from "./element-types.js";
import { dimensionOf, type Mesh, nodeCount } from "./mesh.js";

export interface Face {
  readonly type: ElementName;
  readonly nodes: readonly number[];
  /** Corners and middles of edges in turn, counter-clockwise seen from outside. */
  readonly loop: readonly number[];
}

export function facesOfMesh(mesh: Mesh): Face[] {
  if (dimensionOf(mesh) === 3) return sideNodes(mesh, boundaryOf(mesh)).map(({ type, nodes }) => faceOf(type, nodes));
  return mesh.blocks.flatMap(({ type, nodes }) => {
    const { nodes: width, dimension } = elementType(type);
    if (dimension !== 2) return [];
    return Array.from({ length: nodes.length / width }, (_, e) =>
      faceOf(type, nodes.subarray(e * width, (e + 1) * width)),
    );
  });
}

function faceOf(type: ElementName, nodes: ArrayLike<number>): Face {
  const all = Array.from(nodes);
  const { corners } = elementType(type);
  const loop = all.length === corners ? all : all.slice(0, corners).flatMap((corner, k) => [corner, all[corners + k]]);
  return { type, nodes: all, loop };
}

/** Newell's: right for any loop, flat or not. */
export function normalOf(points: ArrayLike<number>, loop: readonly number[]): [number, number, number] {
  const normal: [number, number, number] = [0, 0, 0];
  loop.forEach((node, k) => {
    const [a, b] = [3 * node, 3 * loop[(k + 1) % loop.length]];
    normal[0] += (points[a + 1] - points[b + 1]) * (points[a + 2] + points[b + 2]);
    normal[1] += (points[a + 2] - points[b + 2]) * (points[a] + points[b]);
    normal[2] += (points[a] - points[b]) * (points[a + 1] + points[b + 1]);
  });
  return normal;
}

/** A face as triangles through all of its nodes, three each: its corners are cut off where its edges have middles. */
export function trianglesOf({ type, loop }: Face): number[] {
  const hasMiddles = loop.length > elementType(type).corners;
  const cut: number[] = [];
  const inner = hasMiddles ? loop.filter((_, k) => k % 2 === 1) : loop;
  if (hasMiddles) {
    for (let k = 0; k < loop.length; k += 2) cut.push(loop[k], loop[k + 1], loop[(k + loop.length - 1) % loop.length]);
  }
  for (let k = 1; k + 1 < inner.length; k++) cut.push(inner[0], inner[k], inner[k + 1]);
  return cut;
}

export interface FaceEdges {
  /** Every edge once, two nodes each. */
  readonly all: readonly number[];
  /** Those where the boundary turns by more than thirty degrees, and those that one face has alone. */
  readonly sharp: readonly number[];
}

export function edgesOf(mesh: Mesh, faces: readonly Face[]): FaceEdges {
  const count = nodeCount(mesh);
  const found = new Map<number, { readonly normal: readonly number[]; sharp: boolean }>();
  const all: number[] = [];
  for (const { loop } of faces) {
    const normal = normalOf(mesh.points, loop);
    const size = hypot(...normal) || 1;
    const unit = normal.map((x) => x / size);
    loop.forEach((a, k) => {
      const b = loop[(k + 1) % loop.length];
      const key = Math.min(a, b) * count + Math.max(a, b);
      const edge = found.get(key);
      if (edge === undefined) {
        all.push(a, b);
        found.set(key, { normal: unit, sharp: true });
      } else edge.sharp = dot(edge.normal, unit) < cos(Math.PI / 6);
    });
  }
  const flags = [...found.values()];
  return { all, sharp: all.filter((_, i) => flags[i >> 1].sharp) };
}

const dot = (a: readonly number[], b: readonly number[]) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
