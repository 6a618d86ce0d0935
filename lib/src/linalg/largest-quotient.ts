/** The largest x·Kx/x·Mx, the square of the highest frequency: explicit steps are limited by it. Lanczos's process on M⁻¹K, which finds the top of the
 *  spectrum within a few dozen products. */
import type { Matrix } from "../core/matrix.js";
import { startingVector } from "../core/random.js";
import type { Mass } from "../core/system.js";
import type { Vec } from "../core/vec.js";
import { combination, type LanczosProcess, lanczosProcess } from "./lanczos-process.js";
import { multiply } from "./matrix.js";

/** The largest value is there long before. */
const PRODUCTS = 40;
/** Where its vector is wanted too, which comes later. */
const PRODUCTS_FOR_VECTOR = 60;

/** Of all x that products with M⁻¹K reach: never too large, and mostly right to a thousandth. Keeps six vectors. */
export function largestQuotient(mass: Mass, stiffness: Matrix): number {
  const process = advanced(mass, stiffness, PRODUCTS, 2);
  return process === null ? 0 : process.ritz()[0].value;
}

export interface LargestPair {
  readonly value: number;
  /** An eigenvalue is as near to it as that. */
  readonly residual: number;
  /** Scaled to xᵀ M x = 1. */
  readonly vector: Vec;
}

/** The largest quotient and its vector. Null where M is zero. */
export function largestPair(mass: Mass, stiffness: Matrix): LargestPair | null {
  const process = advanced(mass, stiffness, PRODUCTS_FOR_VECTOR, Infinity);
  if (process === null) return null;
  const [{ value, residual, weights }] = process.ritz();
  return { value, residual, vector: combination(process.basis, weights) };
}

function advanced(mass: Mass, stiffness: Matrix, products: number, keep: number): LanczosProcess | null {
  const { size } = stiffness.pattern;
  const force = new Float64Array(size);
  const map = {
    size,
    inner: mass.apply,
    apply(x: Vec, _image: Vec, out: Vec) {
      multiply(stiffness, x, force);
      mass.solve(force, out);
    },
  };
  const process = lanczosProcess(map, { keep });
  if (!process.begin(alternating(size))) return null;
  for (let k = 0; k < Math.min(products, size) && process.advance(); k++);
  return process;
}

/** Neighbours of opposite signs are what the highest modes look like; the rest makes sure that no symmetry is in the way. */
export function alternating(size: number): Vec {
  return startingVector(size).map((x, i) => (i % 2 === 0 ? 1 : -1) + 0.5 * x);
}
