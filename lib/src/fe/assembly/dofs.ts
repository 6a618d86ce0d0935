/** Which displacements and rotations of which nodes are unknown. Nodes in use are counted in the order of the mesh; what they do, fixed or
 *  not, is the nodal vector u, `directions` numbers each. The degrees of freedom are what is free of it. */
import type { Sparsity } from "../../core/matrix.js";
import type { Vec } from "../../core/vec.js";

/** x, y, z and the rotations about them. */
export type Direction = 0 | 1 | 2 | 3 | 4 | 5;

export const DIRECTIONS = ["x", "y", "z", "rx", "ry", "rz"] as const;

export interface Dofs<Count extends number = 1 | 2 | 3> {
  /** How many a node has, and which. */
  readonly directions: Count;
  readonly axes: readonly Direction[];
  /** The nodes in use, by their place in the mesh, and back: −1 for a node that no element has. */
  readonly nodes: Int32Array;
  readonly place: Int32Array;
  /** Where each degree of freedom is in u. */
  readonly free: Int32Array;
  /** The number of a degree of freedom by its place in u; −1 where it is fixed or prescribed. */
  readonly dof: Int32Array;
  /** Nodes in use as they are assembled: −1 for those that are fixed in all directions. */
  readonly assembled: Int32Array;
  readonly assembledCount: number;
  readonly labels: readonly string[];
  /** "node 512, direction z". */
  describe(dof: number): string;
}

export interface Numbering<Count extends number> {
  readonly axes: readonly Direction[] & { readonly length: Count };
  /** One for each node that an element has. */
  readonly used: Uint8Array;
  /** One for each direction of each node that is fixed or prescribed, six a node. */
  readonly constrained: Uint8Array;
  /** What messages call a node. */
  name(node: number): string | number;
  label(direction: string, node: string | number): string;
}

export function numbered<Count extends number>({
  axes,
  used,
  constrained,
  name,
  label,
}: Numbering<Count>): Dofs<Count> {
  const directions = axes.length as Count;
  const nodes = Int32Array.from(used.keys()).filter((node) => used[node] === 1);
  const place = new Int32Array(used.length).fill(-1);
  const dof = new Int32Array(nodes.length * directions).fill(-1);
  const assembled = new Int32Array(nodes.length).fill(-1);
  const free: number[] = [];
  const labels: string[] = [];
  let assembledCount = 0;
  nodes.forEach((node, k) => {
    place[node] = k;
    const before = free.length;
    for (let d = 0; d < directions; d++) {
      if (constrained[6 * node + axes[d]] === 1) continue;
      dof[k * directions + d] = free.length;
      free.push(k * directions + d);
      labels.push(label(DIRECTIONS[axes[d]], name(node)));
    }
    if (free.length > before) assembled[k] = assembledCount++;
  });
  const places = Int32Array.from(free);
  return {
    directions,
    axes,
    nodes,
    place,
    free: places,
    dof,
    assembled,
    assembledCount,
    labels,
    describe(index) {
      const at = places[index];
      const node = nodes[Math.floor(at / directions)];
      return `node ${name(node)}, direction ${DIRECTIONS[axes[at % directions]]}`;
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
