/** The mass of a solid. That of elements is the same in all directions, M = m ⊗ 1 with one number a pair of nodes: where no node is fixed in
 *  some directions only, it is multiplied, factored and solved with as that. */
import { InputError } from "../../core/failure.js";
import type { Matrix, Sparsity } from "../../core/matrix.js";
import type { Mass } from "../../core/system.js";
import type { WithThreads } from "../../core/threads.js";
import type { Vec } from "../../core/vec.js";
import { elementAssemblies } from "../../linalg/assembly.js";
import { diagonalMass, matrixMass } from "../../linalg/mass.js";
import { diagonalOf, fromDiagonal, squareBlock } from "../../linalg/matrix.js";
import { entryAt } from "../../linalg/sparsity.js";
import { type Mesh, nodeNumber } from "../../mesh/mesh.js";
import { elementMasses, lumped, type Massive } from "../elements/element-mass.js";
import type { Dofs } from "./dofs.js";

export interface Inertia {
  /** Of the degrees of freedom; its matrix is on the pattern of the stiffness, or diagonal. */
  readonly mass: Mass;
  /** m, of all nodes in use. */
  readonly nodal: Matrix;
}

/** `points`: further mass at the nodes in use. */
export function inertia(
  mesh: Mesh,
  sets: readonly Massive[],
  points: Vec,
  kind: "consistent" | "lumped",
  dofs: Dofs,
  pattern: Sparsity,
  helped: WithThreads,
): Inertia {
  const nodal = kind === "lumped" ? lumpedMass(mesh, sets, points, dofs) : consistentMass(mesh, sets, points, dofs);
  refuseMassless(diagonalOf(nodal), mesh, dofs);
  const { free, directions, assembled } = dofs;
  if (kind === "lumped") {
    return { nodal, mass: diagonalMass(Float64Array.from(free, (at) => nodal.values[Math.floor(at / directions)])) };
  }
  const matrix = { pattern, values: expanded(nodal, dofs, pattern) };
  const partly = dofs.assembledCount * directions !== free.length;
  if (partly) return { nodal, mass: matrixMass(matrix, helped) };
  const moving = Int32Array.from(assembled.keys()).filter((k) => assembled[k] >= 0);
  return { nodal, mass: sameInAllDirections(matrix, squareBlock(nodal, moving), directions, helped) };
}

function consistentMass(mesh: Mesh, sets: readonly Massive[], points: Vec, { place, nodes }: Dofs): Matrix {
  const lists = sets.map((set) => ({
    elements: set.nodes.map((node) => place[node]),
    perElement: set.shape.nodes,
  }));
  const assemblies = elementAssemblies(nodes.length, lists);
  const { pattern } = assemblies[0];
  const values = new Float64Array(pattern.column.length);
  sets.forEach((set, s) => {
    elementMasses(mesh, set, (e, masses) => assemblies[s].add(e, masses, values));
  });
  points.forEach((m, k) => {
    values[entryAt(pattern, k, k)] += m;
  });
  return { pattern, values };
}

function lumpedMass(mesh: Mesh, sets: readonly Massive[], points: Vec, { place }: Dofs): Matrix {
  const nodal = points.slice();
  for (const set of sets) {
    const own = new Float64Array(set.shape.nodes);
    elementMasses(mesh, set, (e, masses) => {
      lumped(set.shape.type, masses, own);
      for (let a = 0; a < own.length; a++) nodal[place[set.nodes[e * own.length + a]]] += own[a];
    });
  }
  return fromDiagonal(nodal);
}

/** m ⊗ 1 on a pattern of the degrees of freedom. */
function expanded(nodal: Matrix, { free, directions }: Dofs, { size, rowStart, column }: Sparsity): Vec {
  const values = new Float64Array(column.length);
  for (let i = 0; i < size; i++) {
    const node = Math.floor(free[i] / directions);
    // The columns of a row ascend, and so do the nodes they belong to.
    let at = nodal.pattern.rowStart[node];
    for (let j = rowStart[i]; j < rowStart[i + 1]; j++) {
      const other = free[column[j]];
      if (other % directions !== free[i] % directions) continue;
      while (nodal.pattern.column[at] < Math.floor(other / directions)) at++;
      if (nodal.pattern.column[at] === Math.floor(other / directions)) values[j] = nodal.values[at];
    }
  }
  return values;
}

function sameInAllDirections(matrix: Matrix, nodal: Matrix, directions: number, helped: WithThreads): Mass {
  const { pattern, values } = nodal;
  const { size, rowStart, column } = pattern;
  const [part, found] = [new Float64Array(size), new Float64Array(size)];
  let own: Mass | null = null;
  return {
    matrix,
    diagonal: null,
    apply(v, out) {
      if (directions === 3) return applyTriples(nodal, v, out);
      for (let d = 0; d < directions; d++) {
        for (let i = 0; i < size; i++) {
          let sum = 0;
          for (let j = rowStart[i]; j < rowStart[i + 1]; j++) sum += values[j] * v[column[j] * directions + d];
          out[i * directions + d] = sum;
        }
      }
    },
    solve(p, out) {
      // Many methods never ask.
      own ??= matrixMass(nodal, helped);
      for (let d = 0; d < directions; d++) {
        for (let i = 0; i < size; i++) part[i] = p[i * directions + d];
        own.solve(part, found);
        for (let i = 0; i < size; i++) out[i * directions + d] = found[i];
      }
    },
  };
}

function applyTriples({ pattern: { size, rowStart, column }, values }: Matrix, v: Vec, out: Vec): void {
  for (let i = 0; i < size; i++) {
    let x = 0;
    let y = 0;
    let z = 0;
    for (let j = rowStart[i]; j < rowStart[i + 1]; j++) {
      const m = values[j];
      const c = 3 * column[j];
      x += m * v[c];
      y += m * v[c + 1];
      z += m * v[c + 2];
    }
    out[3 * i] = x;
    out[3 * i + 1] = y;
    out[3 * i + 2] = z;
  }
}

function refuseMassless(diagonal: Vec, mesh: Mesh, { nodes, assembled }: Dofs): void {
  const odd = diagonal.findIndex((m, k) => assembled[k] >= 0 && !(m > 0 && m < Infinity));
  if (odd < 0) return;
  throw new InputError(
    `node ${nodeNumber(mesh, nodes[odd])} has the mass ${diagonal[odd]}; every node that can move needs mass: give its material a ` +
      "density, or the node a point mass",
    { key: "density" },
  );
}
