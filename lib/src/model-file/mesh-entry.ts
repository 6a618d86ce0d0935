/** Meshes in a model file: generated, or read from a file. */
import { type Notice, noticesOf } from "../core/notice.js";
import { readMesh } from "../formats/mesh/read-mesh.js";
import { checkMesh, checkNotices } from "../mesh/check.js";
import type { ElementName } from "../mesh/element-types.js";
import { box, building, cylinder, type LatticeKind, lattice, type Tetrahedra } from "../mesh/generate/index.js";
import type { Mesh } from "../mesh/mesh.js";
import type { Entry } from "./entry.js";
import type { Files } from "./files.js";

/** A mesh, and what its file holds besides, in words. */
export interface MeshWithNotices {
  readonly mesh: Mesh;
  readonly notices: readonly Notice[];
}

export function meshAt(entry: Entry, files: Files): MeshWithNotices {
  const [kind] = entry.isMap() ? entry.entries().map(([key]) => key) : [];
  if (!entry.isMap() || entry.has("file")) return fileMesh(entry, files);
  const given = entry.at(kind);
  return { mesh: given.blamed(() => generated(kind, given)), notices: [] };
}

function generated(kind: string, given: Entry): Mesh {
  const origin = given.has("origin") ? { origin: given.at("origin").numbers() } : {};
  const element = given.has("element") ? { element: given.at("element").text() as ElementName } : {};
  const numbers = (key: string) => given.at(key).numbers();
  switch (kind) {
    case "box": {
      const split = given.has("tetrahedra") ? { tetrahedra: given.at("tetrahedra").number() as Tetrahedra } : {};
      return box({ size: numbers("size"), cells: numbers("cells"), ...element, ...split, ...origin });
    }
    case "cylinder":
      return cylinder({
        radius: given.at("radius").number(),
        height: given.at("height").number(),
        cells: numbers("cells") as [number, number, number],
        ...(given.has("inner") ? { inner: given.at("inner").number() } : {}),
        ...(given.has("axis") ? { axis: given.at("axis").text() as "x" | "y" | "z" } : {}),
        ...element,
        ...origin,
      });
    case "lattice": {
      const form = given.has("kind") ? { kind: given.at("kind").text() as LatticeKind } : {};
      return lattice({ size: numbers("size"), cells: numbers("cells"), ...form, ...origin });
    }
    default:
      return building({
        bays: numbers("bays"),
        storeys: numbers("storeys"),
        ...(given.has("rows") ? { rows: numbers("rows") } : {}),
      });
  }
}

function fileMesh(entry: Entry, files: Files): MeshWithNotices {
  const name = entry.isMap() ? entry.at("file") : entry;
  const { mesh, notices: found } = name.blamed(() => readMesh(files.bytes(name), name.text()));
  const notices = [...noticesOf("mesh-file", found), ...noticesOf("mesh-check", checkNotices(mesh, checkMesh(mesh)))];
  const scale = entry.has("scale") ? entry.at("scale").number() : 1;
  if (!(scale > 0)) throw entry.at("scale").error(`found ${scale}; accepted: a number > 0`);
  return { mesh: scale === 1 ? mesh : { ...mesh, points: mesh.points.map((x) => scale * x) }, notices };
}
