/** Damping matrices made from the mass and the stiffness. */
import { InputError } from "../core/failure.js";
import type { Matrix } from "../core/matrix.js";
import type { Mass } from "../core/system.js";
import { condense } from "../linalg/condense.js";
import { eigenGeneralized } from "../linalg/eigen-symmetric.js";
import { massless } from "../linalg/mass.js";
import { multiply } from "../linalg/matrix.js";
import { fullPattern, union } from "../linalg/sparsity.js";

/** In proportion to mass and stiffness (Rayleigh), or with a damping ratio for all modes or for each, the lowest frequency first. */
export type ProportionalDamping =
  | { readonly kind: "rayleigh"; readonly mass: number; readonly stiffness: number }
  | { readonly kind: "modal"; readonly ratio: number | readonly number[] };

/** C = a0 M + a1 K: the mode of frequency ω then has the damping ratio (a0/ω + a1 ω)/2. */
export function rayleighDamping(mass: Pick<Mass, "matrix">, stiffness: Matrix, a0: number, a1: number): Matrix {
  const { pattern, positions } = union([mass.matrix.pattern, stiffness.pattern]);
  const values = new Float64Array(pattern.column.length);
  positions[0].forEach((at, j) => {
    values[at] += a0 * mass.matrix.values[j];
  });
  positions[1].forEach((at, j) => {
    values[at] += a1 * stiffness.values[j];
  });
  return { pattern, values };
}

/** The a0 and a1 that give modes of frequency first and second (rad/s) the same damping ratio. */
export function rayleighCoefficients(ratio: number, first: number, second: number): [a0: number, a1: number] {
  return [(2 * ratio * first * second) / (first + second), (2 * ratio) / (first + second)];
}

/** Dense eigenvectors beyond this many degrees of freedom would take minutes. */
const MODAL_LIMIT = 2000;

/** C = M Φ diag(2 ζ ω) Φᵀ M with the modes Φᵀ M Φ = I: every mode has its own damping ratio, a full matrix. One ratio is
 *  for all modes; several are one each, the lowest frequency first. Rigid motions are not damped, and degrees of freedom
 *  without mass have no modes of their own. */
export function modalDamping(mass: Pick<Mass, "matrix">, stiffness: Matrix, ratio: number | readonly number[]): Matrix {
  const size = stiffness.pattern.size;
  if (size > MODAL_LIMIT) {
    throw new InputError(
      `modal damping needs all modes, too many for ${size} degrees of freedom (limit ${MODAL_LIMIT}); give rayleigh`,
      { key: "damping" },
    );
  }
  const {
    mass: M,
    stiffness: K,
    retained,
  } = condense({ mass: mass.matrix, stiffness, viscosity: null }, massless(mass.matrix));
  const n = retained.length;
  if (typeof ratio !== "number" && ratio.length !== n) {
    throw new InputError(`found ${ratio.length} damping ratios for ${n} modes; give one, or one for each mode`, {
      key: "damping",
    });
  }
  const modes = eigenGeneralized(K, M);
  if (!("vectors" in modes)) {
    throw new InputError("modal damping needs a positive definite mass matrix, and this one is not", {
      key: "damping",
    });
  }
  const values = new Float64Array(size * size);
  const weight = new Float64Array(n);
  // A rigid motion's eigenvalue is zero but for rounding, which is relative to the largest.
  const rigid = n * Number.EPSILON * modes.values[n - 1];
  modes.vectors.forEach((mode, k) => {
    const square = modes.values[k];
    if (square <= rigid) return;
    multiply(M, mode, weight);
    const zeta = typeof ratio === "number" ? ratio : ratio[k];
    const factor = 2 * zeta * Math.sqrt(square);
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) values[retained[i] * size + retained[j]] += factor * weight[i] * weight[j];
    }
  });
  return { pattern: fullPattern(size), values };
}
