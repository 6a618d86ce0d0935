/** Complex modes: where the damping couples the modes of M, K, a free motion is a sum of x e^{st} with
 *
 *      (s² M + s C + K) x = 0,      s = −ζ ω ± i ω √(1 − ζ²):      ω = |s|,   ζ = −Re s / |s|,
 *
 *  or, where motions creep back without oscillating, real s. In coordinates along real modes Φ, scaled to Φᵀ M Φ = 1, the matrices
 *  are 1, Φᵀ C Φ and diag ω², and s are the eigenvalues of [[0, 1], [−diag ω², −Φᵀ C Φ]]. Small systems are taken in all their modes, and
 *  this is exact; of large ones the lowest and the highest are, which leaves out what the damping does to those in between. */
import type { LinearSystem } from "../core/system.js";
import type { Vec } from "../core/vec.js";
import { eigenvalues } from "../linalg/eigen-general.js";
import { scalarMass } from "../linalg/mass.js";
import { fromDiagonal, fromRows, multiply } from "../linalg/matrix.js";
import { fullPattern } from "../linalg/sparsity.js";
import { dot } from "../linalg/vec.js";
import { linearSystem } from "../systems/linear.js";
import { modulus, type Root } from "./amplification.js";
import type { Mode, SmallMotion } from "./modes.js";

export interface ComplexMode {
  /** s, the one with the positive imaginary part of a pair. */
  readonly root: Root;
  /** ω = |s|; of a real root, its rate of decay. */
  readonly frequency: number;
  /** ζ = −Re s/|s|; 1 of a real root. */
  readonly damping: number;
}

export interface ComplexModes {
  /** Ascending in |s|: pairs once, real roots one by one. */
  readonly modes: readonly ComplexMode[];
  /** The system in coordinates along real modes. */
  readonly reduced: LinearSystem;
  /** The real modes that these coordinates belong to. */
  readonly basis: readonly Mode[];
  /** The largest |s|. */
  readonly fastest: number;
  /** Are the coordinates along all modes? */
  readonly complete: boolean;
}

/** Of the system in the real modes of `basis`, as many as belong to `count` of them. */
export function complexModes(motion: SmallMotion, basis: readonly Mode[], count: number): ComplexModes {
  const reduced = reducedSystem(motion, basis);
  const all = rootsOf(reduced);
  const modes: ComplexMode[] = [];
  // A real root is half a mode.
  for (let [k, degrees] = [0, 0]; k < all.length && degrees < 2 * count; k++) {
    modes.push(all[k]);
    degrees += all[k].root.imaginary === 0 ? 1 : 2;
  }
  return {
    modes,
    reduced,
    basis,
    fastest: all[all.length - 1].frequency,
    complete: basis.length === motion.stiffness.pattern.size,
  };
}

function reducedSystem({ viscosity }: SmallMotion, basis: readonly Mode[]): LinearSystem {
  const n = basis.length;
  const force = new Float64Array(basis[0].shape.length);
  const rows = basis.map(({ shape }) => {
    if (viscosity === null) return new Array<number>(n).fill(0);
    multiply(viscosity, shape, force);
    return basis.map((other) => dot(other.shape, force));
  });
  return linearSystem({
    mass: scalarMass(n, 1),
    stiffness: fromDiagonal(Float64Array.from(basis, ({ frequency }) => frequency * frequency)),
    damping: fromRows(rows),
  });
}

function rootsOf({ dof: n, stiffness, viscosity }: LinearSystem): ComplexMode[] {
  const size = 2 * n;
  const values: Vec = new Float64Array(size * size);
  for (let i = 0; i < n; i++) {
    values[i * size + n + i] = 1;
    values[(n + i) * size + i] = -stiffness.values[i];
  }
  if (viscosity !== null) {
    const { rowStart, column } = viscosity.pattern;
    for (let i = 0; i < n; i++) {
      for (let k = rowStart[i]; k < rowStart[i + 1]; k++) values[(n + i) * size + n + column[k]] = -viscosity.values[k];
    }
  }
  const { real, imaginary } = eigenvalues({ pattern: fullPattern(size), values });
  return Array.from(real, (re, k): Root => ({ real: re, imaginary: imaginary[k] }))
    .filter(({ imaginary: im }) => im >= 0)
    .map((root): ComplexMode => {
      const frequency = modulus(root);
      return { root, frequency, damping: frequency === 0 ? 0 : -root.real / frequency };
    })
    .sort((a, b) => a.frequency - b.frequency);
}
