/** What readers and writers of meshes give. */
import { type Notice, noticesOf } from "../../core/notice.js";
import { checkMesh, checkNotices } from "../../mesh/check.js";
import type { Mesh } from "../../mesh/mesh.js";

export interface MeshFile {
  readonly mesh: Mesh;
  /** What was in the file and is not in the mesh, and what was put right, in words. */
  readonly notices: readonly string[];
  /** What a deck holds beside its mesh, in words: who reads the whole deck knows more of it. */
  readonly beside?: readonly string[];
}

/** What is to be said of a mesh that was read. */
export function meshNotices({ mesh, notices, beside = [] }: MeshFile): Notice[] {
  return [
    ...noticesOf("mesh-file", notices),
    ...noticesOf("beside-mesh", beside),
    ...noticesOf("mesh-check", checkNotices(mesh, checkMesh(mesh))),
  ];
}

export interface WrittenMesh {
  readonly bytes: Uint8Array;
  /** What the format has no place for, in words. */
  readonly notices: readonly string[];
}
