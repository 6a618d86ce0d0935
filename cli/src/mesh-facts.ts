/** What `check` says of a mesh that comes without a method: what is in it, and what is wrong with it. */
import { distinct, InputError, type Notice, noticesOf } from "noether";
import { meshNotices, readMesh } from "noether/formats";
import { elementCount, type Group, type Mesh, nodeCount, sizeOf } from "noether/mesh";
import { significant } from "noether/report";
import { type MeshOptions, modelOfFile } from "./engineering-files.js";
import { readBytes } from "./files.js";

export interface MeshFacts {
  readonly nodes: number;
  /** By type. */
  readonly elements: Readonly<Record<string, number>>;
  /** The corners of the box around it. */
  readonly from: readonly number[];
  readonly to: readonly number[];
  readonly groups: readonly { readonly name: string; readonly of: Group["of"]; readonly size: number }[];
  readonly notices: readonly Notice[];
}

export function meshFacts(path: string, options: MeshOptions): MeshFacts {
  const read = readMesh(readBytes(path), path);
  const { mesh } = read;
  const elements: Record<string, number> = {};
  for (const block of mesh.blocks) elements[block.type] = (elements[block.type] ?? 0) + sizeOf(block);
  return {
    nodes: nodeCount(mesh),
    elements,
    ...boxAround(mesh),
    groups: mesh.groups.map((group) => ({
      name: group.name,
      of: group.of,
      size: group.of === "nodes" ? group.nodes.length : group.elements.length,
    })),
    notices: distinct([...meshNotices(read), ...noticesOf("incomplete", missing(path, options))]),
  };
}

export function meshText(path: string, { nodes, elements, from, to, groups }: MeshFacts): string {
  const types = Object.entries(elements).map(([type, count]) => `${count} ${type}`);
  const place = (point: readonly number[]) => `(${point.map((x) => significant(x, 6)).join(", ")})`;
  const lines = [
    `${path}: a mesh of ${nodes} nodes, elements: ${types.length === 0 ? "none" : types.join(", ")}`,
    ...(nodes === 0 ? [] : [`from ${place(from)} to ${place(to)}`]),
    groups.length === 0 ? "groups: none" : "groups:",
    ...groups.map(({ name, of, size }) => `  ${name}: ${size} ${of}`),
  ];
  return `${lines.join("\n")}\n`;
}

/** What keeps it from being run. */
function missing(path: string, options: MeshOptions): string[] {
  try {
    modelOfFile(path, options);
  } catch (error) {
    if (error instanceof InputError) return [error.message];
    throw error;
  }
  return ["to run it, give --method, --step and --end, and --fix for what is fixed"];
}

function boxAround(mesh: Mesh): { readonly from: number[]; readonly to: number[] } {
  const from = [0, 1, 2].map(() => Number.POSITIVE_INFINITY);
  const to = [0, 1, 2].map(() => Number.NEGATIVE_INFINITY);
  mesh.points.forEach((x, i) => {
    from[i % 3] = Math.min(from[i % 3] ?? x, x);
    to[i % 3] = Math.max(to[i % 3] ?? x, x);
  });
  return elementCount(mesh) + mesh.points.length === 0 ? { from: [], to: [] } : { from, to };
}
