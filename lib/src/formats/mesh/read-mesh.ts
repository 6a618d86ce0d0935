/** A mesh from a file of any known format: told by how the file begins, else by the ending of its name. */
import { InputError } from "../../core/failure.js";
import type { Mesh } from "../../mesh/mesh.js";
import { readGmsh } from "./gmsh.js";
import { readVtk } from "./vtk-legacy.js";
import { readVtu } from "./vtu.js";

export interface MeshFile {
  readonly mesh: Mesh;
  /** What was in the file and is not in the mesh, in words. */
  readonly notices: readonly string[];
}

interface MeshFormat {
  readonly title: string;
  readonly endings: readonly string[];
  /** How files of this format begin; null where that tells nothing. */
  readonly begins: RegExp | null;
  read(bytes: Uint8Array, name: string): MeshFile;
}

const FORMATS: readonly MeshFormat[] = [
  { title: "Gmsh", endings: [".msh", ".msh2", ".msh4"], begins: /^\s*\$(?:MeshFormat|Comments)\b/, read: readGmsh },
  { title: "VTK", endings: [".vtk"], begins: /^# vtk DataFile/i, read: readVtk },
  {
    title: "VTK XML",
    endings: [".vtu"],
    begins: /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^>]*-->\s*)?<VTKFile\b/,
    read: readVtu,
  },
];

export function readMesh(bytes: Uint8Array, name: string): MeshFile {
  const start = new TextDecoder().decode(bytes.subarray(0, 1024));
  const ending = /\.[^./\\]*$/.exec(name)?.[0].toLowerCase() ?? "";
  const format =
    FORMATS.find(({ begins }) => begins?.test(start)) ?? FORMATS.find(({ endings }) => endings.includes(ending));
  if (format !== undefined) return format.read(bytes, name);
  const accepted = FORMATS.map(({ title, endings }) => `${title} (${endings.join(", ")})`).join(", ");
  throw new InputError(`is not a mesh of a known format; accepted: ${accepted}`, { file: name });
}
