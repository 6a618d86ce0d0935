/** A solid near its rest: the same elements with linear elastic material, for damping, for supports with prescribed displacements, and for what is linear anyway. */
import type { Matrix } from "../../core/matrix.js";
import type { Vec } from "../../core/vec.js";
import type { EnergyTerm } from "../elements/energy-term.js";
import { type Assembled, assembled } from "./assembled.js";
import { type Dofs, gather } from "./dofs.js";

export interface AtRest {
  /** K of the degrees of freedom. */
  matrix(): Matrix;
  /** K w on them, for displacements w of all nodes in use. */
  force(w: Vec): Vec;
}

/** The parts come in the order of the first assemblies. */
export function atRest(parts: readonly EnergyTerm[], dofs: Dofs, { pattern, assemblies, collect }: Assembled): AtRest {
  return {
    matrix() {
      const values = new Float64Array(pattern.column.length);
      const still = new Float64Array(dofs.nodes.length * dofs.directions);
      collect(values, (whole) => {
        parts.forEach((part, k) => {
          part.addTangent(still, assemblies[k], whole);
        });
      });
      return { pattern, values };
    },
    force: (w) => forceOf(parts, w, dofs),
  };
}

/** The matrix of parts that are linear, on a pattern of their own. */
export function constantMatrix(parts: readonly EnergyTerm[], dofs: Dofs): Matrix {
  const matrices = assembled(
    parts.map(({ pieces }) => pieces),
    dofs,
  );
  return atRest(parts, dofs, matrices).matrix();
}

/** What linear parts make of a pattern of all nodes, on the degrees of freedom. */
export function forceOf(parts: readonly EnergyTerm[], w: Vec, { free }: Dofs): Vec {
  const all = new Float64Array(w.length);
  for (const part of parts) part.addForce(w, all);
  const out = new Float64Array(free.length);
  gather(free, all, out);
  return out;
}

/** (m ⊗ 1) w on the degrees of freedom. */
export function nodalProduct(nodal: Matrix, w: Vec, { directions, free }: Dofs): Vec {
  const all = new Float64Array(w.length);
  addNodalProduct(nodal, w, directions, all);
  const out = new Float64Array(free.length);
  gather(free, all, out);
  return out;
}

/** out += (m ⊗ 1) w. */
export function addNodalProduct(
  { pattern: { size, rowStart, column }, values }: Matrix,
  w: Vec,
  directions: number,
  out: Vec,
): void {
  for (let i = 0; i < size; i++) {
    for (let j = rowStart[i]; j < rowStart[i + 1]; j++) {
      for (let d = 0; d < directions; d++) out[i * directions + d] += values[j] * w[column[j] * directions + d];
    }
  }
}

/** w·(m ⊗ 1) w. */
export function nodalForm({ pattern: { size, rowStart, column }, values }: Matrix, w: Vec, directions: number): number {
  let sum = 0;
  for (let i = 0; i < size; i++) {
    for (let j = rowStart[i]; j < rowStart[i + 1]; j++) {
      for (let d = 0; d < directions; d++) sum += values[j] * w[i * directions + d] * w[column[j] * directions + d];
    }
  }
  return sum;
}
