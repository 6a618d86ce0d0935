/** Coordinates x = Lᵀ q in which a mass matrix M = L Lᵀ is 1, block by block of what it couples. */
import type { Mass } from "../../core/system.js";
import type { Vec } from "../../core/vec.js";
import { type Blocks, blocksOf, inverseFactors } from "./mass-blocks.js";

export interface UnitMass {
  readonly size: number;
  readonly blocks: Blocks;
  /** L⁻ᵀ of every block. */
  readonly R: readonly Vec[];
  /** out = Lᵀ q, or of a velocity; may not alias. */
  enter(q: Vec, out: Vec): void;
  /** out = L⁻ᵀ x; may not alias. */
  leave(x: Vec, out: Vec): void;
  /** out = L⁻¹ f, the components in x of a force; may not alias. */
  enterForce(f: Vec, out: Vec): void;
}

export function unitMass(mass: Mass): UnitMass {
  const blocks = blocksOf(mass.matrix);
  const { first, member } = blocks;
  const R = inverseFactors(blocks, mass.matrix);
  const size = mass.matrix.pattern.size;
  const momentum = new Float64Array(size);
  const enterForce = (f: Vec, out: Vec) => {
    for (let b = 0; b < blocks.count; b++) {
      const n = first[b + 1] - first[b];
      for (let k = 0; k < n; k++) {
        let sum = 0;
        for (let i = 0; i <= k; i++) sum += R[b][i * n + k] * f[member[first[b] + i]];
        out[member[first[b] + k]] = sum;
      }
    }
  };
  return {
    size,
    blocks,
    R,
    enter(q, out) {
      // Lᵀ q = L⁻¹ M q, and L⁻¹ is Rᵀ.
      mass.apply(q, momentum);
      enterForce(momentum, out);
    },
    leave(x, out) {
      for (let b = 0; b < blocks.count; b++) {
        const n = first[b + 1] - first[b];
        for (let i = 0; i < n; i++) {
          let sum = 0;
          for (let k = i; k < n; k++) sum += R[b][i * n + k] * x[member[first[b] + k]];
          out[member[first[b] + i]] = sum;
        }
      }
    },
    enterForce,
  };
}
