/** Meshes from files and into files of any known format. A file is known by how it begins, else by the ending of its name. */
import { InputError } from "../../core/failure.js";
import type { Group, Mesh } from "../../mesh/mesh.js";
import { oriented } from "../../mesh/orientation.js";
import { type Budget, budgetFor } from "../budget.js";
import { quoted } from "../text.js";
import { readAbaqus } from "./abaqus.js";
import { writeAbaqus } from "./abaqus-write.js";
import { readGmsh } from "./gmsh.js";
import { writeGmsh } from "./gmsh-write.js";
import { readMedit } from "./medit.js";
import { writeMedit } from "./medit-write.js";
import type { MeshFile, WrittenMesh } from "./mesh-file.js";
import { plainName, renamed } from "./names.js";
import { readNastran } from "./nastran.js";
import { writeNastran } from "./nastran-write.js";
import { readStl } from "./stl.js";
import { numbersLost } from "./unnumbered.js";
import { readVtk } from "./vtk-legacy.js";
import { writeVtk } from "./vtk-write.js";
import { readVtu } from "./vtu.js";
import { writeVtu } from "./vtu-write.js";

export interface MeshFormat {
  readonly title: string;
  /** The first one that fits chooses how a file is written. */
  readonly endings: readonly string[];
  /** How files of this format begin; null where that tells nothing. */
  readonly begins: RegExp | null;
  readonly read: ((bytes: Uint8Array, name: string, budget: Budget) => MeshFile) | null;
  readonly write: ((mesh: Mesh) => WrittenMesh) | null;
}

const vtk = (mesh: Mesh, write: (mesh: Mesh) => Uint8Array): WrittenMesh => ({
  bytes: write(mesh),
  notices: numbersLost(mesh),
});

function isEmpty(group: Group): boolean {
  return (group.of === "nodes" ? group.nodes : group.elements).length === 0;
}

/** Formats that list the members of groups, and not the groups, have no place for one without members. */
function withoutEmpty(mesh: Mesh, write: (mesh: Mesh) => WrittenMesh, isLost = isEmpty): WrittenMesh {
  const empty = mesh.groups.filter(isLost).map(({ name }) => quoted(name));
  if (empty.length === 0) return write(mesh);
  const { bytes, notices } = write({ ...mesh, groups: mesh.groups.filter((group) => !isLost(group)) });
  const some = `${empty.slice(0, 12).join(", ")}${empty.length > 12 ? ", …" : ""}`;
  return { bytes, notices: [`groups without members are left out: ${some}`, ...notices] };
}

/** A quotation mark would end a name. */
function gmsh(mesh: Mesh, version: 2.2 | 4.1): WrittenMesh {
  const { mesh: named, notices } = renamed(mesh, (name) => name.replaceAll('"', "'"), "Gmsh ends names at the mark");
  return { bytes: writeGmsh(named, { version }), notices };
}

export const MESH_FORMATS: readonly MeshFormat[] = [
  {
    title: "Gmsh",
    endings: [".msh", ".msh4"],
    begins: /^\s*\$(?:MeshFormat|Comments)\b/,
    read: readGmsh,
    write: (mesh) => withoutEmpty(mesh, (some) => gmsh(some, 4.1)),
  },
  {
    title: "Gmsh 2.2",
    endings: [".msh2"],
    begins: null,
    read: readGmsh,
    write: (mesh) => withoutEmpty(mesh, (some) => gmsh(some, 2.2)),
  },
  {
    title: "VTK",
    endings: [".vtk"],
    begins: /^# vtk DataFile/i,
    read: readVtk,
    write: (mesh) => vtk(mesh, writeVtk),
  },
  {
    title: "VTK XML",
    endings: [".vtu"],
    begins: /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^>]*-->\s*)?<VTKFile\b/,
    read: readVtu,
    write: (mesh) => vtk(mesh, writeVtu),
  },
  {
    title: "Medit",
    endings: [".mesh"],
    begins: /^(?:\s*#.*\n)*\s*MeshVersionFormatted\b/,
    read: readMedit,
    write: (mesh) => withoutEmpty(mesh, writeMedit),
  },
  { title: "STL", endings: [".stl"], begins: /^solid\b/, read: readStl, write: null },
  {
    title: "Abaqus, CalculiX",
    endings: [".inp"],
    begins: /^(?:\s*\*\*.*\n)*\s*\*(?:HEADING|NODE|PART|PREPRINT)\b/i,
    read: readAbaqus,
    write: (mesh) => withoutEmpty(mesh, writeAbaqus, (group) => group.of === "sides" && isEmpty(group)),
  },
  {
    title: "Nastran",
    endings: [".bdf", ".nas", ".fem", ".dat"],
    begins: /^\s*BEGIN BULK/im,
    read: readNastran,
    write: (mesh) => withoutEmpty(mesh, writeNastran),
  },
];

const endingOf = (name: string) => /\.[^./\\]*$/.exec(name)?.[0].toLowerCase() ?? "";

/** The format that the ending of a name stands for; null for none. */
export function meshFormat(name: string): MeshFormat | null {
  return MESH_FORMATS.find(({ endings }) => endings.includes(endingOf(name))) ?? null;
}

export interface ReadMeshOptions {
  /** No more than so many bytes are made of the file. */
  readonly memory?: number | undefined;
}

/** Solids whose nodes run the wrong way round are turned, and a notice says which. */
export function readMesh(bytes: Uint8Array, name: string, { memory }: ReadMeshOptions = {}): MeshFile {
  const start = new TextDecoder().decode(bytes.subarray(0, 1024));
  const format = MESH_FORMATS.find(({ begins }) => begins?.test(start)) ?? meshFormat(name);
  if (format?.read == null) throw unknown(name, "read");
  const { mesh, notices, ...others } = format.read(bytes, name, budgetFor(bytes.length, name, memory));
  const right = oriented(mesh);
  return { ...others, mesh: right.mesh, notices: [...notices, ...right.notices] };
}

export function writeMesh(mesh: Mesh, name: string): WrittenMesh {
  const format = meshFormat(name);
  if (format?.write == null) throw unknown(name, "write");
  const { mesh: plain, notices: before } = renamed(mesh, plainName, "control characters have no place in files");
  const { bytes, notices } = format.write(plain);
  return { bytes, notices: [...before, ...notices] };
}

function unknown(name: string, intent: "read" | "write"): InputError {
  const known = MESH_FORMATS.filter((format) => format[intent] !== null);
  const accepted = known.map(({ title, endings }) => `${title} (${endings.join(", ")})`).join(", ");
  return new InputError(`is not a mesh of a known format; accepted: ${accepted}`, { file: name });
}
