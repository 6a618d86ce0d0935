/** What readers and writers of meshes give. */
import type { Mesh } from "../../mesh/mesh.js";

export interface MeshFile {
  readonly mesh: Mesh;
  /** What was in the file and is not in the mesh, and what was put right, in words. */
  readonly notices: readonly string[];
}

export interface WrittenMesh {
  readonly bytes: Uint8Array;
  /** What the format has no place for, in words. */
  readonly notices: readonly string[];
}
