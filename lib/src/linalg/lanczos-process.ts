/** Lanczos's process [golub2013, §10.1] for a map A that is symmetric in the inner product xᵀ M y: A V = V T + β v eᵀ with M-orthonormal
 *  columns of V and a tridiagonal T, whose eigenvalues approach the outer ones of A from within. The map is known by what it does to vectors:
 *  (K − σM)⁻¹M finds the lowest modes of a pair, M⁻¹K the highest. */
import type { Vec } from "../core/vec.js";
import { eigenOfRows } from "./eigen-symmetric.js";
import { axpy, dot, scale } from "./vec.js";

export interface SymmetricMap {
  readonly size: number;
  /** out = A x; `image` is M x. */
  apply(x: Vec, image: Vec, out: Vec): void;
  /** out = M x. */
  inner(x: Vec, out: Vec): void;
}

export interface LanczosOptions {
  /** M-orthonormal vectors that the process stays orthogonal to. */
  readonly known?: readonly Vec[];
  /** How many of its last vectors are kept, at least 2. New ones are orthogonal to these; with all of them to rounding, with two until a value has
   *  converged, which then occurs again: enough for the largest value, and no more memory however many steps are taken. */
  readonly keep?: number;
}

/** An approximate eigenpair. */
export interface Ritz {
  readonly value: number;
  /** Of the vectors of the process. */
  readonly weights: Vec;
  /** ‖A x − value x‖ in the norm of M: an eigenvalue is as near as that. */
  readonly residual: number;
}

export interface LanczosProcess {
  /** Those that are kept. */
  readonly basis: readonly Vec[];
  /** Begins with x; or goes on with it where the space has ended. False where it has no part outside of the space. */
  begin(x: Vec): boolean;
  /** Applies A once; false where that led to nothing new: the space is invariant. */
  advance(): boolean;
  /** The eigenpairs of T, largest first. */
  ritz(): Ritz[];
}

/** What is left of a vector by rounding when all of it lies in the space. */
const NOTHING = 1e-12;

export function lanczosProcess(
  { size, apply, inner }: SymmetricMap,
  { known = [], keep = Infinity }: LanczosOptions = {},
): LanczosProcess {
  const knownImages = known.map((x) => {
    const image = new Float64Array(size);
    inner(x, image);
    return image;
  });
  const basis: Vec[] = [];
  const images: Vec[] = [];
  const alpha: number[] = [];
  /** beta[k] couples the vectors k − 1 and k. */
  const beta: number[] = [];
  let w: Vec = new Float64Array(size);
  let image: Vec = new Float64Array(size);

  /** Makes w, without its parts in the space, the next vector. */
  const extend = (): boolean => {
    let squares = 0;
    // Twice is enough [parlett1998, §6.9].
    for (let turn = 0; turn < 2; turn++) squares += remove(known, knownImages, w) + remove(basis, images, w);
    inner(w, image);
    const rest = dot(w, image);
    if (!(rest > NOTHING * NOTHING * (squares + rest))) return false;
    const length = Math.sqrt(rest);
    scale(1 / length, w);
    scale(1 / length, image);
    basis.push(w);
    images.push(image);
    beta.push(length);
    const full = basis.length > keep;
    w = (full && basis.shift()) || new Float64Array(size);
    image = (full && images.shift()) || new Float64Array(size);
    return true;
  };

  return {
    basis,
    begin(x) {
      w.set(x);
      if (!extend()) return false;
      beta[beta.length - 1] = 0;
      return true;
    },
    advance() {
      const last = basis.length - 1;
      apply(basis[last], images[last], w);
      alpha.push(dot(w, images[last]));
      return extend();
    },
    ritz() {
      const m = alpha.length;
      const rows = new Float64Array(m * m);
      for (let k = 0; k < m; k++) {
        rows[k * m + k] = alpha[k];
        if (k > 0) rows[k * m + k - 1] = beta[k];
      }
      const next = beta.length > m ? beta[m] : 0;
      const { values, vectors } = eigenOfRows(m, rows);
      return vectors
        .map((weights, k) => ({ value: values[k], weights, residual: Math.abs(next * weights[m - 1]) }))
        .reverse();
    },
  };
}

/** w −= its parts along M-orthonormal vectors; the sum of their squares. */
function remove(vectors: readonly Vec[], images: readonly Vec[], w: Vec): number {
  let squares = 0;
  for (let k = 0; k < vectors.length; k++) {
    const share = dot(w, images[k]);
    axpy(-share, vectors[k], w);
    squares += share * share;
  }
  return squares;
}

/** Σ weights[k] basis[k]. */
export function combination(basis: readonly Vec[], weights: Vec): Vec {
  const x = new Float64Array(basis[0].length);
  for (let k = 0; k < weights.length; k++) axpy(weights[k], basis[k], x);
  return x;
}
