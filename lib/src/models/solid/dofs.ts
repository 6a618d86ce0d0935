/** Which displacements of which nodes are unknown. Nodes in use are counted in the order of the mesh; their displacements, fixed or not,
 *  are the nodal vector u, `directions` numbers each. The degrees of freedom are what is free of it. */
import type { Sparsity } from "../../core/matrix.js";
import type { Vec } from "../../core/vec.js";
import { type Mesh, nodeCount, nodeNumber } from "../../mesh/mesh.js";

export interface Dofs {
  readonly directions: 1 | 2 | 3;
  /** The nodes in use, by their place in the mesh, and back: −1 for a node that no element has. */
  readonly nodes: Int32Array;
  readonly place: Int32Array;
  /** Where each degree of freedom is in u. */
  readonly free: Int32Array;
  /** The number of a degree of freedom by its place in u; −1 where it is held. */
  readonly dof: Int32Array;
  /** Nodes in use as they are assembled: −1 for those that are fixed in all directions. */
  readonly assembled: Int32Array;
  readonly assembledCount: number;
  readonly labels: readonly string[];
  /** "node 512, direction z". */
  describe(dof: number): string;
}

const AXES = ["x", "y", "z"];

export function numbered(mesh: Mesh, used: Uint8Array, held: Uint8Array, directions: 1 | 2 | 3): Dofs {
  const nodes = Int32Array.from(Array.from({ length: nodeCount(mesh) }, (_, n) => n).filter((n) => used[n] === 1));
  const place = new Int32Array(nodeCount(mesh)).fill(-1);
  const dof = new Int32Array(nodes.length * directions).fill(-1);
  const assembled = new Int32Array(nodes.length).fill(-1);
  const free: number[] = [];
  const labels: string[] = [];
  let assembledCount = 0;
  nodes.forEach((node, k) => {
    place[node] = k;
    const before = free.length;
    for (let d = 0; d < directions; d++) {
      if (held[3 * node + d] === 1) continue;
      dof[k * directions + d] = free.length;
      free.push(k * directions + d);
      labels.push(`u${AXES[d]}${nodeNumber(mesh, node)}`);
    }
    if (free.length > before) assembled[k] = assembledCount++;
  });
  const places = Int32Array.from(free);
  return {
    directions,
    nodes,
    place,
    free: places,
    dof,
    assembled,
    assembledCount,
    labels,
    describe(index) {
      const at = places[index];
      return `node ${nodeNumber(mesh, nodes[Math.floor(at / directions)])}, direction ${AXES[at % directions]}`;
    },
  };
}

/** The rows and columns of a pattern that are free, and where their entries are in it; null: all of them. */
export interface Restriction {
  readonly pattern: Sparsity;
  readonly source: Int32Array | null;
}

/** `pattern` has `directions` rows for every assembled node. */
export function restricted(pattern: Sparsity, { directions, assembled, dof, free }: Dofs): Restriction {
  if (pattern.size === free.length) return { pattern, source: null };
  const number = new Int32Array(pattern.size);
  assembled.forEach((row, k) => {
    if (row >= 0) for (let d = 0; d < directions; d++) number[row * directions + d] = dof[k * directions + d];
  });
  const rowStart = new Int32Array(free.length + 1);
  const column: number[] = [];
  const source: number[] = [];
  for (let i = 0; i < pattern.size; i++) {
    if (number[i] < 0) continue;
    for (let j = pattern.rowStart[i]; j < pattern.rowStart[i + 1]; j++) {
      const other = number[pattern.column[j]];
      if (other < 0) continue;
      column.push(other);
      source.push(j);
    }
    rowStart[number[i] + 1] = column.length;
  }
  return {
    pattern: { size: free.length, rowStart, column: Int32Array.from(column) },
    source: Int32Array.from(source),
  };
}

/** u from q: what is fixed keeps the value it has. */
export function spread(free: Int32Array, q: Vec, u: Vec): void {
  for (let i = 0; i < free.length; i++) u[free[i]] = q[i];
}

/** q from u. */
export function gather(free: Int32Array, u: Vec, q: Vec): void {
  for (let i = 0; i < free.length; i++) q[i] = u[free[i]];
}
