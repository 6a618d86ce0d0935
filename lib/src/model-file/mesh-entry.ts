/** Meshes in a model file: generated, or read from a file. */
import type { Notice } from "../core/notice.js";
import { amount } from "../formats/budget.js";
import { meshNotices } from "../formats/mesh/mesh-file.js";
import { readMesh } from "../formats/mesh/read-mesh.js";
import type { ElementName } from "../mesh/element-types.js";
import { box, building, cylinder, type LatticeKind, lattice, type Tetrahedra } from "../mesh/generate/index.js";
import { dimensionOf, type Mesh, nodeCount } from "../mesh/mesh.js";
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
  if (given.has("cells")) announce(given.at("cells"), leastNodes(given), files.memory);
  return { mesh: given.blamed(() => generated(kind, given)), notices: [] };
}

/** Bytes for an unknown of a solid: its rows of the matrices and what is made on the way to them. Measured on boxes of hex8 and tet4 without
 *  a factor, which takes as much again and more; of bars it is a tenth. */
const BYTES_EACH = 2500;

interface MeshSize {
  readonly nodes: number;
  readonly dimension: number;
}

const bytesOf = ({ nodes, dimension }: MeshSize) =>
  nodes * dimension * (dimension === 1 ? BYTES_EACH / 10 : BYTES_EACH);

/** What a generated mesh and its system will take at least; null for other models. */
export function announcedSize(root: Entry): { readonly unknowns: number; readonly bytes: number } | null {
  const mesh = root.at("system").at("solid").at("mesh");
  const [[, given] = []] = mesh.isMap() ? mesh.entries() : [];
  if (given?.isMap() !== true || !given.has("cells")) return null;
  const size = leastNodes(given);
  return { unknowns: size.nodes * size.dimension, bytes: bytesOf(size) };
}

/** Refuses what will not fit before it is built. */
function announce(entry: Entry, size: MeshSize, memory: number): void {
  const { nodes, dimension } = size;
  const bytes = bytesOf(size);
  if (bytes <= memory) return;
  throw entry.error(
    `${nodes.toPrecision(3)} nodes with ${(nodes * dimension).toPrecision(3)} unknowns take at least ${amount(bytes)}, and the memory that may be ` +
      `used is ${amount(memory)}; give fewer cells, or more --memory where there is more`,
  );
}

/** The nodes of a grid, as many as there are at least: elements of second order have some on their edges. */
function leastNodes(given: Entry): MeshSize {
  const cells = given.at("cells").numbers();
  const nodes = cells.reduce((product, count) => product * (count + 1), 1);
  const quadratic = /^(?:line3|tri6|quad8|tet10|wedge15|hex20)$/.test(given.at("element").text());
  return { nodes: quadratic ? nodes * [1, 2, 3, 4][Math.min(3, cells.length)] : nodes, dimension: cells.length };
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
  const read = name.blamed(() => readMesh(files.bytes(name), name.text(), { memory: files.memory }));
  const { mesh } = read;
  announce(name, { nodes: nodeCount(mesh), dimension: dimensionOf(mesh) }, files.memory);
  const notices = meshNotices(read);
  const scale = entry.at("scale").positive(1);
  return { mesh: scale === 1 ? mesh : { ...mesh, points: mesh.points.map((x) => scale * x) }, notices };
}
