/** The mass form of fourth-order compensation on sparse matrices: no product K M⁻¹K, one factor with the pattern of K.
 *
 *      M̂ = M + h²(CM⁻¹C − K)/12,   Ĉ = C + h² CM⁻¹K/12,   K̂ = K,   F̂ = F + h²(CM⁻¹F' − F'')/12
 *
 *  Without damping this is M̂ = M − h²K/12 alone. With it, CM⁻¹C and CM⁻¹K stay sparse where the mass is diagonal, or where
 *  C = a M. */
import { InputError } from "../../core/failure.js";
import type { Matrix } from "../../core/matrix.js";
import type { LinearSystem } from "../../core/system.js";
import { combination, fromDiagonal } from "../../linalg/matrix.js";
import { scaledProduct } from "../../linalg/product.js";
import { entryAt } from "../../linalg/sparsity.js";
import { normInf } from "../../linalg/vec.js";
import type { Compensation } from "./compensation.js";

export function largeCompensation(system: LinearSystem, h: number): Compensation {
  const { mass, viscosity, stiffness, dof } = system;
  const x = (h * h) / 12;
  const second = fromDiagonal(new Float64Array(dof).fill(-x));
  const lighter = combination([1, -x], [mass.matrix, stiffness]);
  if (viscosity === null) {
    return { mass: lighter, damping: null, stiffness, loads: [null, null, second].map(zeroed), velocity: null };
  }
  const { CG, CH, CM } = products(system, viscosity);
  return {
    mass: combination([1, x], [lighter, CG]),
    damping: combination([1, x], [viscosity, CH]),
    stiffness,
    loads: [null, combination([x], [CM]), second],
    velocity: null,
  };

  /** Without damping F' has no share. */
  function zeroed(part: Matrix | null, j: number): Matrix | null {
    return j === 1 ? fromDiagonal(new Float64Array(dof)) : part;
  }
}

/** CM⁻¹C, CM⁻¹K and CM⁻¹. */
function products({ mass, stiffness, dof }: LinearSystem, C: Matrix): { CG: Matrix; CH: Matrix; CM: Matrix } {
  if (mass.diagonal !== null) {
    const inverse = mass.diagonal.map((m) => 1 / m);
    return {
      CG: scaledProduct(C, inverse, C),
      CH: scaledProduct(C, inverse, stiffness),
      CM: scaledProduct(C, inverse, fromDiagonal(new Float64Array(dof).fill(1))),
    };
  }
  const a = proportionality(C, mass.matrix);
  if (a === null) {
    throw new InputError(
      `newmark: compensate would fill its matrices: ${dof} degrees of freedom, a mass that is not diagonal and a damping that is ` +
        "not a multiple of it; lump the mass, or use gauss, which is of fourth order for any damping",
      { key: "compensate" },
    );
  }
  return {
    CG: combination([a], [C]),
    CH: combination([a], [stiffness]),
    CM: fromDiagonal(new Float64Array(dof).fill(a)),
  };
}

/** The a with C = a M, but for rounding; null if there is none. */
export function proportionality(C: Matrix, M: Matrix): number | null {
  const largest = normInf(C.values);
  const at = entryAt(C.pattern, 0, 0);
  const a = at < 0 ? 0 : C.values[at] / M.values[entryAt(M.pattern, 0, 0)];
  return normInf(combination([1, -a], [C, M]).values) <= 1e-12 * largest ? a : null;
}
